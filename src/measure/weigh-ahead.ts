import { isWholeLog, type Selection } from '../codec/page.ts';
import type { Log } from '../log/log.ts';
import { type Survey, type SurveyOptions, survey } from '../log/survey.ts';
import type { Weight } from './channel.ts';
import type { ByForm } from './forms.ts';
import { PageWeigher, type WeighOptions } from './weigh.ts';

/** From this quality on compression takes far longer than reading: a broken log should be told of first. */
const SLOW_QUALITY = 10;

/** A survey, and what was weighed on the way. */
export interface Weighed {
  readonly surveyed: Survey;
  readonly known: ByForm<Weight>;
}

/**
 * Surveys a log and weighs what can be weighed meanwhile: all of the log, in the forms that need not
 * know which steps are completed. So the compressors do not wait for the survey, and where that is
 * all, the log is read once. What was weighed of a log that is not sound is thrown away. Only
 * where `weighsAhead` says so.
 * @throws {HistpackError} as `survey` does
 */
export async function surveyAndWeigh(
  log: Log,
  selection: Selection,
  options: SurveyOptions,
  weighing: WeighOptions,
): Promise<Weighed> {
  const early = [...weighing.representations].filter(([, { needsSteps }]) => !needsSteps);
  const page = { fromSeq: 0, toSeq: 0, completedSteps: new Set<string>() };
  const weigher = await PageWeigher.open(page, { ...weighing, representations: new Map(early) });
  try {
    const surveyed = await survey(log, selection, { ...options, onSpans: weigher.write });
    page.toSeq = surveyed.endSeq;
    if (surveyed.isSeen) return { surveyed, known: await weigher.finish() };
    weigher.abort();
    return { surveyed, known: {} };
  } catch (error) {
    weigher.abort();
    throw error;
  }
}

/** Whether there is something to weigh while a log is surveyed. */
export function weighsAhead(
  selection: Selection,
  { salvage = false }: SurveyOptions,
  { representations, compression }: WeighOptions,
): boolean {
  const hasEarly = [...representations.values()].some(({ needsSteps }) => !needsSteps);
  return isWholeLog(selection) && hasEarly && !salvage && compression.brotliQuality < SLOW_QUALITY;
}
