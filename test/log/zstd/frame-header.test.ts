import { describe, expect, it } from 'vitest';
import { parseFrameHeader, windowFromDescriptor } from '../../../src/log/zstd/frame-header.ts';
import { windowDescriptor } from '../../../src/log/zstd/plain-header.ts';

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const parse = (...bytes: number[]) => parseFrameHeader(Uint8Array.from([...MAGIC, ...bytes]));

describe('parseFrameHeader, data frames', () => {
  it('reads the shortest header: window, no content size', () => {
    expect(parse(0b0000_0100, 0x58)).toEqual({
      kind: 'data',
      headerBytes: 6,
      windowBytes: 2 * 1024 * 1024,
      blockMaxBytes: 128 * 1024,
      contentSize: undefined,
      dictionaryId: 0,
      hasChecksum: true,
    });
  });

  it.each([
    { bytes: 1, descriptor: 0b0010_0000, field: [0xff], contentSize: 255 },
    { bytes: 2, descriptor: 0b0110_0000, field: [0, 0], contentSize: 256 },
    { bytes: 2, descriptor: 0b0110_0000, field: [222, 0], contentSize: 478 },
    { bytes: 2, descriptor: 0b0110_0000, field: [0xff, 0xff], contentSize: 65_791 },
    {
      bytes: 4,
      descriptor: 0b1010_0000,
      field: [0xff, 0xff, 0xff, 0xff],
      contentSize: 2 ** 32 - 1,
    },
    {
      bytes: 8,
      descriptor: 0b1110_0000,
      field: [1, 0, 0, 0, 1, 0, 0, 0],
      contentSize: 2 ** 32 + 1,
    },
  ])('reads a content size of $bytes bytes: $contentSize', ({ descriptor, field, contentSize }) => {
    const header = parse(descriptor, ...field);
    // Single segment: the content is the window.
    expect(header).toMatchObject({ contentSize, windowBytes: contentSize });
    expect(header).toMatchObject({ headerBytes: 5 + field.length, hasChecksum: false });
  });

  it('takes the smaller of window and 128 KiB as the block maximum', () => {
    expect(parse(0b0010_0000, 100)).toMatchObject({ blockMaxBytes: 100 });
    expect(parse(0, 0)).toMatchObject({ windowBytes: 1024, blockMaxBytes: 1024 });
  });

  it.each([
    { flag: 0, field: [], dictionaryId: 0 },
    { flag: 1, field: [7], dictionaryId: 7 },
    { flag: 2, field: [1, 2], dictionaryId: 0x0201 },
    { flag: 3, field: [1, 2, 3, 0xf4], dictionaryId: 0xf4030201 },
  ])('reads dictionary id $dictionaryId', ({ flag, field, dictionaryId }) => {
    expect(parse(flag, 0x58, ...field)).toMatchObject({
      dictionaryId,
      headerBytes: 6 + field.length,
    });
  });

  it('reads the longest header, 18 bytes, in the order window, dictionary, content size', () => {
    const header = parse(0b1100_0011, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0);
    expect(header).toMatchObject({ headerBytes: 18, dictionaryId: 1, contentSize: 2 });
  });

  it('ignores the unused bit and refuses the reserved one', () => {
    expect(parse(0b0001_0000, 0)).toMatchObject({ kind: 'data' });
    expect(parse(0b0000_1000, 0)).toMatchObject({ kind: 'invalid', reason: 'reserved-bit', at: 4 });
  });

  it('refuses a content size that no number holds', () => {
    const header = parse(0b1110_0000, 0, 0, 0, 0, 0, 0, 0x20, 0);
    expect(header).toMatchObject({ kind: 'invalid', reason: 'content-size' });
  });

  it('says how many bytes it needs at every length', () => {
    const bytes = Uint8Array.from([...MAGIC, 0b1100_0011, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    for (let length = 0; length < bytes.length; length++) {
      const neededBytes = length < 4 ? 4 : length < 5 ? 5 : 18;
      const header = parseFrameHeader(bytes.subarray(0, length));
      expect(header).toEqual({ kind: 'need-more', frame: 'data', neededBytes });
    }
  });

  it('reads at an offset', () => {
    const bytes = Uint8Array.from([9, 9, ...MAGIC, 0b0010_0000, 5]);
    expect(parseFrameHeader(bytes, 2)).toMatchObject({ kind: 'data', contentSize: 5 });
  });
});

describe('parseFrameHeader, other bytes', () => {
  it.each([0, 15])('reads a skippable frame, variant %i', (variant) => {
    const bytes = Uint8Array.of(0x50 + variant, 0x2a, 0x4d, 0x18, 8, 0, 0, 0x80);
    expect(parseFrameHeader(bytes)).toEqual({
      kind: 'skippable',
      headerBytes: 8,
      variant,
      payloadBytes: 0x80000008,
    });
    for (const length of [1, 2, 3, 4, 5, 6, 7]) {
      const header = parseFrameHeader(bytes.subarray(0, length));
      expect(header).toMatchObject({ kind: 'need-more', frame: 'skippable' });
    }
  });

  it.each([
    [[0x7b]],
    [[0x28, 0xb5, 0x2e]],
    [[0x28, 0xb5, 0x2f, 0xfc]],
    [[0x60, 0x2a, 0x4d, 0x18]],
    [[0x4f, 0x2a]],
    [[0x27, 0xb5, 0x2f, 0xfd]],
  ])('refuses %j', (bytes) => {
    const header = parseFrameHeader(Uint8Array.from(bytes));
    expect(header).toMatchObject({ kind: 'invalid', reason: 'not-a-frame', at: 0 });
    const found = bytes.map((byte) => byte.toString(16)).join(' ');
    expect(header).toMatchObject({ found });
  });
});

describe('window descriptors', () => {
  it('reads the smallest, mixed and largest', () => {
    expect(windowFromDescriptor(0)).toBe(1024);
    expect(windowFromDescriptor((17 << 3) | 3)).toBe(2 ** 27 + 3 * 2 ** 24);
    expect(windowFromDescriptor(0xff)).toBe(2 ** 41 * 1.875);
  });

  it('finds the smallest that holds a size', () => {
    for (let descriptor = 0; descriptor < 256; descriptor++) {
      const bytes = windowFromDescriptor(descriptor);
      expect(windowDescriptor(bytes)).toBe(descriptor);
      if (descriptor > 0) {
        expect(windowDescriptor(windowFromDescriptor(descriptor - 1) + 1)).toBe(descriptor);
      }
    }
    expect(windowDescriptor(0)).toBe(0);
  });
});
