import { BLOCK_HEADER_BYTES, blockDecodedBound, parseBlockHeader } from './block-header.ts';
import { CHECKSUM_BYTES } from './checksum.ts';
import { FrameError } from './frame-error.ts';
import {
  type DataFrameHeader,
  FRAME_HEADER_MAX_BYTES,
  type HeaderInvalid,
  parseFrameHeader,
  SKIPPABLE_HEADER_BYTES,
} from './frame-header.ts';
import { type RandomAccess, ReadAhead } from './read-ahead.ts';

/** Where a data frame lies and what its headers say. Nothing of it has been decoded. */
export interface DataFrameInfo {
  readonly kind: 'data';
  /** Counts data frames from 0. */
  readonly index: number;
  readonly byteOffset: number;
  /** From the magic to the checksum; for an incomplete frame, what there is of it. */
  readonly bytes: number;
  /** 0 when the file ends inside the header; the facts below are then unknown and read 0. */
  readonly headerBytes: number;
  readonly windowBytes: number;
  readonly blockMaxBytes: number;
  readonly contentSize: number | undefined;
  readonly dictionaryId: number;
  readonly hasChecksum: boolean;
  /** Whole blocks. */
  readonly blocks: number;
  /** The whole blocks decode to no more than this, whatever the header declares. */
  readonly decodedBound: number;
  /** False only for the last frame of a file that ends inside it. */
  readonly complete: boolean;
}

/** A frame that decodes to nothing (RFC 8878, 3.1.2). */
export interface SkippableFrameInfo {
  readonly kind: 'skippable';
  /** Skippable frames are not counted. */
  readonly index: undefined;
  readonly byteOffset: number;
  /** Header and payload; for an incomplete frame, what there is of it. */
  readonly bytes: number;
  readonly complete: boolean;
}

export type FrameInfo = DataFrameInfo | SkippableFrameInfo;

/** The walk cannot go on: `error` says why. Always the last item; the frames before it stand. */
export interface WalkFault {
  readonly kind: 'fault';
  readonly error: FrameError;
}

export type WalkItem = FrameInfo | WalkFault;

/**
 * Finds the frames of a file by their block headers, without decoding (RFC 8878, 3.1). The magic
 * may occur inside a block, so there is no other way. Cost: O(frames + blocks) and one buffer of
 * 256 KiB; block bodies are passed over. A file that ends inside its last frame, even inside the
 * magic, gives that frame with `complete: false`; bytes that cannot be a frame give a fault.
 * Errors of `source` pass through.
 */
export async function* walkFrames(
  source: RandomAccess,
): AsyncGenerator<WalkItem, undefined, undefined> {
  const ahead = source instanceof ReadAhead ? source : new ReadAhead(source);
  let index = 0;
  let offset = 0;
  while (offset < ahead.size) {
    const head =
      ahead.peek(offset, FRAME_HEADER_MAX_BYTES) ??
      (await ahead.read(offset, FRAME_HEADER_MAX_BYTES));
    const header = parseFrameHeader(head);
    let item: WalkItem;
    if (header.kind === 'invalid') {
      item = headerFault(header, index, offset);
    } else if (header.kind === 'need-more') {
      const bytes = ahead.size - offset;
      item =
        header.frame === 'data'
          ? { ...UNKNOWN_FRAME, index, byteOffset: offset, bytes }
          : { kind: 'skippable', index: undefined, byteOffset: offset, bytes, complete: false };
    } else if (header.kind === 'skippable') {
      const wanted = SKIPPABLE_HEADER_BYTES + header.payloadBytes;
      const bytes = Math.min(wanted, ahead.size - offset);
      const complete = bytes === wanted;
      item = { kind: 'skippable', index: undefined, byteOffset: offset, bytes, complete };
    } else {
      item = await walkBlocks(ahead, header, index, offset);
    }
    yield item;
    if (item.kind === 'fault' || !item.complete) return;
    if (item.kind === 'data') index++;
    offset += item.bytes;
  }
}

const UNKNOWN_FRAME = {
  kind: 'data',
  headerBytes: 0,
  windowBytes: 0,
  blockMaxBytes: 0,
  contentSize: undefined,
  dictionaryId: 0,
  hasChecksum: false,
  blocks: 0,
  decodedBound: 0,
  complete: false,
} as const;

async function walkBlocks(
  ahead: ReadAhead,
  header: DataFrameHeader,
  index: number,
  byteOffset: number,
): Promise<DataFrameInfo | WalkFault> {
  let blocks = 0;
  let decodedBound = 0;
  const info = (end: number): DataFrameInfo => ({
    kind: 'data',
    index,
    byteOffset,
    bytes: Math.min(end, ahead.size) - byteOffset,
    headerBytes: header.headerBytes,
    windowBytes: header.windowBytes,
    blockMaxBytes: header.blockMaxBytes,
    contentSize: header.contentSize,
    dictionaryId: header.dictionaryId,
    hasChecksum: header.hasChecksum,
    blocks,
    decodedBound,
    complete: end <= ahead.size,
  });

  let offset = byteOffset + header.headerBytes;
  for (;;) {
    const head =
      ahead.peek(offset, BLOCK_HEADER_BYTES) ?? (await ahead.read(offset, BLOCK_HEADER_BYTES));
    if (head.length < BLOCK_HEADER_BYTES) return info(offset + BLOCK_HEADER_BYTES);
    const block = parseBlockHeader(head, 0);
    const place = { frameIndex: index, byteOffset, faultOffset: offset };
    if (block.type === 'reserved') {
      const facts = { ...place, expected: 'raw, RLE or compressed', found: 'type 3' };
      return fault(new FrameError('E_FRAME', `block ${blocks} has the reserved type`, facts));
    }
    if (block.size > header.blockMaxBytes) {
      const expected = `at most ${header.blockMaxBytes}`;
      const facts = { ...place, expected, found: `${block.size}` };
      return fault(new FrameError('E_FRAME', `block ${blocks} is above the block maximum`, facts));
    }
    offset += BLOCK_HEADER_BYTES + block.bodyBytes;
    if (offset > ahead.size) return info(offset);
    blocks++;
    decodedBound += blockDecodedBound(block, header.blockMaxBytes);
    if (block.last) return info(offset + (header.hasChecksum ? CHECKSUM_BYTES : 0));
  }
}

const HEADER_FAULTS = {
  'not-a-frame': 'no Zstandard frame begins here',
  'reserved-bit': 'the reserved bit of the frame header is set',
  'content-size': 'the declared content size is impossible',
} as const satisfies Record<HeaderInvalid['reason'], string>;

function headerFault(header: HeaderInvalid, frameIndex: number, byteOffset: number): WalkFault {
  const { expected, found } = header;
  const facts = { frameIndex, byteOffset, faultOffset: byteOffset + header.at, expected, found };
  return fault(new FrameError('E_FRAME', HEADER_FAULTS[header.reason], facts));
}

function fault(error: FrameError): WalkFault {
  return { kind: 'fault', error };
}
