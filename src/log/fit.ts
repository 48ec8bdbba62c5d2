import { type FitEnd, PageFit } from '../codec/page-fit.ts';
import type { Representation } from '../codec/representation.ts';
import type { Log } from './log.ts';
import { readInterval, type Survey } from './survey.ts';

/**
 * Trims a page to what fits in `maxBytes` of JSON (see `PageFit`). Costs one reading of the page,
 * or of what fits of it; a projection is read until nothing changes any more.
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
  const isWhole = trimmed.fromSeq === interval.fromSeq && trimmed.toSeq === interval.toSeq;
  const completed = steps.completedIn(trimmed);
  const fitted = { ...page, interval: trimmed, completedSteps: completed, isSeen: false };
  // A step whose message was given up has its chunks again, and a step whose first token was given
  // up has another one, so what a projection makes of the rest must be fitted anew.
  return isWhole || representation.isLossless
    ? fitted
    : fitPage(log, fitted, representation, maxBytes, giveUp);
}
