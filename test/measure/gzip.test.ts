import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GZIP_LEVEL, gzipMeter } from '../../src/measure/gzip.ts';
import { feed, feedEvenly, sessionBytes } from './data.ts';

const LEVELS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const SIZES = [0, 1, 2, 32_767, 32_768, 65_535, 65_536, 65_537, 2 ** 20, 1_500_000];

/** Where the one-shot call begins another stored block. */
const STORED_SIZES = [
  ...[65_530, 65_531, 65_532, 65_533, 98_303, 98_304, 98_305, 131_072, 131_073, 163_840, 163_841],
  ...[2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 4 * 2 ** 20 + 1, 9_000_000],
];

describe('gzipMeter', () => {
  it.each(LEVELS)('counts what gzipSync makes at level %i', async (level) => {
    for (const size of SIZES) {
      const bytes = sessionBytes(size);
      const expected = gzipSync(bytes, { level }).length;
      expect([size, await feed(gzipMeter(level), bytes, { seed: size })]).toEqual([size, expected]);
    }
  });

  it('counts the same however the bytes come', async () => {
    const bytes = sessionBytes(20_000);
    for (const piece of [1, 7, 4096, 16_384, 20_000]) {
      const counted = await feedEvenly(gzipMeter(DEFAULT_GZIP_LEVEL), bytes, piece);
      expect([piece, counted]).toEqual([piece, gzipSync(bytes).length]);
    }
  });

  it('counts stored blocks, which depend on the length alone', async () => {
    for (const size of STORED_SIZES) {
      const bytes = sessionBytes(size);
      const expected = gzipSync(bytes, { level: 0 }).length;
      expect([size, await feed(gzipMeter(0), bytes)]).toEqual([size, expected]);
    }
  });

  it('has the default level of gzipSync', () => {
    expect(DEFAULT_GZIP_LEVEL).toBe(6);
  });
});
