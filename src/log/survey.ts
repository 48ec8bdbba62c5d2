import { InheritedPrefix } from '../codec/inherited.ts';
import { type CompletedSteps, PageFinder, type Selection, StepMessages } from '../codec/page.ts';
import { isRun, type Span, sliceSpan, spanInterval } from '../codec/span.ts';
import type { Interval, Seq } from '../codec/types.ts';
import { HistpackError, type Warning } from '../errors.ts';
import type { Log } from './log.ts';
import { type LogEnd, type ScanOptions, scanLog } from './scan.ts';
import { readSections } from './seek/read-sections.ts';
import { SeekRefused } from './seek/sections.ts';
import { canSeek, type SeekStart, seekPage } from './seek/seek.ts';

/** Where a page lies, and how it can be reached. */
export interface PagePlace {
  readonly interval: Interval;
  /** Where reading can begin; the start of the log without it. */
  readonly start?: SeekStart | undefined;
}

/** What must be known of a log before a page of it can be written. */
export interface Survey extends PagePlace {
  readonly completedSteps: CompletedSteps;
  /** Where the messages of the steps are, to tell which are completed in a part of the page. */
  readonly steps: StepMessages;
  /** The number of events in the log. */
  readonly endSeq: Seq;
  /** How many of them a fork has from its parent; undefined where nothing that was read tells. */
  readonly inheritedEvents?: number | undefined;
  readonly warnings: readonly Warning[];
  /** Whether the page is the whole log, and `onSpans` has seen exactly that. */
  readonly isSeen: boolean;
}

export interface SurveyOptions {
  /** Use the valid prefix of a corrupt log. */
  readonly salvage?: boolean;
  /** Refuse a torn tail. */
  readonly strict?: boolean;
  /** False leaves the completed steps unknown, which only projections ask for: it saves their memory. */
  readonly steps?: boolean;
  /** False reads all of the log, whatever the page. */
  readonly seek?: boolean;
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
  /**
   * Sees the spans of the log while it is read as a whole. They may be used once the survey says
   * `isSeen`, and must be forgotten otherwise.
   */
  readonly onSpans?: ((spans: readonly Span[]) => Promise<void> | undefined) | undefined;
}

/**
 * Finds where a page lies, which steps are completed in it, and whether it can be trusted; so
 * nothing is written before it is known to be sound. A page of a large log is sought (see
 * `seekPage`), which costs what the page holds; every other log is read once, as a whole.
 * @throws {HistpackError} the first fault of a corrupt log, unless `salvage`; `E_TORN` for a torn
 *   tail under `strict`; `E_SELECTION` where `fromSeq` lies beyond the end.
 */
export async function survey(
  log: Log,
  selection: Selection,
  options: SurveyOptions = {},
): Promise<Survey> {
  const { salvage = false, strict = false, seek = true } = options;
  if (!seek || salvage || !canSeek(log, selection)) return surveyWhole(log, selection, options, []);
  try {
    const sought = await seekPage(log, selection);
    if (strict) refuseTornTail(sought.warnings);
    const inheritedEvents = new InheritedPrefix(log.header.seedLength).within(sought.endSeq);
    const warnings = [...log.warnings, ...sought.warnings];
    return { ...sought, inheritedEvents, warnings, isSeen: false };
  } catch (error) {
    if (!(error instanceof SeekRefused)) throw error;
    const message = `reading all of the log, which does not let the page be sought: ${error.message}`;
    const note: Warning = { code: 'W_NO_SEEK', message, file: log.source.name };
    return surveyWhole(log, selection, options, [note]);
  }
}

async function surveyWhole(
  log: Log,
  selection: Selection,
  options: SurveyOptions,
  notes: readonly Warning[],
): Promise<Survey> {
  const { salvage = false, strict = false } = options;
  let view = await look(log, selection, Number.POSITIVE_INFINITY, options);
  const { end } = view;
  const { endSeq } = end;
  const warnings = [...log.warnings, ...notes, ...end.warnings];
  if (end.corruption !== undefined) {
    if (!salvage) throw new HistpackError(end.corruption);
    warnings.push(salvaged(end));
    // What was seen behind the valid prefix must not bear on the page: look again without it.
    view = await look(log, selection, endSeq, { ...options, onSpans: undefined });
  }
  if (strict) refuseTornTail(end.warnings);
  const interval = view.finder.finish(endSeq);
  if (interval.fromSeq > endSeq) {
    throw new HistpackError({
      code: 'E_SELECTION',
      message: `--from ${interval.fromSeq} lies past the end of the log, which holds ${endSeq} events`,
      file: log.source.name,
      hint: `use --from ${endSeq} for the empty page at the end, or a smaller seq`,
      detail: { fromSeq: interval.fromSeq, endSeq },
    });
  }
  const { steps, prefix } = view;
  const inheritedEvents = prefix.within(endSeq);
  const completedSteps = steps.completedIn(interval);
  const isSeen =
    view.seenSeq === endSeq && interval.fromSeq === 0 && interval.toSeq === endSeq && !salvage;
  return { interval, steps, completedSteps, endSeq, inheritedEvents, warnings, isSeen };
}

interface View {
  readonly finder: PageFinder;
  readonly steps: StepMessages;
  readonly prefix: InheritedPrefix;
  readonly end: LogEnd;
  /** Where the spans end that were looked at. */
  readonly seenSeq: Seq;
}

async function look(
  log: Log,
  selection: Selection,
  until: Seq,
  { steps: wantsSteps = true, onProgress, onSpans: see }: SurveyOptions,
): Promise<View> {
  const finder = new PageFinder(selection);
  const steps = new StepMessages();
  const prefix = new InheritedPrefix(log.header.seedLength);
  let seenSeq = 0;
  const onSpans = (spans: Span[]): Promise<void> | undefined => {
    for (const span of spans) {
      seenSeq = spanInterval(span).toSeq;
      if (isRun(span) || span.seq >= until) continue;
      finder.observe(span.event, span.seq);
      prefix.observe(span.event, span.seq);
      if (wantsSteps) steps.observe(span.event, span.seq);
    }
    return see?.(spans);
  };
  const end = await scanLog(log, { until, onSpans, onProgress });
  return { finder, steps, prefix, end, seenSeq };
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
 * Hands out the spans of a page in batches, cut to it. Call it with what a survey found; without
 * one, the interval must be known to lie in the valid prefix.
 */
export async function readInterval(
  log: Log,
  { interval, start }: PagePlace,
  onSpans: (spans: readonly Span[]) => Promise<void> | undefined,
  options: Pick<ScanOptions, 'onProgress' | 'isEnough'> = {},
): Promise<void> {
  const { fromSeq, toSeq: until } = interval;
  if (fromSeq >= until) return;
  const give = (spans: readonly Span[]) =>
    onSpans(spans.map((span) => sliceSpan(span, interval)).filter((span) => span !== undefined));
  if (start === undefined) {
    await scanLog(log, { ...options, until, onSpans: give });
    return;
  }
  try {
    await readSections({ ...start, ...options, until, limits: log.limits }, give);
  } catch (error) {
    if (!(error instanceof SeekRefused)) throw error;
    // The survey read the same page without trouble.
    const message = `the log changed while it was read: ${error.message}`;
    throw new HistpackError({ code: 'E_READ', message, file: log.source.name }, { cause: error });
  }
}
