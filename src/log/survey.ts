import { PageFinder, type Selection, StepMessages } from '../codec/page.ts';
import { isRun, type Span, sliceSpan } from '../codec/span.ts';
import type { Interval } from '../codec/types.ts';
import { HistpackError, type Warning } from '../errors.ts';
import type { Log } from './log.ts';
import { type LogEnd, scanLog } from './scan.ts';

/** What must be known of a log before a page of it can be written. */
export interface Survey {
  readonly interval: Interval;
  readonly completedSteps: ReadonlySet<string>;
  readonly end: LogEnd;
  readonly warnings: readonly Warning[];
}

export interface SurveyOptions {
  /** Use the valid prefix of a corrupt log. */
  readonly salvage?: boolean;
  /** Refuse a torn tail. */
  readonly strict?: boolean;
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
}

/**
 * Reads a log once to find where the page lies, which steps are completed in it, and whether the
 * log can be trusted; so nothing is written before the whole of it is known to be sound.
 * @throws {HistpackError} the first fault of a corrupt log, unless `salvage`; `E_TORN` for a torn
 *   tail under `strict`; `E_SELECTION` where
 *   `fromSeq` lies beyond the end.
 */
export async function survey(
  log: Log,
  selection: Selection,
  { salvage = false, strict = false, onProgress }: SurveyOptions = {},
): Promise<Survey> {
  let view = await look(log, selection, Number.POSITIVE_INFINITY, onProgress);
  const { end } = view;
  const warnings = [...log.warnings, ...end.warnings];
  if (end.corruption !== undefined) {
    if (!salvage) throw new HistpackError(end.corruption);
    warnings.push(salvaged(end));
    // What was seen behind the valid prefix must not bear on the page: look again without it.
    view = await look(log, selection, end.endSeq, onProgress);
  }
  if (strict) refuseTornTail(end.warnings);
  const interval = view.finder.finish(end.endSeq);
  if (interval.fromSeq > end.endSeq) {
    throw new HistpackError({
      code: 'E_SELECTION',
      message: `--from ${interval.fromSeq} lies past the end of the log, which holds ${end.endSeq} events`,
      file: log.source.name,
      hint: `use --from ${end.endSeq} for the empty page at the end, or a smaller seq`,
      detail: { fromSeq: interval.fromSeq, endSeq: end.endSeq },
    });
  }
  return { interval, completedSteps: view.steps.completedIn(interval), end, warnings };
}

interface View {
  readonly finder: PageFinder;
  readonly steps: StepMessages;
  readonly end: LogEnd;
}

async function look(
  log: Log,
  selection: Selection,
  until: number,
  onProgress: SurveyOptions['onProgress'],
): Promise<View> {
  const finder = new PageFinder(selection);
  const steps = new StepMessages();
  const onSpans = (spans: Span[]): undefined => {
    for (const span of spans) {
      if (isRun(span) || span.seq >= until) continue;
      finder.observe(span.event, span.seq);
      steps.observe(span.event, span.seq);
    }
  };
  const end = await scanLog(log, { until, onSpans, onProgress });
  return { finder, steps, end };
}

/** @throws {HistpackError} `E_TORN` where a scan warned of a torn tail. */
export function refuseTornTail(warnings: readonly Warning[]): void {
  const torn = warnings.find(({ code }) => code === 'W_TORN_TAIL' || code === 'W_TORN_FRAME');
  if (torn !== undefined) throw new HistpackError({ ...torn, code: 'E_TORN' });
}

function salvaged({ corruption, endSeq, faults }: LogEnd): Warning {
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  return {
    code: 'W_SALVAGED',
    message: `salvaged the ${endSeq} events before this fault: ${corruption?.message}${more}`,
    file: corruption?.file,
    line: corruption?.line,
    byteOffset: corruption?.byteOffset,
    frame: corruption?.frame,
    seq: corruption?.seq,
    detail: { code: corruption?.code, validPrefixEvents: endSeq },
  };
}

/**
 * Hands out the spans of an interval in batches, cut to it. Call it after a survey, with its
 * interval.
 */
export async function readInterval(
  log: Log,
  interval: Interval,
  onSpans: (spans: readonly Span[]) => Promise<void> | undefined,
  onProgress?: (decodedBytes: number) => void,
): Promise<void> {
  if (interval.fromSeq >= interval.toSeq) return;
  await scanLog(log, {
    until: interval.toSeq,
    onProgress,
    onSpans: (spans) =>
      onSpans(spans.map((span) => sliceSpan(span, interval)).filter((span) => span !== undefined)),
  });
}
