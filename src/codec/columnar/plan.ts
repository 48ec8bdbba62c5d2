import { Dictionary } from './dictionary.ts';

/** How a run's fragments are best written. */
export type Plan =
  /** Joined, each in its place. */
  | 'joined'
  /** By number, on top of the dictionary so far. */
  | 'dictionary'
  /** By number, with a new dictionary, since the old one is full. */
  | 'new dictionary';

/**
 * What a compressor makes of things, in half bits, from measurements with Brotli 11 on prose: a
 * character 2.5 bits, a cut 1 bit, a fragment's number 10 bits, the mark of a new fragment 6 bits.
 */
const CHAR = 5;
const CUT = 2;
const NUMBER = 20;
const NEW_MARK = 12;

/**
 * Chooses for one run. Text that a message of the same page repeats is joined, since a compressor
 * then finds the whole of it again. Other text goes by number where that is estimated to be
 * smaller: it is for a long answer whose vocabulary is known by then. O(members).
 */
export function planRun(
  fragments: readonly string[],
  isRepeated: boolean,
  dictionary: Dictionary,
): Plan {
  if (isRepeated) return 'joined';
  const known = estimate(fragments, (fragment) => dictionary.numberOf(fragment) !== undefined);
  if (dictionary.hasRoomFor(known.added, known.addedChars)) {
    return known.isSmaller ? 'dictionary' : 'joined';
  }
  const alone = estimate(fragments, () => false);
  const hasRoom = new Dictionary().hasRoomFor(alone.added, alone.addedChars);
  return alone.isSmaller && hasRoom ? 'new dictionary' : 'joined';
}

interface Estimate {
  readonly added: number;
  readonly addedChars: number;
  /** Whether numbers are smaller than joined text. */
  readonly isSmaller: boolean;
}

function estimate(fragments: readonly string[], isKnown: (fragment: string) => boolean): Estimate {
  const added = new Set<string>();
  let addedChars = 0;
  let chars = 0;
  for (const fragment of fragments) {
    chars += fragment.length;
    if (added.has(fragment) || isKnown(fragment)) continue;
    added.add(fragment);
    addedChars += fragment.length;
  }
  const numbers = NUMBER * (fragments.length - added.size) + NEW_MARK * added.size;
  const byNumber = numbers + (CHAR * addedChars + CUT * added.size);
  return {
    added: added.size,
    addedChars,
    isSmaller: byNumber < CHAR * chars + CUT * fragments.length,
  };
}
