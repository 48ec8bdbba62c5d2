import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRanges, toRanges } from '../../../src/codec/columnar/sources.ts';
import type { JsonValue } from '../../../src/codec/types.ts';
import { itHolds } from '../../support/fuzz.ts';

describe('sources as ranges', () => {
  it.each<[JsonValue, JsonValue]>([
    [[], []],
    [[7], [7]],
    [
      [1, 2],
      [1, 2],
    ],
    [[1, 2, 3], [[1, 3]]],
    [
      [9, 1, 2, 3, 4, 8, 7, 6],
      [9, [1, 4], 8, 7, 6],
    ],
    [
      [1, 2, 3, 4, 5, 6, 6, 7],
      [[1, 6], 6, 7],
    ],
  ])('writes %j as %j', (sources, ranges) => {
    expect(toRanges(sources)).toEqual(ranges);
    expect(fromRanges(ranges)).toEqual(sources);
  });

  itHolds(
    'gives every list of seqs back',
    fc.property(fc.array(fc.oneof(fc.nat(20), fc.maxSafeInteger())), (list) => {
      const sources = list.map(Math.abs);
      expect(fromRanges(toRanges(sources) as JsonValue)).toEqual(sources);
    }),
    1000,
  );

  it.each<[JsonValue]>([[[[1, 3]]], [['1']], [[-1]], [[1.5]], [[null]], ['1'], [{}], [null]])(
    'leaves %j alone',
    (sources) => expect(toRanges(sources)).toBeUndefined(),
  );

  it.each<[JsonValue]>([
    [null],
    [{}],
    [['1']],
    [[[3, 1]]],
    [[[1, 2, 3]]],
    [[[1]]],
    [[[]]],
    [[[0, 1e9]]],
    [[[0, 1e300]]],
  ])('refuses %j', (ranges) => expect(fromRanges(ranges)).toBeUndefined());

  it('keeps hundreds of thousands of sources', () => {
    const sources = Array.from({ length: 400_000 }, (_, seq) => seq + 5);
    expect(toRanges(sources)).toEqual([[5, 400_004]]);
    expect(fromRanges([[5, 400_004]])).toEqual(sources);
  });
});
