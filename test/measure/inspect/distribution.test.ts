import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distributionOf } from '../../../src/measure/inspect/distribution.ts';
import { itHolds } from '../../support/fuzz.ts';

/** The nearest rank by its definition: the smallest value with that share of all at or below it. */
const nearestRank = (values: readonly number[], share: number): number | undefined =>
  [...values]
    .sort((a, b) => a - b)
    .find((value) => values.filter((other) => other <= value).length >= share * values.length);

describe('distributionOf', () => {
  it('has nothing to say of an empty list', () => {
    expect(distributionOf([])).toBeUndefined();
  });

  it.each([
    [[7], { count: 1, min: 7, median: 7, p95: 7, max: 7, sum: 7 }],
    [[2, 1], { count: 2, min: 1, median: 1, p95: 2, max: 2, sum: 3 }],
    [[10, 9, 1], { count: 3, min: 1, median: 9, p95: 10, max: 10, sum: 20 }],
    [[0, -5], { count: 2, min: -5, median: -5, p95: 0, max: 0, sum: -5 }],
  ])('of %j', (values, expected) => {
    expect(distributionOf(values)).toEqual(expected);
  });

  it('takes the 95th and the 50th of a hundred', () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(distributionOf(values)).toMatchObject({ median: 50, p95: 95 });
  });

  it('leaves the list as it is, and sorts by value and not as text', () => {
    const values = [10, 9, 100];
    expect(distributionOf(values)?.max).toBe(100);
    expect(values).toEqual([10, 9, 100]);
  });

  itHolds(
    'agrees with the definitions',
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (values) => {
      expect(distributionOf(values)).toEqual({
        count: values.length,
        min: Math.min(...values),
        median: nearestRank(values, 0.5),
        p95: nearestRank(values, 0.95),
        max: Math.max(...values),
        sum: values.reduce((sum, value) => sum + value, 0),
      });
    }),
  );
});
