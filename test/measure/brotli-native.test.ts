import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NativeBrotliMeter } from '../../src/measure/brotli-native.ts';
import { feed, feedEvenly, sessionBytes } from './data.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

const oneShot = (bytes: Buffer, quality: number): number =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;

/** Where the encoder changes its mind: block, window, size hint and fragment. */
const SMALL = [0, 1, 2, 16 * KIB, 64 * KIB - 1, 64 * KIB, 64 * KIB + 1, 256 * KIB];
const LARGE = [MIB / 2 - 1, MIB / 2, MIB - 1, MIB, MIB + 1];
const HUGE = [3_000_000, 3 * MIB];
const FRAGMENTS = [4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 8 * MIB, 8 * MIB + 1];

function sizesFor(quality: number): number[] {
  if (quality <= 3) return [...SMALL, ...LARGE, ...HUGE, ...FRAGMENTS];
  if (quality <= 9) return [...SMALL, ...LARGE, ...HUGE];
  return [...SMALL.slice(0, 7), 256 * KIB, MIB]; // a second a MiB
}

describe('NativeBrotliMeter', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    'counts what brotliCompressSync makes at quality %i',
    async (quality) => {
      for (const size of sizesFor(quality)) {
        const bytes = sessionBytes(size);
        const counted = await feed(new NativeBrotliMeter(quality), bytes, { seed: size });
        expect([size, counted]).toEqual([size, oneShot(bytes, quality)]);
      }
    },
  );

  it.each([0, 1, 2, 5, 9, 11])(
    'counts the same however the bytes come, at quality %i',
    async (quality) => {
      const bytes = sessionBytes(70_000);
      const expected = oneShot(bytes, quality);
      for (const piece of [7, 1000, 65_536, 69_999, 70_000]) {
        const counted = await feedEvenly(new NativeBrotliMeter(quality), bytes, piece);
        expect([piece, counted]).toEqual([piece, expected]);
      }
    },
  );

  it.each([4, 1])('takes pieces larger than its queue, at quality %i', async (quality) => {
    const bytes = sessionBytes(9 * MIB);
    const expected = oneShot(bytes, quality);
    for (const piece of [9 * MIB, 5 * MIB, 4 * MIB, MIB]) {
      const counted = await feedEvenly(new NativeBrotliMeter(quality), bytes, piece);
      expect([piece, counted]).toEqual([piece, expected]);
    }
  });

  it('can be given up at any time', async () => {
    for (const size of [0, 1000, 2 * MIB]) {
      const meter = new NativeBrotliMeter(5);
      await meter.write(sessionBytes(size));
      expect(() => meter.abort()).not.toThrow();
    }
  });
});
