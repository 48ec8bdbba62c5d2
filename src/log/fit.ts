import { type FitEnd, PageFit } from '../codec/page-fit.ts';
import type { Representation } from '../codec/representations.ts';
import type { Log } from './log.ts';
import { readInterval, type Survey } from './survey.ts';

/**
 * Trims a page to what fits in `maxBytes` of JSON (see `PageFit`). Costs one reading of the page,
 * or of what fits of it.
 */
export async function fitPage(
  log: Log,
  page: Survey,
  representation: Representation,
  maxBytes: number,
  giveUp: FitEnd,
): Promise<Survey> {
  const { interval, completedSteps, steps } = page;
  const fit = new PageFit(representation, { ...interval, completedSteps }, maxBytes, giveUp);
  const observe = (spans: Parameters<Parameters<typeof readInterval>[2]>[0]): undefined => {
    for (const span of spans) fit.observe(span);
  };
  await readInterval(log, page, observe, { isEnough: () => fit.isFull });
  const trimmed = fit.finish();
  const stillCompleted = steps.completedIn(trimmed);
  const fitted = { ...page, interval: trimmed, completedSteps: stillCompleted };
  // A step whose message was given up has its chunks again, so the projection must be fitted anew.
  return stillCompleted.size === completedSteps.size || representation.isLossless
    ? fitted
    : fitPage(log, fitted, representation, maxBytes, giveUp);
}
