import { describe, expect, it } from 'vitest';
import { loadChecksums } from '../../../src/log/zstd/checksum.ts';
import { explainEngineError } from '../../../src/log/zstd/engine-errors.ts';
import { loadEngine } from '../../../src/log/zstd/engines.ts';
import { checkFrameLimits } from '../../../src/log/zstd/frame-limits.ts';
import { decodeByGuess, guessDecodedBytes } from '../../../src/log/zstd/guess.ts';
import { dataFrames, ENGINES, makeFrame, memorySource, walkAll } from './support.ts';

const MIB = 2 ** 20;

describe('loadEngine', () => {
  it('loads each engine once', async () => {
    expect(await loadEngine('fzstd')).toBe(await loadEngine('fzstd'));
    expect((await loadEngine('fzstd')).name).toBe('fzstd');
  });

  it('prefers the native engine where there is one', async () => {
    expect((await loadEngine()).name).toBe(ENGINES.includes('native') ? 'native' : 'fzstd');
  });

  it.skipIf(ENGINES.includes('native'))('says what is needed where there is none', async () => {
    await expect(loadEngine('native')).rejects.toThrow('needs Node 22.15 or later');
  });
});

describe('explainEngineError', () => {
  it.each([
    [new Error('invalid zstd data'), 'E_FRAME'],
    [new RangeError('offset is out of bounds'), 'E_FRAME'],
    [new TypeError("Cannot read properties of undefined (reading 'b')"), 'E_FRAME'],
    [new RangeError('Array buffer allocation failed'), 'E_LIMIT'],
    ['a string', 'E_FRAME'],
  ])('%s is %s', (error, code) => {
    expect(explainEngineError(error).code).toBe(code);
  });
});

describe('windows that fzstd cannot be trusted with', () => {
  it('are refused where no checksum could show a wrong byte', async () => {
    const fzstd = await loadEngine('fzstd');
    const [small] = dataFrames(await walkAll(memorySource(makeFrame([{ rle: 1, times: 9 }]))));
    if (small === undefined) throw new Error('no frame');
    const frame = { ...small, windowBytes: 128 * MIB, decodedBound: 100 * MIB };
    const limits = { maxDecodedBytes: 2 ** 40 };
    expect(checkFrameLimits(frame, fzstd, limits)).toMatchObject({ windowBytes: 128 * MIB });
    for (const unproven of [{ hasChecksum: false }, { complete: false }]) {
      const run = () => checkFrameLimits({ ...frame, ...unproven }, fzstd, limits);
      expect(run).toThrow('fzstd may decode this window wrongly');
    }
  });

  it('do not count where the content is smaller', async () => {
    const bytes = makeFrame([{ rle: 1, times: 9 }], { window: 17 << 3, checksum: false });
    const [frame] = dataFrames(await walkAll(memorySource(bytes)));
    if (frame === undefined) throw new Error('no frame');
    const bounds = checkFrameLimits(frame, await loadEngine('fzstd'), { maxDecodedBytes: 9 });
    expect(bounds).toMatchObject({ decodedBound: 9 });
  });
});

describe('decodeByGuess', () => {
  it('guesses only where that halves the work', () => {
    expect(guessDecodedBytes(200, 131_072)).toBe(4096 + 12 * 200);
    expect(guessDecodedBytes(200, 8000)).toBeUndefined();
    expect(guessDecodedBytes(20_000, 131_072)).toBeUndefined();
  });

  it('gives nothing that the checksum does not prove', async () => {
    const engine = await loadEngine('fzstd');
    const checksums = await loadChecksums();
    const content = new Uint8Array(10).fill(1);
    // One RLE block; the shape claims that it could be more.
    const blocks = Uint8Array.of((10 << 3) | 3, 0, 0, 1);
    const shape = { windowBytes: MIB, decodedBound: 131_072, isSingleBatch: true };
    const proven = checksums.of([content]);
    expect(await decodeByGuess(engine, shape, blocks, checksums, proven)).toEqual([content]);
    expect(await decodeByGuess(engine, shape, blocks, checksums, proven ^ 1)).toBeUndefined();
    const malformed = Uint8Array.of((6 << 3) | 5, 0, 0, 0x08, 0x61, 1, 0b1111_1100, 1, 1);
    expect(await decodeByGuess(engine, shape, malformed, checksums, 0)).toBeUndefined();
  });
});

describe('loadChecksums', () => {
  it('gives the low 32 bits of XXH64, in one piece or many', async () => {
    const checksums = await loadChecksums();
    // XXH64 of nothing is ef46db3751d8e999.
    expect(checksums.of([])).toBe(0x51d8e999);
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i);
    const whole = checksums.of([bytes]);
    expect(checksums.of([bytes.subarray(0, 333), bytes.subarray(333)])).toBe(whole);
    const stream = checksums.stream();
    const other = checksums.stream();
    stream.update([bytes.subarray(0, 500)]);
    other.update([bytes]);
    stream.update([bytes.subarray(500, 501), bytes.subarray(501)]);
    expect([stream.digest(), other.digest()]).toEqual([whole, whole]);
  });
});
