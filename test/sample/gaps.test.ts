import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseGaps } from '../../src/sample/gaps.ts';
import { Random } from '../../src/sample/random.ts';

const draws = (text: string, count = 4_000, seed = 1): number[] => {
  const gaps = parseGaps(text);
  if (gaps === undefined) throw new TypeError(text);
  const random = new Random(seed);
  return Array.from({ length: count }, () => gaps.draw(random));
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe('gaps', () => {
  it('are integers of ms, 0 or more, of every kind', () => {
    const kinds = fc.constantFrom('fixed:N', 'uniform:0-N', 'lognormal:N', 'stalls:N');
    fc.assert(
      fc.property(kinds, fc.nat(999), fc.integer(), (kind, number, seed) =>
        draws(kind.replace('N', String(number)), 50, seed).every(
          (gap) => Number.isSafeInteger(gap) && gap >= 0,
        ),
      ),
    );
  });

  it('stay the same where they are fixed', () => {
    expect(new Set(draws('fixed:7'))).toEqual(new Set([7]));
  });

  it('take every value of their bounds where they are uniform', () => {
    expect(new Set(draws('uniform:5-9'))).toEqual(new Set([5, 6, 7, 8, 9]));
  });

  it('lie about their median, with a long tail, where they are log-normal', () => {
    const found = draws('lognormal:100');
    expect(median(found)).toBeGreaterThan(90);
    expect(median(found)).toBeLessThan(110);
    expect(Math.max(...found)).toBeGreaterThan(500);
    expect(Math.max(...found)).toBeLessThan(5_000);
  });

  it('hold seconds now and then where there are stalls', () => {
    const stalls = draws('stalls:10').filter((gap) => gap >= 1_000);
    expect(stalls.length).toBeGreaterThan(5);
    expect(stalls.length).toBeLessThan(60);
    expect(draws('lognormal:10').filter((gap) => gap >= 1_000)).toEqual([]);
  });

  it.each([
    '',
    'fixed',
    'fixed:',
    'fixed:-1',
    'fixed:1.5',
    'fixed:1-2',
    'uniform:9-5',
    'uniform:5',
  ])('are not %j', (text) => expect(parseGaps(text)).toBeUndefined());

  it.each(['poisson:3', 'toString:1', 'lognormal:1000000', ' fixed:1', 'fixed:1 '])(
    'are not %j either',
    (text) => expect(parseGaps(text)).toBeUndefined(),
  );
});
