/** What some runs came to. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The median, which one interruption by another process does not move, and all the spread there is.
 * @throws {RangeError} for no values
 */
export function summarize(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) throw new RangeError('no runs to summarize');
  const middle = sorted.length >> 1;
  const upper = sorted[middle] as number; // there is one or more
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
  return { median, min, max };
}
