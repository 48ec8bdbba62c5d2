import { describe, expect, it } from 'vitest';
import { type Block, BlockCutter, offsetInBlock } from '../../src/log/blocks.ts';
import type { Frame } from '../../src/log/encodings/encoding.ts';

const LIMITS = { maxLineBytes: 1000 };

function cut(pieces: readonly string[]): { blocks: Block[]; cutter: BlockCutter } {
  const cutter = new BlockCutter(LIMITS);
  const blocks = pieces.flatMap((piece) => cutter.push({ bytes: Buffer.from(piece) }));
  return { blocks, cutter };
}

const frame = (index: number): Frame => ({
  index,
  byteOffset: index * 100,
  byteLength: 100,
  isComplete: true,
});

describe('BlockCutter', () => {
  it('gives whole lines of one piece as one block', () => {
    const { blocks, cutter } = cut(['a\nbc\nd\n']);
    expect(blocks).toMatchObject([{ text: 'a\nbc\nd\n', line: 1, byteOffset: 0 }]);
    expect(cutter.remainder()).toBeUndefined();
  });

  it('numbers the lines of later blocks and tells their byte offsets', () => {
    const { blocks } = cut(['a\nbc\n', 'd\n\n', 'e\n']);
    const places = blocks.map(({ line, byteOffset }) => [line, byteOffset]);
    expect(places).toEqual([
      [1, 0],
      [3, 5],
      [5, 8],
    ]);
  });

  it('puts a line together that goes over many pieces', () => {
    const { blocks } = cut(['a\nlo', 'n', 'g', ' line\nnext\nun']);
    expect(blocks).toMatchObject([
      { text: 'a\n', line: 1, byteOffset: 0 },
      { text: 'long line\n', line: 2, byteOffset: 2 },
      { text: 'next\n', line: 3, byteOffset: 12 },
    ]);
  });

  it('counts offsets in bytes where characters take several', () => {
    const { blocks } = cut(['é😀\nx\n', 'y\n']);
    expect(blocks).toMatchObject([
      { text: 'é😀\nx\n', line: 1, byteOffset: 0 },
      { text: 'y\n', line: 3, byteOffset: 9 },
    ]);
  });

  it('joins a character that two pieces cut', () => {
    const cutter = new BlockCutter(LIMITS);
    const bytes = Buffer.from('a😀b\n');
    expect(cutter.push({ bytes: bytes.subarray(0, 3) })).toEqual([]);
    expect(cutter.push({ bytes: bytes.subarray(3) })).toMatchObject([{ text: 'a😀b\n', line: 1 }]);
  });

  it('says what is left of a last line without newline', () => {
    const { cutter } = cut(['a\nbb\nunfin', 'ished']);
    expect(cutter.remainder()).toEqual({ bytes: 10, line: 3, byteOffset: 5, frame: undefined });
    expect(cutter.decodedBytes).toBe(15);
  });

  it('gives nothing for no bytes', () => {
    const { blocks, cutter } = cut(['', '']);
    expect(blocks).toEqual([]);
    expect(cutter.decodedBytes).toBe(0);
    expect(cutter.remainder()).toBeUndefined();
  });

  it('says in which frame a block starts, also where its line goes on in the next', () => {
    const cutter = new BlockCutter(LIMITS);
    const [whole] = cutter.push({ bytes: Buffer.from('a\nbeg'), frame: frame(0) });
    const [crossing, last] = cutter.push({ bytes: Buffer.from('in\nc\nd'), frame: frame(1) });
    expect(whole).toMatchObject({ text: 'a\n', frame: { index: 0 } });
    expect(crossing).toMatchObject({ text: 'begin\n', frame: { index: 0 } });
    expect(last).toMatchObject({ text: 'c\n', frame: { index: 1 } });
    expect(cutter.remainder()?.frame).toEqual(frame(1));
  });
});

describe('offsetInBlock', () => {
  it('is the byte of a character: of an ASCII block and of any other', () => {
    const { blocks } = cut(['ab\ncd\n', 'é\nz\n']);
    const [ascii, other] = blocks as [Block, Block];
    expect(offsetInBlock(ascii, 3)).toBe(3);
    expect(offsetInBlock(other, 2)).toBe(6 + 3); // é takes two
  });
});
