import { describe, expect, it } from 'vitest';
import { isComparable } from '../../../src/measure/check/baseline.ts';
import { engineFingerprint } from '../../../src/measure/check/fingerprint.ts';
import { type CompressionOptions, DEFAULT_COMPRESSION } from '../../../src/measure/compressors.ts';
import { MAKER } from './data.ts';

const FAST = { ...DEFAULT_COMPRESSION, brotliQuality: 5 };

const of = (options: Partial<CompressionOptions> = {}) =>
  engineFingerprint({ ...FAST, ...options });

describe('engineFingerprint', () => {
  it('is the same each time, short and hexadecimal', async () => {
    const [one, two] = await Promise.all([of(), of()]);
    expect(one).toBe(two);
    expect(one).toMatch(/^[0-9a-f]{16}$/);
  });

  it('is another one for each level and quality', async () => {
    const all = await Promise.all([
      ...[0, 1, 6, 9].map((gzipLevel) => of({ gzipLevel })),
      ...[0, 1, 4, 9, 11].map((brotliQuality) => of({ brotliQuality })),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('tells engines by their bytes; their names are compared with the options', async () => {
    const baseline = async (brotliEngine: 'native' | 'wasm') => ({
      engine: await of({ brotliEngine }),
      options: { ...MAKER.options, ...FAST, brotliEngine },
    });
    const [native, wasm] = [await baseline('native'), await baseline('wasm')];
    expect(isComparable(native, native)).toBe(true);
    expect(isComparable(native, wasm)).toBe(false);
  });
});
