import { describe, expect, it } from 'vitest';
import { cutTo, padEnd, padStart } from '../../../src/measure/plot/pad.ts';
import { binText, duration } from '../../../src/measure/plot/units.ts';

describe('duration', () => {
  it.each([
    [0, '0 ms'],
    [7, '7 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [1605, '1.6 s'],
    [12_345, '12.3 s'],
    [59_999, '60 s'],
    [60_000, '1 min'],
    [125_000, '2 min 5 s'],
    [3_599_900, '60 min'],
    [3_600_000, '1 h'],
    [12_000_000, '3 h 20 min'],
    [-1500, '-1.5 s'],
  ])('%i ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('binText', () => {
  it.each([
    [0, 1, '0'],
    [2, 5, '2–4'],
    [1000, 2000, '1,000–1,999'],
    [5e16, Number.POSITIVE_INFINITY, '≥ 50,000,000,000,000,000'],
  ])('[%d, %d) is %s', (from, to, text) => {
    expect(binText({ from, to })).toBe(text);
  });
});

describe('padding', () => {
  it('counts columns', () => {
    expect(padEnd('字', 4)).toBe('字  ');
    expect(padEnd('abcdef', 4)).toBe('abc…');
    expect(padStart('12', 4)).toBe('  12');
    expect(padStart('12345', 4)).toBe('12345');
    expect(cutTo('abcd', 4)).toBe('abcd');
    expect(cutTo('字字字', 5)).toBe('字字…');
  });
});
