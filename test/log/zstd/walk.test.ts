import { describe, expect, it } from 'vitest';
import { ReadAhead } from '../../../src/log/zstd/read-ahead.ts';
import {
  blockHeader,
  caseFile,
  corpusMissing,
  dataFrames,
  join,
  makeFrame,
  memorySource,
  skippableFrame,
  walkAll,
} from './support.ts';

const text = (value: string) => new TextEncoder().encode(value);

describe('walkFrames', () => {
  it('finds no frame in an empty file', async () => {
    expect(await walkAll(memorySource(new Uint8Array(0)))).toEqual([]);
  });

  it('describes a frame', async () => {
    const frame = makeFrame([{ raw: text('hello') }, { rle: 0x61, times: 100 }], {
      contentSize: 105,
    });
    expect(await walkAll(memorySource(frame))).toEqual([
      {
        kind: 'data',
        index: 0,
        byteOffset: 0,
        bytes: frame.length,
        headerBytes: 10,
        windowBytes: 2 ** 20,
        blockMaxBytes: 2 ** 17,
        contentSize: 105,
        dictionaryId: 0,
        hasChecksum: true,
        blocks: 2,
        decodedBound: 105,
        complete: true,
      },
    ]);
  });

  it('counts data frames only', async () => {
    const data = makeFrame([{ raw: text('a') }]);
    const skip = skippableFrame(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), 7);
    const items = await walkAll(memorySource(join([skip, data, skip, data])));
    expect(items.map((item) => [item.kind, item.kind === 'fault' ? -1 : item.index])).toEqual([
      ['skippable', undefined],
      ['data', 0],
      ['skippable', undefined],
      ['data', 1],
    ]);
    expect(items[2]).toMatchObject({ byteOffset: 12 + data.length, bytes: 12, complete: true });
  });

  it('does not take a magic inside a block for a frame', async () => {
    const inner = makeFrame([{ raw: text('inner') }]);
    const frame = makeFrame([{ raw: inner }, { raw: inner }]);
    const items = dataFrames(await walkAll(memorySource(join([frame, frame]))));
    expect(items.map((item) => item.byteOffset)).toEqual([0, frame.length]);
  });

  it('gives the same items whatever is torn off the end, the last one incomplete', async () => {
    const first = makeFrame([{ raw: text('first') }]);
    const skip = skippableFrame(text('skip'));
    const second = makeFrame([{ raw: text('second') }, { rle: 1, times: 9 }]);
    const whole = join([first, skip, second]);
    const starts = [0, first.length, first.length + skip.length];
    const ends = [first.length, first.length + skip.length, whole.length];
    for (let length = 1; length <= whole.length; length++) {
      const items = await walkAll(memorySource(whole.subarray(0, length)));
      const expected = starts
        .filter((start) => start < length)
        .map((byteOffset, i) => ({
          byteOffset,
          bytes: Math.min(length, ends[i] ?? 0) - byteOffset,
          complete: length >= (ends[i] ?? 0),
        }));
      expect(items).toMatchObject(expected);
      expect(items).toHaveLength(expected.length);
    }
  });

  it('counts the whole blocks of an incomplete frame', async () => {
    const frame = makeFrame([{ raw: text('12345') }, { raw: text('67890') }]);
    const blocksAt = async (length: number) =>
      dataFrames(await walkAll(memorySource(frame.subarray(0, length))))[0]?.blocks;
    expect(await blocksAt(6 + 7)).toBe(0);
    expect(await blocksAt(6 + 8)).toBe(1);
    expect(await blocksAt(6 + 15)).toBe(1);
    expect(await blocksAt(6 + 16)).toBe(2);
  });
});

describe('walkFrames, faults', () => {
  const good = makeFrame([{ raw: text('good') }]);
  const lastOf = async (bytes: Uint8Array) => {
    const items = await walkAll(memorySource(join([good, bytes])));
    expect(items[0]).toMatchObject({ kind: 'data', complete: true });
    expect(items).toHaveLength(2);
    return items[1];
  };
  const head = (...bytes: number[]) => Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, ...bytes);

  it('reports garbage where a frame must begin', async () => {
    const item = await lastOf(text('{"type":"session"}'));
    expect(item).toMatchObject({
      kind: 'fault',
      error: { code: 'E_FRAME', frameIndex: 1, byteOffset: good.length, found: '7b 22 74 79' },
    });
  });

  it('reports a single wrong byte', async () => {
    expect(await lastOf(Uint8Array.of(0))).toMatchObject({ kind: 'fault' });
  });

  it('reports the reserved bit, also in a header that is cut', async () => {
    expect(await lastOf(head(0b1000))).toMatchObject({
      kind: 'fault',
      error: { faultOffset: good.length + 4 },
    });
  });

  it('reports a reserved block type and where it is', async () => {
    const item = await lastOf(
      join([head(0, 0), blockHeader(false, 0, 0), blockHeader(true, 3, 1)]),
    );
    expect(item).toMatchObject({ kind: 'fault', error: { faultOffset: good.length + 6 + 3 } });
    expect(item?.kind === 'fault' && item.error.message).toBe(
      `frame 1 at byte ${good.length}, fault at byte ${good.length + 9}: ` +
        'block 1 has the reserved type (expected raw, RLE or compressed, found type 3)',
    );
  });

  it.each([
    { window: 0, max: 1024 },
    { window: 10 << 3, max: 128 * 1024 },
  ])('reports a block above $max bytes', async ({ window, max }) => {
    for (const type of [0, 1, 2]) {
      const at = join([
        head(0, window),
        blockHeader(true, type, max),
        new Uint8Array(type === 1 ? 1 : max),
      ]);
      expect(await lastOf(at)).toMatchObject({ kind: 'data' });
      const above = join([head(0, window), blockHeader(true, type, max + 1)]);
      expect(await lastOf(above)).toMatchObject({ kind: 'fault', error: { code: 'E_FRAME' } });
    }
  });
});

describe('walkFrames, reading', () => {
  it('reads many tiny frames by the quarter mebibyte', async () => {
    const frame = makeFrame([{ raw: text('{"type":"turn/start"}\n') }]);
    const source = memorySource(join(Array.from({ length: 50_000 }, () => frame)));
    expect(await walkAll(source)).toHaveLength(50_000);
    expect(source.stats.reads).toBeLessThan(2 + source.size / (200 * 1024));
    expect(source.stats.bytes).toBeLessThan(source.size * 1.1);
  });

  it('passes over large blocks and payloads', async () => {
    const block = { raw: new Uint8Array(128 * 1024) };
    const frame = makeFrame(Array.from({ length: 64 }, () => block));
    const source = memorySource(join([skippableFrame(new Uint8Array(2 ** 24)), frame]));
    expect(await walkAll(source)).toHaveLength(2);
    expect(source.stats.bytes).toBeLessThan(source.size / 10);
  });

  it('shares a ReadAhead with whoever reads the frames', async () => {
    const frame = makeFrame([{ raw: text('shared') }]);
    const source = memorySource(join(Array.from({ length: 1000 }, () => frame)));
    const ahead = new ReadAhead(source);
    for (const item of dataFrames(await walkAll(ahead))) {
      expect(await ahead.read(item.byteOffset, item.bytes)).toEqual(frame);
    }
    expect(source.stats.reads).toBe(1);
  });

  it('passes on the errors of the source', async () => {
    const source = {
      size: 10,
      read: async () => {
        throw new Error('EIO');
      },
    };
    await expect(walkAll(source)).rejects.toThrow('EIO');
  });

  it('takes a file that shrank for one that ends there', async () => {
    const frame = makeFrame([{ raw: text('shrinks') }]);
    const source = { ...memorySource(frame.subarray(0, 12)), size: frame.length };
    expect(await walkAll(source)).toMatchObject([{ kind: 'data' }]);
  });
});

describe.skipIf(corpusMissing !== undefined)(
  `walkFrames on case files ${corpusMissing ?? ''}`,
  () => {
    it.each([
      ['01-multi-frame/session.jsonl.zstd', 4],
      ['02-single-frame-recompressed/session.jsonl.zstd', 1],
      ['02-single-frame-recompressed/session.v0-two-frames.jsonl.zstd', 2],
      ['10-magic-inside-block/session.jsonl.zstd', 4],
      ['11-unusual-but-valid-frames/a-skippable.jsonl.zstd', 2],
      ['11-unusual-but-valid-frames/b-no-checksum.jsonl.zstd', 3],
      ['11-unusual-but-valid-frames/c-content-size-256.jsonl.zstd', 2],
      ['11-unusual-but-valid-frames/d-empty-frame.jsonl.zstd', 3],
      ['11-unusual-but-valid-frames/e-record-across-frames.jsonl.zstd', 3],
      ['12-bit-rot-in-complete-frame/a-checksum-flipped.jsonl.zstd', undefined],
      ['12-bit-rot-in-complete-frame/b-payload-flipped.jsonl.zstd', undefined],
      ['14-decompression-bomb/a-bomb-300MiB.jsonl.zstd', undefined],
      ['14-decompression-bomb/b-3MiB-record.jsonl.zstd', 2],
    ])('%s: %s frames, all complete, to the last byte', async (path, frames) => {
      const bytes = caseFile(path);
      const items = await walkAll(memorySource(bytes));
      if (frames !== undefined) expect(dataFrames(items)).toHaveLength(frames);
      let end = 0;
      for (const item of items) {
        if (item.kind === 'fault') throw item.error;
        expect(item).toMatchObject({ byteOffset: end, complete: true });
        end += item.bytes;
      }
      expect(end).toBe(bytes.length);
    });

    it.each([
      ['a-checksum-cut', 318],
      ['b-second-block-cut', undefined],
      ['c-block-cut', 12],
      ['d-magic-cut', 3],
    ])('03 %s: frame 2 at byte 396 is incomplete', async (name, bytes) => {
      const file = caseFile(`03-torn-last-frame/${name}.jsonl.zstd`);
      const items = await walkAll(memorySource(file));
      expect(items).toHaveLength(3);
      expect(items.slice(0, 2)).toMatchObject([{ complete: true }, { complete: true }]);
      const torn = { kind: 'data', index: 2, byteOffset: 396, complete: false };
      expect(items[2]).toMatchObject({ ...torn, bytes: bytes ?? file.length - 396 });
    });

    it('10: the magic at byte 604 begins no frame', async () => {
      const items = await walkAll(
        memorySource(caseFile('10-magic-inside-block/session.jsonl.zstd')),
      );
      const around = dataFrames(items)[2];
      expect(around?.byteOffset).toBeLessThan(604);
      expect((around?.byteOffset ?? 0) + (around?.bytes ?? 0)).toBeGreaterThan(604);
    });

    it('11 a: the skippable frame lies at byte 117', async () => {
      const file = caseFile('11-unusual-but-valid-frames/a-skippable.jsonl.zstd');
      const items = await walkAll(memorySource(file));
      const skippable = items.filter((item) => item.kind === 'skippable');
      expect(skippable).toMatchObject([{ byteOffset: 117, bytes: 16, complete: true }]);
    });

    it('11 b, c: checksum flag and content size', async () => {
      const walk = async (name: string) =>
        dataFrames(
          await walkAll(memorySource(caseFile(`11-unusual-but-valid-frames/${name}.jsonl.zstd`))),
        )[1];
      expect(await walk('b-no-checksum')).toMatchObject({ hasChecksum: false });
      expect(await walk('c-content-size-256')).toMatchObject({ contentSize: 478 });
    });
  },
);
