/** How many values lie in `[from, to)`. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const DECADES = 17;

/** 0, 1, 2, 5, 10, 20, 50 and so on past the largest safe integer: even steps on a log scale, round to read. */
const EDGES: readonly number[] = [
  0,
  ...Array.from({ length: DECADES }, (_, exponent) =>
    [1, 2, 5].map((digit) => Number(`${digit}e${exponent}`)),
  ).flat(),
];

/** Counts of values >= 0 by size, in bins of a log scale. Memory: a number for each bin. */
export class Histogram {
  readonly #counts: number[] = EDGES.map(() => 0);

  /** Counts a value that is no less than 0. */
  add(value: number): void {
    const bin = binOf(value);
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1;
  }

  /** From the first bin that holds a value to the last one, empty ones between them included. */
  finish(): Bin[] {
    const first = this.#counts.findIndex((count) => count > 0);
    const last = this.#counts.findLastIndex((count) => count > 0);
    if (first === -1) return [];
    return this.#counts.slice(first, last + 1).map((count, at) => ({
      from: EDGES[first + at] ?? 0,
      to: EDGES[first + at + 1] ?? Number.POSITIVE_INFINITY,
      count,
    }));
  }
}

/** The last edge that is no more than the value. */
function binOf(value: number): number {
  let [low, high] = [0, EDGES.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((EDGES[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return low;
}
