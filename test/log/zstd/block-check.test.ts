import { describe, expect, it } from 'vitest';
import { checkBlock } from '../../../src/log/zstd/block-check.ts';
import { blockHeader, join } from './support.ts';

const MAX = 128 * 1024;
const check = (body: Uint8Array, max = MAX) =>
  checkBlock(join([blockHeader(true, 2, body.length), body]), 0, max);

/** A literals section header (RFC 8878, 3.1.1.3.1.1) of a given type and size format. */
function literals(type: number, format: number, decoded: number, compressed = 0): Uint8Array {
  const isPlain = type < 2;
  const bytes = isPlain ? [1, 2, 1, 3][format] : [3, 3, 4, 5][format];
  const shift = isPlain && format % 2 === 0 ? 3 : 4;
  const sizeBits = [10, 10, 14, 18][format] ?? 0;
  let bits = BigInt(type) | (BigInt(format) << 2n) | (BigInt(decoded) << BigInt(shift));
  // In the one-byte form the upper format bit belongs to the size.
  if (isPlain && format % 2 === 0) bits = BigInt(type) | (BigInt(decoded) << 3n);
  if (!isPlain) bits |= BigInt(compressed) << BigInt(4 + sizeBits);
  return Uint8Array.from({ length: bytes ?? 0 }, (_, i) => Number((bits >> BigInt(8 * i)) & 255n));
}

const NO_SEQUENCES = Uint8Array.of(0);

describe('checkBlock', () => {
  it('passes raw and RLE blocks', () => {
    expect(checkBlock(blockHeader(true, 0, 5), 0, MAX)).toBeUndefined();
    expect(checkBlock(blockHeader(true, 1, 5), 0, MAX)).toBeUndefined();
  });

  it.each([
    [0, 0, 31],
    [0, 1, 4000],
    [0, 3, 70_000],
    [1, 0, 31],
    [1, 1, 4095],
    [1, 3, 131_072],
  ])('reads raw and RLE literals: type %i, format %i, %i bytes', (type, format, size) => {
    const body = [literals(type, format, size), new Uint8Array(type === 0 ? size : 1)];
    expect(check(join([...body, NO_SEQUENCES]))).toBeUndefined();
    expect(check(join(body))).toMatch('runs over its block');
  });

  it.each([
    [0, 1000, 900],
    [1, 1000, 900],
    [2, 16_000, 15_000],
    [3, 131_072, 130_000],
  ])('reads treeless literals: format %i, %i bytes in %i', (format, decoded, compressed) => {
    const body = [literals(3, format, decoded, compressed), new Uint8Array(compressed)];
    expect(check(join([...body, NO_SEQUENCES]))).toBeUndefined();
    expect(check(join(body))).toMatch('runs over its block');
    expect(check(join([...body, NO_SEQUENCES]), decoded - 1)).toMatch('more literals');
  });

  it('refuses compressed blocks without room for their sections', () => {
    expect(check(new Uint8Array(0))).toMatch('compressed block of 0 bytes');
    expect(check(new Uint8Array(1))).toMatch('compressed block of 1 bytes');
  });

  it('refuses more sequences than fit', () => {
    const empty = literals(0, 0, 0);
    expect(check(join([empty, Uint8Array.of(127)]), 381)).toBeUndefined();
    expect(check(join([empty, Uint8Array.of(127)]), 380)).toMatch('more sequences');
    // Two bytes: (128 + 0xaa - 128 << 8) + … ; three: + 0x7f00.
    expect(check(join([empty, Uint8Array.of(0xaa, 0xaa)]))).toBeUndefined();
    expect(check(join([empty, Uint8Array.of(0xff, 0xaa, 0x2b)]))).toBeUndefined();
    expect(check(join([empty, Uint8Array.of(0xff, 0xab, 0x2b)]))).toMatch('more sequences');
  });

  describe('Huffman trees', () => {
    const withTree = (...tree: number[]) =>
      check(join([literals(2, 0, 4, tree.length), Uint8Array.from(tree), NO_SEQUENCES]));

    it('passes direct weights and an ordinary table', () => {
      expect(withTree(129, 0x11, 1)).toBeUndefined();
      // Accuracy 5; probabilities 16 and 16: the values 17 (6 bits) and 17 (5 bits).
      const bits = 0 | (17 << 4) | (17 << 9);
      expect(withTree(4, bits & 255, bits >> 8, 0xff, 0x01, 1)).toBeUndefined();
    });

    it('refuses trees that are longer than their section', () => {
      expect(withTree(131, 0x11)).toMatch('Huffman tree that runs over');
      expect(withTree(3, 0, 0)).toMatch('Huffman tree that runs over');
      expect(check(join([literals(2, 0, 4, 0), NO_SEQUENCES]))).toMatch('tree of 0 bytes');
    });

    it('refuses the table that fzstd never stops reading', () => {
      // Accuracy 5, and 6 bits of 1: all 32 cells for the first symbol.
      expect(withTree(6, 0b1111_0000, 0b0000_0011, 255, 255, 255, 1)).toMatch('a single symbol');
    });

    it('refuses tables that are cut or too fine', () => {
      expect(withTree(1, 0xf0, 1)).toMatch('cut short');
      expect(withTree(0, 1)).toMatch('cut short');
      expect(withTree(2, 2, 0)).toMatch('accuracy');
    });
  });
});
