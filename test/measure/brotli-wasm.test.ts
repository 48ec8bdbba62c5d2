import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadBrotliWasm, WasmBrotliMeter } from '../../src/measure/brotli-wasm.ts';
import { feed, feedEvenly, sessionBytes } from './data.ts';

const engine = loadBrotliWasm();
const SIZES = [0, 1, 65_535, 65_536, 65_537];

describe('WasmBrotliMeter', () => {
  // At 0 and 1 the encoder starts a fragment with every write, and the package's own one-shot
  // call writes 4 KiB at a time: there the two cannot agree.
  it.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])(
    "counts what the package's one-shot call makes at quality %i",
    async (quality) => {
      const sizes = quality <= 9 ? [...SIZES, 2 ** 20, 2 ** 20 + 1] : SIZES;
      for (const size of sizes) {
        const bytes = sessionBytes(size);
        const expected = engine.compress(bytes, { quality }).length;
        const counted = await feed(new WasmBrotliMeter(engine, quality), bytes, { seed: size });
        expect([size, counted]).toEqual([size, expected]);
      }
    },
  );

  it.each([2, 5, 11])('counts the same however the bytes come, at quality %i', async (quality) => {
    const bytes = sessionBytes(20_000);
    const expected = engine.compress(bytes, { quality }).length;
    for (const piece of [7, 777, 19_999, 20_000]) {
      const counted = await feedEvenly(new WasmBrotliMeter(engine, quality), bytes, piece);
      expect([piece, counted]).toEqual([piece, expected]);
    }
  });

  it('is an encoder of its own, whose output the native decoder reads', () => {
    const bytes = sessionBytes(100_000);
    expect(brotliDecompressSync(engine.compress(bytes, { quality: 5 })).equals(bytes)).toBe(true);
  });

  it('turns the strings that the package throws into errors', async () => {
    const meter = new WasmBrotliMeter(engine, 5);
    await meter.finish();
    await expect(meter.write(Buffer.from('late'))).rejects.toThrow(Error);
  });

  it('can be given up', async () => {
    const meter = new WasmBrotliMeter(engine, 5);
    await meter.write(Buffer.from('some'));
    expect(() => meter.abort()).not.toThrow();
  });
});
