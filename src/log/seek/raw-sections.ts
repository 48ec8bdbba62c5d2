import type { Source } from '../source.ts';
import type { Sections, TornTail } from './sections.ts';

/** Bytes of a section: a probe reads one, so small; a page reads many, so not too small. */
const SECTION_BYTES = 128 * 1024;
/** Read behind a section at a time, to find the end of its last line. */
const TAIL_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Raw text from `start` on, which is where the header line ended. */
export async function rawSections(source: Source, start: number): Promise<Sections> {
  const end = await lastLineEnd(source, start);
  return {
    count: Math.max(1, Math.ceil((end - start) / SECTION_BYTES)),
    tornTail: tornTail(source, end),
    read: (index) => readSection(source, start + index * SECTION_BYTES, start, end),
  };
}

/** The lines that begin in the `SECTION_BYTES` from `from` on. */
async function readSection(
  source: Source,
  from: number,
  start: number,
  end: number,
): Promise<Buffer> {
  const to = Math.min(end, from + SECTION_BYTES);
  // A line begins here only if the byte before it ends another.
  const lead = from > start ? 1 : 0;
  const bytes = await source.read(from - lead, to - from + lead);
  const first = lead === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (first === 0 && lead === 1) return bytes.subarray(0, 0);
  const lines = bytes.subarray(first);
  if (lines.length === 0 || lines.at(-1) === NEWLINE) return lines;
  return Buffer.concat([lines, ...(await restOfLine(source, to, end))]);
}

async function restOfLine(source: Source, from: number, end: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let offset = from; offset < end; ) {
    const bytes = await source.read(offset, Math.min(TAIL_BYTES, end - offset));
    if (bytes.length === 0) break;
    const newline = bytes.indexOf(NEWLINE);
    if (newline >= 0) return [...pieces, bytes.subarray(0, newline + 1)];
    pieces.push(bytes);
    offset += bytes.length;
  }
  return pieces;
}

/** Where the last line with a newline ends. O(length of the torn tail). */
async function lastLineEnd(source: Source, start: number): Promise<number> {
  for (let end = source.size; end > start; ) {
    const from = Math.max(start, end - TAIL_BYTES);
    const newline = (await source.read(from, end - from)).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
    end = from;
  }
  return start;
}

const tornTail = ({ size }: Source, end: number): TornTail | undefined =>
  size === end ? undefined : { byteOffset: end, bytes: size - end, isFrame: false };
