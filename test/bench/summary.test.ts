import { expect, it } from 'vitest';
import { summarize } from '../../src/bench/summary.ts';

it.each([
  [[7], { median: 7, min: 7, max: 7 }],
  [[9, 1, 4], { median: 4, min: 1, max: 9 }],
  [[10, 2, 1, 4], { median: 3, min: 1, max: 10 }],
])('summarizes %j', (values, expected) => {
  expect(summarize(values)).toEqual(expected);
});

it('has nothing to say of no runs', () => {
  expect(() => summarize([])).toThrow(RangeError);
});
