import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_NOISE,
  isBeyondNoise,
  noiseOf,
  parseNoise,
  wholeShare,
} from '../../../src/measure/check/noise.ts';

describe('the default noise floor', () => {
  it('is exact for records and JSON bytes', () => {
    for (const size of ['records', 'json'] as const) {
      expect(isBeyondNoise(1_000_000, 1_000_000, DEFAULT_NOISE[size])).toBe(false);
      expect(isBeyondNoise(1_000_000, 1_000_001, DEFAULT_NOISE[size])).toBe(true);
      expect(isBeyondNoise(1_000_000, 999_999, DEFAULT_NOISE[size])).toBe(true);
    }
  });

  it.each([
    ['gzip', 100_000, 250], // 0.25 % is more than 64 B
    ['gzip', 10_000, 64], // 64 B are more than 0.25 %
    ['brotli', 100_000, 1500], // 1.5 % is more than 128 B
    ['brotli', 1000, 128], // 128 B are more than 1.5 %
    ['gzip', 0, 64],
  ] as const)('of %s bytes on %i is %i, both to be exceeded', (size, before, most) => {
    const floor = DEFAULT_NOISE[size];
    expect(noiseOf(before, floor)).toBe(most);
    expect(isBeyondNoise(before, before + most, floor)).toBe(false);
    expect(isBeyondNoise(before, before + most + 1, floor)).toBe(true);
  });

  it('holds in both directions', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat({ max: 5000 }), (before, difference) => {
        const floor = DEFAULT_NOISE.brotli;
        expect(isBeyondNoise(before, before + difference, floor)).toBe(
          isBeyondNoise(before, before - difference, floor),
        );
      }),
    );
  });
});

describe('wholeShare', () => {
  it.each([
    [100, 0.29, 29], // 28.999999999999996
    [1000, 0.005, 5],
    [199, 0.01, 1],
    [0, 0.5, 0],
  ])('of %i and %f is %i', (value, share, expected) => {
    expect(wholeShare(value, share)).toBe(expected);
  });

  it('is the share in integers', () => {
    const sizes = fc.nat({ max: 1e12 });
    fc.assert(
      fc.property(sizes, fc.nat({ max: 10_000 }), (value, basisPoints) => {
        const exact = Number((BigInt(value) * BigInt(basisPoints)) / 10_000n);
        expect(wholeShare(value, basisPoints / 10_000)).toBe(exact);
      }),
    );
  });
});

describe('parseNoise', () => {
  it('replaces one floor and keeps the others', () => {
    expect(parseNoise('brotli=2%,1 KiB', DEFAULT_NOISE)).toEqual({
      ...DEFAULT_NOISE,
      brotli: { share: 0.02, absolute: 1024 },
    });
    expect(parseNoise('records=0%, 5', DEFAULT_NOISE).records).toEqual({ share: 0, absolute: 5 });
  });

  it.each([
    ...['', 'brotli', 'brotli=1%', 'brotli=1%,', 'brotli=,1B', 'brotli=1B,1%', 'brotli=1%,1KB'],
    ...['zstd=1%,1B', 'brotli=1%,1B,2B', 'packed.brotli=1%,1B', 'constructor=1%,1B', 'gzip=0.1,1B'],
  ])('refuses %j, and shows the form', (text) => {
    expect(() => parseNoise(text, DEFAULT_NOISE)).toThrow(
      'expected SIZE=SHARE,BYTES such as brotli=1.5%,128B (SIZE of records, json, gzip, brotli)',
    );
  });
});
