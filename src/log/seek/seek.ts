import {
  type CompletedSteps,
  groupStart,
  isAppendOriginMessage,
  type Selection,
  StepMessages,
} from '../../codec/page.ts';
import { isRun } from '../../codec/span.ts';
import type { Interval, Seq } from '../../codec/types.ts';
import type { Warning } from '../../errors.ts';
import type { Log } from '../log.ts';
import { locateEnd, locateSection, type SectionStart } from './locate.ts';
import { rawSections } from './raw-sections.ts';
import { readSections } from './read-sections.ts';
import { linesBackwards, mayBeMessage, readRecord } from './records.ts';
import { proveRunningTurn } from './running-turn.ts';
import { cached, type Sections, SeekRefused } from './sections.ts';
import { zstdSections } from './zstd-sections.ts';

const MIB = 1024 * 1024;

/** A smaller log is read whole: that costs as little, and finds faults outside the page too. */
const MIN_SEEK_BYTES = MIB;

/** How each encoding is cut; those that are not here cannot be read from the middle. */
const SECTIONS: Readonly<Record<string, (log: Log) => Promise<Sections>>> = {
  raw: ({ source, headerBytes, limits }) => rawSections(source, headerBytes, limits),
  zstd: ({ source }) => zstdSections(source),
};

/** A page that was found without reading the log. */
export interface SoughtPage {
  readonly interval: Interval;
  readonly endSeq: Seq;
  readonly completedSteps: CompletedSteps;
  readonly steps: StepMessages;
  readonly warnings: readonly Warning[];
  /** Where a reading of the page can begin. */
  readonly start: SeekStart;
}

export interface SeekStart {
  readonly sections: Sections;
  readonly from: SectionStart;
}

/** Whether seeking can save anything. */
export const canSeek = ({ source, encoding }: Log, selection: Selection): boolean =>
  source.size >= MIN_SEEK_BYTES &&
  Object.hasOwn(SECTIONS, encoding.name) &&
  !(
    selection.kind === 'interval' &&
    selection.fromSeq === undefined &&
    selection.toSeq === undefined
  );

/**
 * Finds a page at the cost of what it holds: an end by the last line, a seq by binary search, a
 * message-aligned start by reading backwards. The page itself is then read once, so that its seqs
 * are known to be dense and its ends exact.
 * @throws {SeekRefused} where that cannot be done or something is wrong: read from the start then.
 */
export async function seekPage(log: Log, selection: Selection): Promise<SoughtPage> {
  const cut = SECTIONS[log.encoding.name];
  if (cut === undefined)
    throw new SeekRefused(`${log.encoding.name} cannot be read from the middle`);
  return seekInSections(log, cached(await cut(log)), selection);
}

/** `seekPage`, in a log that is cut already. */
export async function seekInSections(
  log: Log,
  sections: Sections,
  selection: Selection,
): Promise<SoughtPage> {
  const endSeq = await locateEnd(sections);
  await proveRunningTurn(sections, endSeq, log.limits);
  const interval = await boundsOf(sections, selection, endSeq);
  if (interval.fromSeq > endSeq) throw new SeekRefused('the page begins behind the end of the log');
  const from = await locateSection(sections, interval.fromSeq);
  const steps = new StepMessages();
  // The last line need not have the highest seq: a page at the end must be all there is.
  const isToEnd = interval.toSeq === endSeq;
  const reading = { sections, from, until: interval.toSeq, limits: log.limits, isToEnd };
  await readSections(reading, (spans) => {
    for (const span of spans) if (!isRun(span)) steps.observe(span.event, span.seq);
    return undefined;
  });
  return {
    interval,
    endSeq,
    steps,
    completedSteps: steps.completedIn(interval),
    warnings: tornWarnings(log, sections),
    start: { sections, from },
  };
}

async function boundsOf(sections: Sections, selection: Selection, endSeq: Seq): Promise<Interval> {
  if (selection.kind === 'interval') {
    const toSeq = Math.min(selection.toSeq ?? endSeq, endSeq);
    return { fromSeq: selection.fromSeq ?? 0, toSeq };
  }
  if (selection.kind === 'forward') {
    const toSeq = await findForward(sections, selection.fromSeq, selection.maxMessages, endSeq);
    return { fromSeq: selection.fromSeq, toSeq };
  }
  const toSeq = Math.min(selection.beforeSeq ?? endSeq, endSeq);
  return { fromSeq: await findBackward(sections, toSeq, selection.maxMessages), toSeq };
}

/** The group start of the n-th message before a seq, reading backwards; 0 where there are fewer. */
async function findBackward(sections: Sections, before: Seq, maxMessages: number): Promise<Seq> {
  let missing = maxMessages;
  for (let { index } = await locateSection(sections, before); index >= 0; index--) {
    for (const line of linesBackwards(await sections.read(index))) {
      if (!mayBeMessage(line)) continue;
      const { record, fromSeq: seq } = readRecord(line);
      if (seq >= before || !isAppendOriginMessage(record)) continue;
      missing -= 1;
      if (missing === 0) return groupStart(record, seq);
    }
  }
  return 0;
}

/** The seq after the n-th message from a seq on; the end of the log where there are fewer. */
async function findForward(
  sections: Sections,
  fromSeq: Seq,
  maxMessages: number,
  endSeq: Seq,
): Promise<Seq> {
  if (fromSeq >= endSeq) return endSeq;
  let missing = maxMessages;
  const { index: first } = await locateSection(sections, fromSeq);
  for (let index = first; index < sections.count; index++) {
    for (const line of [...linesBackwards(await sections.read(index))].reverse()) {
      if (!mayBeMessage(line)) continue;
      const { record, fromSeq: seq } = readRecord(line);
      if (seq < fromSeq || !isAppendOriginMessage(record)) continue;
      missing -= 1;
      if (missing === 0) return seq + 1;
    }
  }
  return endSeq;
}

function tornWarnings({ source }: Log, { tornTail }: Sections): Warning[] {
  if (tornTail === undefined) return [];
  const { byteOffset, bytes, frame } = tornTail;
  const file = source.name;
  if (frame === undefined) {
    const message = `torn tail left out: the last line has no newline (${bytes} bytes)`;
    const detail = { bytes, reason: 'unterminated' };
    return [{ code: 'W_TORN_TAIL', message, file, byteOffset, detail }];
  }
  const message =
    `torn tail: the last frame is cut off after ${bytes} bytes; ` +
    'its complete lines are used, unproven by its checksum';
  const place = { file, frame, frameOffset: byteOffset };
  return [{ code: 'W_TORN_FRAME', message, ...place, detail: { bytes } }];
}
