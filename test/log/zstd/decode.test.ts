import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../../src/log/zstd/decode.ts';
import type { DataFrameInfo } from '../../../src/log/zstd/walk.ts';
import {
  caseFile,
  checksumBytes,
  corpusMissing,
  dataFrames,
  decodeOne,
  ENGINES,
  join,
  makeFrame,
  memorySource,
  readFrames,
  utf8,
  walkAll,
} from './support.ts';

const text = (value: string) => new TextEncoder().encode(value);
const KIB = 1024;

async function only(bytes: Uint8Array): Promise<DataFrameInfo> {
  const [frame, ...others] = dataFrames(await walkAll(memorySource(bytes)));
  if (frame === undefined || others.length > 0) throw new Error('not one frame');
  return frame;
}

describe.each(ENGINES)('decodeFrame with %s', (engine) => {
  const decode = async (bytes: Uint8Array, options = {}) =>
    decodeOne(memorySource(bytes), await only(bytes), { engine, ...options });

  it('decodes raw and RLE blocks and proves the checksum', async () => {
    const bytes = makeFrame([{ raw: text('hello ') }, { rle: 0x61, times: 5 }], {
      contentSize: 11,
    });
    const { bytes: content, outcome } = await decode(bytes);
    expect(utf8(content)).toBe('hello aaaaa');
    expect(outcome).toEqual({
      torn: false,
      decodedBytes: 11,
      checksum: 'verified',
      fault: undefined,
    });
  });

  it('decodes an empty frame', async () => {
    const { bytes, outcome } = await decode(makeFrame([{ raw: new Uint8Array(0) }]));
    expect(bytes).toHaveLength(0);
    expect(outcome).toMatchObject({ decodedBytes: 0, checksum: 'verified' });
  });

  it('says when there was no checksum to prove', async () => {
    const { outcome } = await decode(makeFrame([{ raw: text('x') }], { checksum: false }));
    expect(outcome.checksum).toBe('absent');
  });

  it('gives plain arrays that stay as they are', async () => {
    const blocks = Array.from({ length: 40 }, (_, i) => ({ rle: i, times: 128 * KIB }));
    const bytes = makeFrame(blocks);
    const pieces: Uint8Array[] = [];
    const options = { engine, maxDecodedBytes: 2 ** 30 };
    for await (const piece of decodeFrame(memorySource(bytes), await only(bytes), options)) {
      expect(Object.getPrototypeOf(piece)).toBe(Uint8Array.prototype);
      pieces.push(piece);
    }
    expect(pieces.length).toBeGreaterThan(1);
    const content = join(pieces);
    expect(content).toHaveLength(40 * 128 * KIB);
    blocks.forEach(({ rle }, i) => {
      expect(content[i * 128 * KIB]).toBe(rle);
    });
  });

  it('can be left in the middle', async () => {
    const bytes = makeFrame(Array.from({ length: 40 }, (_, i) => ({ rle: i, times: 128 * KIB })));
    const options = { engine, maxDecodedBytes: 2 ** 30 };
    for await (const piece of decodeFrame(memorySource(bytes), await only(bytes), options)) {
      expect(piece[0]).toBe(0);
      break;
    }
  });

  it('refuses a wrong checksum, naming both', async () => {
    const bytes = makeFrame([{ raw: text('right') }]);
    bytes[9] = 0x77;
    const expected = Buffer.from(checksumBytes(text('right')))
      .reverse()
      .toString('hex');
    const found = Buffer.from(checksumBytes(text('wight')))
      .reverse()
      .toString('hex');
    await expect(decode(bytes)).rejects.toMatchObject({
      name: 'FrameError',
      code: 'E_CHECKSUM',
      frameIndex: 0,
      byteOffset: 0,
      frameBytes: bytes.length,
      message:
        'frame 0 at byte 0, fault at byte 14: the checksum does not match the content ' +
        `(expected 0x${expected}, found 0x${found})`,
    });
  });

  it.each([4, 6])('refuses 5 bytes where %i are declared', async (contentSize) => {
    const bytes = makeFrame([{ raw: text('12345') }], { contentSize, checksum: false });
    await expect(decode(bytes)).rejects.toMatchObject({ code: 'E_FRAME' });
  });

  it('refuses a frame that needs a dictionary', async () => {
    const bytes = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1, 0, 42, 1, 0, 0);
    await expect(decode(bytes)).rejects.toThrow('expected no dictionary, found dictionary 42');
  });

  it('refuses a malformed block with the engine’s error as cause', async () => {
    // Sequences that use the tables of an earlier block, which there is not.
    const bytes = makeFrame([{ compressed: Uint8Array.of(0x08, 0x61, 1, 0b1111_1100, 1, 1) }]);
    await expect(decode(bytes)).rejects.toMatchObject({
      code: 'E_FRAME',
      cause: expect.any(Error),
    });
  });

  it('passes on the errors of the source', async () => {
    const bytes = makeFrame([{ raw: text('x') }]);
    const source = {
      size: bytes.length,
      read: async () => {
        throw new Error('EIO');
      },
    };
    await expect(decodeOne(source, await only(bytes), { engine })).rejects.toThrow('EIO');
  });

  it('notices when the file changed after the walk', async () => {
    const bytes = makeFrame([{ raw: text('one') }, { raw: text('two') }]);
    const frame = await only(bytes);
    for (const other of [
      bytes.subarray(0, 8),
      bytes.subarray(0, bytes.length - 2),
      makeFrame([{ raw: text('one two three') }]),
      makeFrame([{ raw: text('one') }, { raw: text('two') }, { raw: text('three') }]),
    ]) {
      await expect(decodeOne(memorySource(other), frame, { engine })).rejects.toMatchObject({
        code: 'E_FRAME',
      });
    }
  });

  describe('limits', () => {
    it('refuses a window above the limit before it is allocated', async () => {
      const bytes = makeFrame([{ raw: text('x') }], { window: (18 << 3) | 1 });
      await expect(decode(bytes)).rejects.toMatchObject({
        code: 'E_LIMIT',
        limit: 'window',
        found: `${2 ** 28 * 1.125}`,
      });
      expect(utf8((await decode(bytes, { maxWindowBytes: 2 ** 29 })).bytes)).toBe('x');
      await expect(decode(makeFrame([{ raw: text('x') }], { window: 255 }))).rejects.toMatchObject({
        limit: 'window',
      });
    });

    it('refuses a declared size above the limit before it decodes', async () => {
      const bytes = makeFrame([{ rle: 1, times: 1000 }], { contentSize: 1000 });
      await expect(decode(bytes, { maxDecodedBytes: 999 })).rejects.toMatchObject({
        code: 'E_LIMIT',
        limit: 'decoded',
      });
      expect((await decode(bytes, { maxDecodedBytes: 1000 })).bytes).toHaveLength(1000);
    });

    it('refuses a declared size that the blocks cannot hold', async () => {
      const bytes = makeFrame([{ rle: 1, times: 1000 }], { contentSize: 100_000_000 });
      await expect(decode(bytes)).rejects.toThrow('the blocks cannot hold the declared content');
    });

    it('stops an undeclared bomb soon after the limit', async () => {
      const bytes = makeFrame(Array.from({ length: 400 }, () => ({ rle: 1, times: 128 * KIB })));
      const frame = await only(bytes);
      const limit = 3 * 1024 * KIB;
      let decoded = 0;
      const run = async () => {
        const options = { engine, maxDecodedBytes: limit };
        for await (const piece of decodeFrame(memorySource(bytes), frame, options)) {
          decoded += piece.length;
        }
      };
      await expect(run()).rejects.toMatchObject({ code: 'E_LIMIT', limit: 'decoded' });
      expect(decoded).toBeLessThanOrEqual(limit);
    });
  });

  describe('torn frames', () => {
    it('gives the whole blocks, and no more, for a cut anywhere', async () => {
      const blocks = [text('first\n'), text('second\n'), text('third\n')];
      const bytes = makeFrame(blocks.map((raw) => ({ raw })));
      for (let length = 1; length < bytes.length; length++) {
        const { bytes: content, outcome } = await decode(bytes.subarray(0, length));
        const whole = [15, 25, 34].filter((end) => end <= length).length;
        expect(utf8(content)).toBe(utf8(join(blocks.slice(0, whole))));
        expect(outcome).toMatchObject({ torn: true, checksum: 'unproven', fault: undefined });
      }
    });

    it('ends without an error before a block that does not decode, and tells', async () => {
      const bytes = makeFrame([
        { raw: text('good\n') },
        { compressed: Uint8Array.of(0x08, 0x61, 1, 0b1111_1100, 1, 1) },
        { raw: text('lost') },
      ]);
      const { bytes: content, outcome } = await decode(bytes.subarray(0, bytes.length - 1));
      expect(utf8(content)).toBe('good\n');
      expect(outcome).toMatchObject({ torn: true, decodedBytes: 5, fault: { code: 'E_FRAME' } });
    });

    it('keeps to the limits', async () => {
      const bytes = makeFrame(Array.from({ length: 4 }, () => ({ rle: 1, times: 100 })));
      const torn = bytes.subarray(0, bytes.length - 1);
      await expect(decode(torn, { maxDecodedBytes: 399 })).rejects.toMatchObject({
        code: 'E_LIMIT',
      });
    });

    it('tells when the whole blocks exceed the declared size', async () => {
      const bytes = makeFrame([{ raw: text('12345') }, { raw: text('67890') }], { contentSize: 7 });
      const { bytes: content, outcome } = await decode(bytes.subarray(0, bytes.length - 1));
      expect(utf8(content)).toBe('12345');
      expect(outcome.fault).toMatchObject({ code: 'E_FRAME' });
    });
  });

  describe.skipIf(corpusMissing !== undefined)(`case files ${corpusMissing ?? ''}`, () => {
    const lines = (bytes: Uint8Array) => utf8(bytes).split('\n').slice(0, -1);
    const read = (path: string, options = {}) => readFrames(caseFile(path), { engine, ...options });

    it('01: the frames hold what the raw file holds', async () => {
      const { bytes, error, torn } = await read('01-multi-frame/session.jsonl.zstd');
      expect(utf8(bytes)).toBe(utf8(caseFile('01-multi-frame/session.jsonl')));
      expect([error, torn]).toEqual([undefined, false]);
    });

    it('02: one frame or two, the events are the same', async () => {
      const one = await read('02-single-frame-recompressed/session.jsonl.zstd');
      expect(lines(one.bytes)).toHaveLength(11);
      const two = await read('02-single-frame-recompressed/session.v0-two-frames.jsonl.zstd');
      expect(lines(one.bytes)).toHaveLength(lines(two.bytes).length);
    });

    it.each([
      ['a-checksum-cut', 5],
      ['b-second-block-cut', 4],
      ['c-block-cut', 0],
      ['d-magic-cut', 0],
    ])('03 %s: %i records of the torn frame', async (name, records) => {
      const file = caseFile(`03-torn-last-frame/${name}.jsonl.zstd`);
      const { error, torn, frames } = await read(`03-torn-last-frame/${name}.jsonl.zstd`);
      expect([error, torn]).toEqual([undefined, true]);
      const last = dataFrames(frames).at(-1);
      if (last === undefined) throw new Error('no frame');
      const { bytes, outcome } = await decodeOne(memorySource(file), last, { engine });
      expect(lines(bytes)).toHaveLength(records);
      expect(outcome).toMatchObject({ torn: true, checksum: 'unproven', fault: undefined });
    });

    it('10: all three events', async () => {
      const { bytes, error } = await read('10-magic-inside-block/session.jsonl.zstd');
      expect(error).toBeUndefined();
      expect(lines(bytes).map((line) => JSON.parse(line).seq)).toEqual([undefined, 0, 1, 2]);
    });

    it('11: unusual frames all decode', async () => {
      for (const name of [
        'a-skippable',
        'b-no-checksum',
        'd-empty-frame',
        'e-record-across-frames',
      ]) {
        const { bytes, error } = await read(`11-unusual-but-valid-frames/${name}.jsonl.zstd`);
        expect(error).toBeUndefined();
        expect(lines(bytes).at(-1)).toContain('"seq":11');
      }
      const path = '11-unusual-but-valid-frames/c-content-size-256.jsonl.zstd';
      const [, frame] = dataFrames((await read(path)).frames);
      if (frame === undefined) throw new Error('no frame 1');
      const { outcome } = await decodeOne(memorySource(caseFile(path)), frame, { engine });
      expect(outcome.decodedBytes).toBe(478);
    });

    it.each([
      ['a-checksum-flipped', 279],
      ['b-payload-flipped', 602],
    ])('12 %s: frame 1 at byte 117 is refused', async (name, frameBytes) => {
      const { error, bytes } = await read(`12-bit-rot-in-complete-frame/${name}.jsonl.zstd`);
      const place = { frameIndex: 1, byteOffset: 117, frameBytes };
      expect(error).toMatchObject({ code: 'E_CHECKSUM', ...place });
      expect(lines(bytes)).toHaveLength(1);
    });

    it('14 a: the bomb is stopped by the limit, and decodes without', async () => {
      const path = '14-decompression-bomb/a-bomb-300MiB.jsonl.zstd';
      const { error } = await read(path, { maxDecodedBytes: 2 ** 27 });
      expect(error).toMatchObject({ code: 'E_LIMIT', frameIndex: 1, byteOffset: 118 });
      const bytes = caseFile(path);
      const [, frame] = dataFrames(await walkAll(memorySource(bytes)));
      if (frame === undefined) throw new Error('no frame 1');
      let decoded = 0;
      const options = { engine, maxDecodedBytes: 2 ** 30 };
      for await (const piece of decodeFrame(memorySource(bytes), frame, options)) {
        decoded += piece.length;
      }
      expect(decoded).toBe(314_572_881);
    });

    it('14 b: a record of 3 MiB', async () => {
      const { bytes, error } = await read('14-decompression-bomb/b-3MiB-record.jsonl.zstd');
      expect(error).toBeUndefined();
      expect(Math.max(...lines(bytes).map((line) => line.length))).toBeGreaterThan(3 * 2 ** 20);
    });
  });
});
