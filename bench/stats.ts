/** What a handful of samples say: the middle and how far the middle half of them spreads. */
export interface Summary {
  readonly median: number;
  /** The quartiles: half of the samples lie between them. */
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

/**
 * Summarises samples by their quartiles. Means and standard deviations would let one interruption by
 * another process decide the result; the median does not notice it.
 * @throws {RangeError} for no samples.
 */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError('a summary needs one sample or more');
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    count: sorted.length,
  };
}

/** A quantile of sorted samples, with the line between neighbours. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const [from, to] = [sorted[below], sorted[Math.ceil(place)]] as [number, number]; // in bounds
  return from + (to - from) * (place - below);
}
