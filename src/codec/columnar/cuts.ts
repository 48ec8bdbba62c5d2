import { digits, readDigits } from './digits.ts';
import { expectedCut } from './expected-cut.ts';

/** Fragments as one text and where it is cut. */
export interface CutText {
  /** A number a fragment, in the number code: 0 for the expected length, else the length plus 1. */
  readonly cuts: string;
  /** The fragments joined. Halves of a surrogate pair in two fragments are one character here. */
  readonly text: string;
}

const AS_EXPECTED = 0;

/** Joins fragments. O(characters). */
export function joinFragments(fragments: readonly string[]): CutText {
  const text = fragments.join('');
  let cuts = '';
  let from = 0;
  for (const { length } of fragments) {
    const isExpected = length > 0 && expectedCut(text, from) === from + length;
    cuts += digits(isExpected ? AS_EXPECTED : length + 1);
    from += length;
  }
  return { cuts, text };
}

/**
 * Cuts a text into its fragments again; undefined where the cuts do not fit it.
 * @throws {RowError} where `cuts` is not in the number code
 */
export function cutFragments({ cuts, text }: CutText): string[] | undefined {
  const lengths = readDigits(cuts, 'cuts');
  const fragments = new Array<string>(lengths.length);
  let from = 0;
  for (let member = 0; member < lengths.length; member++) {
    const length = lengths[member] as number; // inside by the loop's bound
    if (length < 0 || (length === AS_EXPECTED && from >= text.length)) return undefined;
    const to = length === AS_EXPECTED ? expectedCut(text, from) : from + length - 1;
    if (to > text.length) return undefined;
    fragments[member] = text.slice(from, to);
    from = to;
  }
  return from === text.length ? fragments : undefined;
}
