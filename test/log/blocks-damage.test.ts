import { describe, expect, it } from 'vitest';
import { HistpackError } from '../../src/errors.ts';
import { type Block, BlockCutter } from '../../src/log/blocks.ts';

function push(cutter: BlockCutter, ...pieces: readonly (string | Buffer)[]): Block[] {
  return pieces.flatMap((piece) => cutter.push({ bytes: Buffer.from(piece as string) }));
}

function refusal(act: () => unknown): HistpackError {
  try {
    act();
  } catch (error) {
    if (error instanceof HistpackError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the longest line allowed', () => {
  const limits = { maxLineBytes: 5 };

  it('passes with exactly as many bytes, its newline included', () => {
    const blocks = push(new BlockCutter(limits), '1234\n12', '34\n');
    expect(blocks.map(({ text }) => text)).toEqual(['1234\n', '1234\n']);
  });

  it('is refused with one byte more, at its own line and offset', () => {
    const { fault } = refusal(() => push(new BlockCutter(limits), 'ab\nc\n12345\nd\n'));
    expect(fault).toMatchObject({ code: 'E_LIMIT', line: 3, byteOffset: 5 });
    expect(fault.detail).toEqual({ what: 'line bytes', limit: 5 });
  });

  it('is refused before it ends, so that memory stays bounded', () => {
    const cutter = new BlockCutter(limits);
    expect(push(cutter, 'ab\n123', '45')).toHaveLength(1);
    const { fault } = refusal(() => push(cutter, '6'));
    expect(fault).toMatchObject({ code: 'E_LIMIT', line: 2, byteOffset: 3 });
  });

  it('passes a block that is longer than a line may be', () => {
    const blocks = push(new BlockCutter(limits), 'ab\ncd\nef\n');
    expect(blocks.map(({ line, byteOffset, text }) => [line, byteOffset, text])).toEqual([
      [1, 0, 'ab\n'],
      [2, 3, 'cd\n'],
      [3, 6, 'ef\n'],
    ]);
  });

  it('counts bytes, not characters', () => {
    expect(push(new BlockCutter(limits), 'éé\n')).toHaveLength(1);
    expect(() => push(new BlockCutter(limits), 'ééé\n')).toThrow(HistpackError);
  });
});

describe('bytes that are no UTF-8', () => {
  const limits = { maxLineBytes: 1000 };
  const bad = (at: number, length: number, byte = 0xff): Buffer => {
    const bytes = Buffer.alloc(length, 'a');
    bytes[at] = byte;
    return bytes;
  };

  it('make their line a block of its own that tells the first bad byte', () => {
    const bytes = Buffer.concat([Buffer.from('ok\né\n'), bad(4, 9), Buffer.from('\nfine\n')]);
    const blocks = push(new BlockCutter(limits), bytes);
    expect(blocks.map(({ line, byteOffset }) => [line, byteOffset])).toEqual([
      [1, 0],
      [2, 3],
      [3, 6],
      [4, 16],
    ]);
    expect(blocks.map(({ badByteOffset }) => badByteOffset)).toEqual([
      undefined,
      undefined,
      10,
      undefined,
    ]);
  });

  it.each([0, 1, 7, 8])('are found at byte %i of a line', (at) => {
    const [block] = push(new BlockCutter(limits), bad(at, 9), '\n');
    expect(block?.badByteOffset).toBe(at);
  });

  it('are a character that the line end cuts off', () => {
    const cut = Buffer.from('ab😀').subarray(0, 4);
    const [block] = push(new BlockCutter(limits), cut, '\n');
    expect(block?.badByteOffset).toBe(2); // where the character begins
  });

  it('are a surrogate in UTF-8 clothes and an overlong form', () => {
    const [surrogate] = push(new BlockCutter(limits), Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x0a]));
    expect(surrogate?.badByteOffset).toBe(1);
    const [overlong] = push(new BlockCutter(limits), Buffer.from([0x61, 0xc0, 0x80, 0x0a]));
    expect(overlong?.badByteOffset).toBe(1);
  });
});
