import { checkBlock } from './block-check.ts';
import { BLOCK_HEADER_BYTES, blockDecodedBound, parseBlockHeader } from './block-header.ts';
import { FrameError } from './frame-error.ts';
import type { RandomAccess } from './read-ahead.ts';
import type { DataFrameInfo } from './walk.ts';

/** Some whole blocks of a frame, in order, header and body, as they lie in the file. */
export interface BlockBatch {
  readonly bytes: Uint8Array;
  /** Whether the frame's last block is the last of these. */
  readonly last: boolean;
}

/** Compressed bytes of one batch: room for the largest block, and a read worth its cost. */
const BATCH_MAX_BYTES = 256 * 1024;
/** What a batch may decode to before it ends; a few bytes can decode to a whole block. */
const BATCH_DECODED_MAX_BYTES = 1024 * 1024;

/**
 * Reads the whole blocks of a frame, in batches of up to 256 KiB that decode to little more than
 * 1 MiB. An incomplete frame comes one block a batch, so that a bad block takes no good one with
 * it, and ends without `last` when its last block is not whole. Holds one batch. Throws `E_FRAME`
 * for a block that `checkBlock` refuses, and when the blocks are not those that the walk saw.
 */
export async function* readBlockBatches(
  source: RandomAccess,
  frame: DataFrameInfo,
): AsyncGenerator<BlockBatch, undefined, undefined> {
  const end = frame.byteOffset + frame.bytes;
  let offset = frame.byteOffset + frame.headerBytes;
  let blocks = 0;
  let buffer: Uint8Array = new Uint8Array(0);
  while (blocks < frame.blocks) {
    if (wholeBlockBytes(buffer, 0) === undefined) {
      buffer = await source.read(offset, Math.min(BATCH_MAX_BYTES, end - offset));
    }
    let used = 0;
    let decodedBound = 0;
    let last = false;
    while (blocks < frame.blocks && decodedBound < BATCH_DECODED_MAX_BYTES) {
      const blockBytes = wholeBlockBytes(buffer, used);
      if (blockBytes === undefined) break;
      const reason = checkBlock(buffer, used, frame.blockMaxBytes);
      if (reason !== undefined) {
        throw blockFault(frame, offset + used, `block ${blocks} is malformed: ${reason}`);
      }
      const block = parseBlockHeader(buffer, used);
      blocks++;
      decodedBound += blockDecodedBound(block, frame.blockMaxBytes);
      used += blockBytes;
      last = block.last;
      if (last || !frame.complete) break;
    }
    const disagrees =
      used === 0 ||
      (last && blocks < frame.blocks) ||
      (!last && blocks === frame.blocks && frame.complete);
    if (disagrees) throw blockFault(frame, offset, 'the file changed while it was read');
    yield { bytes: buffer.subarray(0, used), last };
    buffer = buffer.subarray(used);
    offset += used;
  }
}

/** Length of the block at `bytes[at]`, header and body; undefined where it is not whole. */
function wholeBlockBytes(bytes: Uint8Array, at: number): number | undefined {
  if (at + BLOCK_HEADER_BYTES > bytes.length) return undefined;
  const blockBytes = BLOCK_HEADER_BYTES + parseBlockHeader(bytes, at).bodyBytes;
  return at + blockBytes > bytes.length ? undefined : blockBytes;
}

function blockFault(frame: DataFrameInfo, faultOffset: number, what: string): FrameError {
  const { index: frameIndex, byteOffset, bytes: frameBytes } = frame;
  return new FrameError('E_FRAME', what, { frameIndex, byteOffset, frameBytes, faultOffset });
}
