import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import { NOTE_FORMS } from '../../src/measure/forms.ts';
import { measureLog } from '../../src/measure/measure.ts';
import { OneShot } from '../../src/measure/one-shot.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { sessionBytes } from './data.ts';

describe('OneShot', () => {
  it('gives the sizes of the one-shot calls, also of bytes seen before', () => {
    const compression = { gzipLevel: 3, brotliQuality: 4, brotliEngine: 'native' } as const;
    const bytes = sessionBytes(30_000);
    const sizes = {
      gzipBytes: gzipSync(bytes, { level: 3 }).length,
      brotliBytes: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        .length,
    };
    const oneShot = OneShot.of(compression);
    expect(oneShot?.sizesOf(bytes)).toEqual(sizes);
    expect(oneShot?.sizesOf(Buffer.from(bytes))).toBe(oneShot?.sizesOf(bytes));
    expect(oneShot?.sizesOf(bytes.subarray(1))).not.toEqual(sizes);
  });

  it('is not there for the other engine', () => {
    expect(OneShot.of({ ...DEFAULT_COMPRESSION, brotliEngine: 'wasm' })).toBeUndefined();
  });
});

describe('a log measured in one thread', () => {
  it.each([
    ['small pages', 3],
    ['pages of which the raw one is too large', 250],
    ['pages that are all too large', 4000],
  ])('weighs what it weighs otherwise: %s', async (_, turns) => {
    const bytes = Buffer.from(logText(conversation({ turns, deltas: 20 })));
    const measure = async (oneShot: boolean) =>
      measureLog(await openLog(memorySource(bytes)), {
        selection: { kind: 'interval' },
        forms: NOTE_FORMS,
        projection: 'literal',
        compression: { ...DEFAULT_COMPRESSION, brotliQuality: 5 },
        oneShot,
      });
    const measured = await measure(true);
    expect(measured).toEqual(await measure(false));
    const { raw, packed } = measured.weights;
    const large = [raw, packed].map((weight) => (weight?.jsonBytes ?? 0) > OneShot.MAX_BYTES);
    expect(large).toEqual({ 3: [false, false], 250: [true, false], 4000: [true, true] }[turns]);
  });
});
