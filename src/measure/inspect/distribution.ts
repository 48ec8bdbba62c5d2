/** A list of numbers in five. Quantiles are the nearest rank: real values of the list. */
export interface Distribution {
  readonly count: number;
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  readonly sum: number;
}

const MEDIAN = 0.5;
const P95 = 0.95;

/** Undefined for an empty list. O(n log n); the list is not changed. */
export function distributionOf(values: readonly number[]): Distribution | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const rank = (share: number): number =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number; // within, as share <= 1
  return {
    count: sorted.length,
    min: rank(0),
    median: rank(MEDIAN),
    p95: rank(P95),
    max: rank(1),
    sum: sorted.reduce((sum, value) => sum + value, 0),
  };
}
