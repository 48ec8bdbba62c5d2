import type { Interval, Seq } from '../../codec/types.ts';
import type { Warning } from '../../errors.ts';

/** Places named in a message; a log can have one on every line. */
const MAX_RANGES = 5;

interface Entry {
  count: number;
  readonly ranges: { fromSeq: Seq; toSeq: Seq }[];
  readonly describe: (count: number) => string;
}

/** Gathers findings of one sort into one warning each, which says how many there are and where. */
export class Tally {
  readonly #entries = new Map<string, Entry>();

  /**
   * Adds a finding. Findings of one code and `key` become one warning, worded by the first
   * `describe` for it.
   */
  add(
    code: Warning['code'],
    { fromSeq, toSeq }: Interval,
    describe: (count: number) => string,
    key = '',
  ): void {
    const id = `${code}\n${key}`;
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = { count: 0, ranges: [], describe };
      this.#entries.set(id, entry);
    }
    entry.count += toSeq - fromSeq;
    const last = entry.ranges.at(-1);
    if (last?.toSeq === fromSeq) last.toSeq = toSeq;
    else if (entry.ranges.length <= MAX_RANGES) entry.ranges.push({ fromSeq, toSeq });
  }

  /** The warnings, in the order in which their first findings came. */
  warnings(file: string): Warning[] {
    return [...this.#entries].map(([id, { count, ranges, describe }]) => {
      const [code] = id.split('\n') as [Warning['code']]; // as `add` made it
      const shown = ranges.slice(0, MAX_RANGES).map(rangeText).join(', ');
      const more = ranges.length > MAX_RANGES ? ', …' : '';
      return {
        code,
        message: `${describe(count)} (seq ${shown}${more})`,
        file,
        detail: { count, ranges: ranges.slice(0, MAX_RANGES) },
      };
    });
  }
}

const rangeText = ({ fromSeq, toSeq }: Interval): string =>
  toSeq - fromSeq === 1 ? `${fromSeq}` : `${fromSeq}..${toSeq - 1}`;

/** The interval of one event. */
export const at = (seq: Seq): Interval => ({ fromSeq: seq, toSeq: seq + 1 });

/** `1 tool call`, `3 tool calls`. */
export const plural = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
