import type { Interval, Seq } from '../codec/types.ts';
import { type Fault, makeFault } from '../errors.ts';
import type { PageVerification } from './verify-page.ts';

/** How two neighbouring pages meet; plain data. Pages are named by their position in `pages`. */
export interface Stitch {
  readonly older: number;
  readonly newer: number;
  /** The older page's `toSeq`, and the newer one's `fromSeq`. */
  readonly expectedSeq: Seq;
  readonly foundSeq: Seq;
  /** Whether they are equal, as a client requires. */
  readonly isExact: boolean;
  /** One where they are not. */
  readonly faults: readonly Fault[];
}

export interface Stitched {
  readonly stitches: readonly Stitch[];
  readonly covers: Interval | undefined;
}

interface Placed extends Interval {
  readonly page: number;
}

/**
 * Whether pages make one contiguous history: sorted by where they begin, each must begin where the
 * one before ends. Pages without a place are left out; they have faults, or hold nothing.
 */
export function stitchPages(pages: readonly PageVerification[]): Stitched {
  const placed = pages
    .flatMap(({ interval }, page): Placed[] =>
      interval === undefined ? [] : [{ ...interval, page }],
    )
    .sort((a, b) => a.fromSeq - b.fromSeq || a.toSeq - b.toSeq);
  const stitches = placed
    .slice(1)
    .map((newer, before) => stitch(placed[before] as Placed, newer, pages)); // the one before it
  const [first, last] = [placed[0], placed.at(-1)];
  const isWhole =
    placed.length === pages.length &&
    stitches.every(({ isExact }) => isExact) &&
    pages.every(({ faults }) => faults.length === 0);
  const covers =
    isWhole && first !== undefined && last !== undefined
      ? { fromSeq: first.fromSeq, toSeq: last.toSeq }
      : undefined;
  return { stitches, covers };
}

function stitch(older: Placed, newer: Placed, pages: readonly PageVerification[]): Stitch {
  const [expectedSeq, foundSeq] = [older.toSeq, newer.fromSeq];
  const isExact = expectedSeq === foundSeq;
  const ends = { older: older.page, newer: newer.page, expectedSeq, foundSeq, isExact };
  return { ...ends, faults: isExact ? [] : [stitchFault(older, newer, pages)] };
}

function stitchFault(older: Placed, newer: Placed, pages: readonly PageVerification[]): Fault {
  const [expected, found] = [older.toSeq, newer.fromSeq];
  const names = [older, newer].map(({ page }) => pageName(pages, page));
  return makeFault({
    code: 'E_SEQ',
    message: `${names[0]} and ${names[1]} do not stitch: ${misfitText(expected, found)}`,
    file: pages[newer.page]?.file,
    line: pages[newer.page]?.line,
    seq: found,
    hint: 'ask for the older page with beforeSeq equal to the fromSeq of the newer one',
    detail: { older: older.page, newer: newer.page, expected, found },
  });
}

/** How an older page's `toSeq` and a newer one's `fromSeq` differ. */
export function misfitText(expectedSeq: Seq, foundSeq: Seq): string {
  const gap = foundSeq - expectedSeq;
  const what = gap < 0 ? 'an overlap' : `a gap of ${gap === 1 ? '1 event' : `${gap} events`}`;
  return `expected seq ${expectedSeq}, found seq ${foundSeq}: ${what}`;
}

/** What people call a page: its file, and its line or position where the file holds several. */
export function pageName(pages: readonly PageVerification[], position: number): string {
  const page = pages[position];
  if (page === undefined) return `page ${position}`;
  const { file, line, response } = page;
  if (line !== undefined) return `${file} line ${line}`;
  const isAlone = pages.filter((other) => other.file === file).length === 1;
  return isAlone ? file : `${file} [${response}]`;
}
