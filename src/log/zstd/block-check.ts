import { BLOCK_HEADER_BYTES, parseBlockHeader } from './block-header.ts';

/** A match is 3 bytes at least, which bounds the sequences of a block (RFC 8878, 3.1.1.3.2.1.1). */
const MATCH_MIN_BYTES = 3;
/** FSE tables of Huffman weights have at most 2^6 cells (RFC 8878, 4.2.1.2). */
const WEIGHTS_ACCURACY_MAX = 6;
/** A literals section of at least 1 byte and a sequence count of at least 1. */
const COMPRESSED_BLOCK_MIN_BYTES = 2;

/**
 * Looks over the section headers of a compressed block (header at `bytes[at]`, body whole) before
 * a decoder gets it, and says what is wrong with it. Other blocks pass. Not a validation: it
 * refuses what makes fzstd run forever (Huffman weights from an FSE table with one symbol consume
 * no bits), read another block's bytes, or write outside of its buffer. O(1) per block.
 */
export function checkBlock(
  bytes: Uint8Array,
  at: number,
  blockMaxBytes: number,
): string | undefined {
  const { type, size } = parseBlockHeader(bytes, at);
  if (type !== 'compressed') return undefined;
  if (size < COMPRESSED_BLOCK_MIN_BYTES) return `a compressed block of ${size} bytes`;
  const body = bytes.subarray(at + BLOCK_HEADER_BYTES, at + BLOCK_HEADER_BYTES + size);
  const literals = parseLiteralsHeader(body);
  if (literals.decodedBytes > blockMaxBytes) return 'more literals than a block can hold';
  // At least the sequence count has to follow.
  const sequencesAt = literals.headerBytes + literals.bodyBytes;
  if (sequencesAt >= size) return 'a literals section that runs over its block';
  if (literals.type === 'huffman') {
    const tree = body.subarray(literals.headerBytes, sequencesAt);
    const fault = checkHuffmanTree(tree);
    if (fault !== undefined) return fault;
  }
  const sequences = parseSequenceCount(body, sequencesAt);
  if (sequences * MATCH_MIN_BYTES > blockMaxBytes) return 'more sequences than a block can hold';
  return undefined;
}

interface LiteralsHeader {
  readonly type: 'raw' | 'rle' | 'huffman' | 'treeless';
  readonly headerBytes: number;
  readonly bodyBytes: number;
  readonly decodedBytes: number;
}

/** RFC 8878, 3.1.1.3.1.1. Bytes beyond the body read as 0. */
function parseLiteralsHeader(body: Uint8Array): LiteralsHeader {
  const byte = (i: number) => body[i] ?? 0;
  const type = (['raw', 'rle', 'huffman', 'treeless'] as const)[(byte(0) & 3) as 0 | 1 | 2 | 3];
  const format = (byte(0) >> 2) & 3;
  if (type === 'raw' || type === 'rle') {
    const headerBytes = (format & 1) === 0 ? 1 : format === 1 ? 2 : 3;
    const bits = byte(0) + byte(1) * 2 ** 8 + byte(2) * 2 ** 16;
    const decodedBytes =
      headerBytes === 1 ? byte(0) >> 3 : (bits >>> 4) & (headerBytes === 2 ? 0xfff : 0xfffff);
    return { type, headerBytes, bodyBytes: type === 'rle' ? 1 : decodedBytes, decodedBytes };
  }
  const headerBytes = format < 2 ? 3 : format + 2;
  const sizeBits = format < 2 ? 10 : 14 + (format - 2) * 4;
  // Up to 40 bits: arithmetic, since bit operators end at 32.
  let bits = 0;
  for (let i = headerBytes - 1; i >= 0; i--) bits = bits * 256 + byte(i);
  const sizes = Math.floor(bits / 16);
  const decodedBytes = sizes % 2 ** sizeBits;
  return { type, headerBytes, bodyBytes: Math.floor(sizes / 2 ** sizeBits), decodedBytes };
}

/** RFC 8878, 4.2.1: the tree is a list of weights, 4 bits each or FSE-compressed. */
function checkHuffmanTree(tree: Uint8Array): string | undefined {
  const header = tree[0];
  if (header === undefined) return 'a Huffman tree of 0 bytes';
  const isDirect = header >= 128;
  const treeBytes = 1 + (isDirect ? Math.ceil((header - 127) / 2) : header);
  if (treeBytes > tree.length) return 'a Huffman tree that runs over its literals section';
  if (isDirect) return undefined;
  return checkWeightsTable(tree.subarray(1, treeBytes));
}

/**
 * Reads the probabilities of an FSE table (RFC 8878, 4.1.1) and refuses one symbol with all of
 * them: its states need no bits, so a decoder that stops at the end of the bits never stops.
 */
function checkWeightsTable(table: Uint8Array): string | undefined {
  const accuracy = ((table[0] ?? 0) & 15) + 5;
  if (accuracy > WEIGHTS_ACCURACY_MAX) return 'a weights table above its accuracy maximum';
  const cells = 1 << accuracy;
  let bitAt = 4;
  const peekBits = (count: number) => {
    const i = bitAt >> 3;
    const word = (table[i] ?? 0) | ((table[i + 1] ?? 0) << 8) | ((table[i + 2] ?? 0) << 16);
    return (word >> (bitAt & 7)) & ((1 << count) - 1);
  };
  let remaining = cells;
  while (remaining > 0) {
    // Values up to `remaining + 1`; the small ones are one bit shorter.
    const longBits = 32 - Math.clz32(remaining + 1);
    const shortValues = (1 << longBits) - 2 - remaining;
    let value = peekBits(longBits - 1);
    if (value < shortValues) {
      bitAt += longBits - 1;
    } else {
      value = peekBits(longBits);
      bitAt += longBits;
      if (value >= 1 << (longBits - 1)) value -= shortValues;
    }
    const probability = value - 1;
    // A decoder without bounds would take the missing bits from what follows.
    if (bitAt > table.length * 8) return 'a weights table that is cut short';
    if (probability === cells) return 'a weights table with a single symbol';
    remaining -= Math.abs(probability);
    if (probability === 0) {
      let repeat = 3;
      while (repeat === 3 && bitAt < table.length * 8) {
        repeat = peekBits(2);
        bitAt += 2;
      }
    }
  }
  return undefined;
}

/** RFC 8878, 3.1.1.3.2.1. */
function parseSequenceCount(body: Uint8Array, at: number): number {
  const byte = (i: number) => body[at + i] ?? 0;
  if (byte(0) < 128) return byte(0);
  if (byte(0) < 255) return ((byte(0) - 128) << 8) + byte(1);
  return byte(1) + (byte(2) << 8) + 0x7f00;
}
