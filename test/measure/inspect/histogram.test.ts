import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Histogram } from '../../../src/measure/inspect/histogram.ts';
import { itHolds } from '../../support/fuzz.ts';

const binsOf = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram.finish();
};

describe('Histogram', () => {
  it('has bins of 1, 2 and 5 in each decade, and one for 0', () => {
    expect(binsOf([0, 1, 2, 4, 5, 9, 10, 19, 20, 49, 50])).toEqual([
      { from: 0, to: 1, count: 1 },
      { from: 1, to: 2, count: 1 },
      { from: 2, to: 5, count: 2 },
      { from: 5, to: 10, count: 2 },
      { from: 10, to: 20, count: 2 },
      { from: 20, to: 50, count: 2 },
      { from: 50, to: 100, count: 1 },
    ]);
  });

  it('leaves out what is empty at the ends, not between', () => {
    expect(binsOf([3, 30])).toEqual([
      { from: 2, to: 5, count: 1 },
      { from: 5, to: 10, count: 0 },
      { from: 10, to: 20, count: 0 },
      { from: 20, to: 50, count: 1 },
    ]);
    expect(binsOf([])).toEqual([]);
  });

  itHolds(
    'counts what lies in each bin, up to the largest safe integer',
    fc.property(
      fc.array(
        fc.oneof(
          fc.nat(60),
          fc.nat(),
          fc.maxSafeNat(),
          fc.integer({ min: 0, max: 15 }).map((e) => 10 ** e),
        ),
      ),
      (values) => {
        const bins = binsOf(values);
        for (const { from, to, count } of bins) {
          expect(count).toBe(values.filter((value) => value >= from && value < to).length);
        }
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
      },
    ),
  );
});
