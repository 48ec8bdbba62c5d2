import type { Source } from '../source.ts';
import { type Sections, SeekRefused, type TornTail } from './sections.ts';

/** Bytes of a section: a probe reads one, so small; a page reads many, so not too small. */
const SECTION_BYTES = 128 * 1024;
/** Read behind a section at a time, to find the end of its last line. */
const TAIL_BYTES = 64 * 1024;
/** Bytes of a probe: most lines end within them. */
const PROBE_BYTES = 8 * 1024;
const NEWLINE = 0x0a;

export interface RawSectionOptions {
  /** Bytes that a line may have. */
  readonly maxLineBytes: number;
  /** Bytes of a section; only tests want others. */
  readonly sectionBytes?: number;
}

/**
 * Raw text from `start` on, which is where the header line ended. Memory: a section and the rest
 * of its last line, which may be as long as `maxLineBytes`.
 */
export async function rawSections(
  source: Source,
  start: number,
  { maxLineBytes, sectionBytes = SECTION_BYTES }: RawSectionOptions,
): Promise<Sections> {
  const end = await lastLineEnd(source, start);
  const text: RawText = { source, start, end, maxLineBytes };
  return {
    count: Math.max(1, Math.ceil((end - start) / sectionBytes)),
    tornFrom: 0,
    tornTail: tornTail(source, end),
    read(index) {
      const from = start + index * sectionBytes;
      return readSection(text, from, Math.min(end, from + sectionBytes));
    },
    probe(index) {
      const from = start + index * sectionBytes;
      return readFirstLine(text, from, Math.min(end, from + sectionBytes));
    },
  };
}

/** The lines of a log behind its header. */
interface RawText {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly maxLineBytes: number;
}

/** The lines that begin in `[from, to)`. */
async function readSection(text: RawText, from: number, to: number): Promise<Buffer> {
  const { source, start } = text;
  // A line begins here only if the byte before it ends another.
  const lead = from > start ? 1 : 0;
  const bytes = await source.read(from - lead, to - from + lead);
  const first = lead === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  if (first === 0 && lead === 1) return bytes.subarray(0, 0);
  const lines = bytes.subarray(first);
  if (lines.length === 0 || lines.at(-1) === NEWLINE) return lines;
  return Buffer.concat([lines, ...(await restOfLine(text, to))]);
}

/** The first line that begins in `[from, to)`, if it and what is before it are short. */
async function readFirstLine(
  { source, start, end }: RawText,
  from: number,
  to: number,
): Promise<Buffer | undefined> {
  const lead = from > start ? 1 : 0;
  const bytes = await source.read(from - lead, Math.min(PROBE_BYTES, end - from + lead));
  const first = lead === 0 ? 0 : bytes.indexOf(NEWLINE) + 1;
  const last = bytes.indexOf(NEWLINE, first);
  const isFound = last >= 0 && (first > 0 || lead === 0) && from - lead + first < to;
  return isFound ? bytes.subarray(first, last + 1) : undefined;
}

async function restOfLine({ source, end, maxLineBytes }: RawText, from: number): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let offset = from; offset < end; ) {
    if (offset - from > maxLineBytes) throw new SeekRefused('a line on the way is too long');
    const bytes = await source.read(offset, Math.min(TAIL_BYTES, end - offset));
    if (bytes.length === 0) break;
    const newline = bytes.indexOf(NEWLINE);
    if (newline >= 0) return [...pieces, bytes.subarray(0, newline + 1)];
    pieces.push(bytes);
    offset += bytes.length;
  }
  return pieces;
}

/** Where the last line with a newline ends; `start` without one. O(length of the torn tail). */
export async function lastLineEnd(source: Source, start: number): Promise<number> {
  for (let end = source.size; end > start; ) {
    const from = Math.max(start, end - TAIL_BYTES);
    const newline = (await source.read(from, end - from)).lastIndexOf(NEWLINE);
    if (newline >= 0) return from + newline + 1;
    end = from;
  }
  return start;
}

const tornTail = ({ size }: Source, end: number): TornTail | undefined =>
  size === end ? undefined : { byteOffset: end, bytes: size - end };
