import type { Seq } from '../../codec/types.ts';
import { firstLine, lastLine, readRecord } from './records.ts';
import { type Sections, SeekRefused } from './sections.ts';

/** The number of events in the log, from its last line. */
export async function locateEnd(sections: Sections): Promise<Seq> {
  for (let index = sections.count - 1; index >= 0; index--) {
    const lines = await sections.read(index);
    if (lines.length > 0) return readRecord(lastLine(lines)).toSeq;
  }
  return 0;
}

/** A section and the seq of its first record. */
export interface SectionStart {
  readonly index: number;
  readonly seq: Seq;
}

/**
 * The last section that begins at or before a seq, by binary search: O(log sections) sections read,
 * one line parsed in each.
 */
export async function locateSection(sections: Sections, seq: Seq): Promise<SectionStart> {
  let low = await startAtOrAfter(sections, 0);
  if (low === undefined || low.seq !== 0) throw new SeekRefused('the log does not begin at seq 0');
  let high = sections.count;
  while (high - low.index > 1) {
    const middle = (low.index + high) >> 1;
    const start = await startAtOrAfter(sections, middle);
    if (start === undefined || start.index >= high || start.seq > seq) high = middle;
    else low = start;
  }
  return low;
}

/** The first section with a line, from `index` on. */
async function startAtOrAfter(
  sections: Sections,
  index: number,
): Promise<SectionStart | undefined> {
  for (let at = index; at < sections.count; at++) {
    const line = await sections.probe?.(at);
    if (line !== undefined) return { index: at, seq: readRecord(line).fromSeq };
    const lines = await sections.read(at);
    if (lines.length > 0) return { index: at, seq: readRecord(firstLine(lines)).fromSeq };
  }
  return undefined;
}
