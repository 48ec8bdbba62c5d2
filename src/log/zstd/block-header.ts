/** Every block begins with 3 bytes, little endian: last (1 bit), type (2), size (21). */
export const BLOCK_HEADER_BYTES = 3;

/** The block types of RFC 8878, 3.1.1.2.2, by their number. */
export const BLOCK_TYPES = ['raw', 'rle', 'compressed', 'reserved'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** A block header, with the lengths that matter for walking. */
export interface BlockHeader {
  readonly last: boolean;
  readonly type: BlockType;
  /** The size field: bytes on disk, but for an RLE block the decoded size. */
  readonly size: number;
  /** Bytes on disk behind the header. */
  readonly bodyBytes: number;
}

/** Reads the block header at `bytes[at]`; the caller sees to it that 3 bytes are there. */
export function parseBlockHeader(bytes: Uint8Array, at: number): BlockHeader {
  const raw = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);
  const type = BLOCK_TYPES[((raw >> 1) & 0b11) as 0 | 1 | 2 | 3];
  const size = raw >> 3;
  return { last: (raw & 1) === 1, type, size, bodyBytes: type === 'rle' ? 1 : size };
}

/**
 * How many bytes the block can decode to: exact for raw and RLE blocks, the block maximum for a
 * compressed one.
 */
export function blockDecodedBound(block: BlockHeader, blockMaxBytes: number): number {
  return block.type === 'compressed' ? blockMaxBytes : block.size;
}
