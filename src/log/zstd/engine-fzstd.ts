import { Decompress } from 'fzstd';
import { createBlockBudget } from './block-budget.ts';
import type { Engine } from './engines.ts';
import { FRAME_HEADER_MAX_BYTES } from './frame-header.ts';
import { paddedHeader } from './plain-header.ts';

/** fzstd's own bound: it computes windows with 32-bit integers. */
const MAX_WINDOW_BYTES = 2_145_386_496;

/**
 * fzstd reads an offset from 32 bits that begin at a byte, so up to 7 of them are not the offset's
 * and an offset code of 26 can lose its top bit. Offsets below 2^26 + 2^25 have a 0 there. The
 * stored offset is the distance plus 3.
 */
const EXACT_WINDOW_BYTES = 2 ** 26 + 2 ** 25 - 4;

/**
 * Bytes on their way to fzstd. It keeps an empty view of every chunk that ends with a block, and so
 * would keep the whole compressed frame: all chunks are views of this one array instead. Pushing
 * is synchronous and fzstd copies what it wants to keep, so all decoders can share it.
 */
let feed = new Uint8Array(FRAME_HEADER_MAX_BYTES + 256 * 1024);

const NOTHING = new Uint8Array(0);

/**
 * The engine for runtimes without zstd. Memory: one window and one block. Speed: 170 to 300 MB/s with
 * the checksum, 20 us for a tiny frame; but it moves the whole window once a block, which leaves
 * 15 MB/s at 128 MiB.
 */
export function createFzstdEngine(): Engine {
  return {
    name: 'fzstd',
    maxWindowBytes: MAX_WINDOW_BYTES,
    exactWindowBytes: EXACT_WINDOW_BYTES,
    open: (shape, sink) => {
      const budget = createBlockBudget();
      const decompress = new Decompress((piece) => {
        budget.check();
        if (piece.length > 0) sink(piece);
      });
      // fzstd waits for 18 bytes, in the caller's array, unless the first chunk has them. One byte
      // above the bound lets a frame that decodes to too much show it.
      const window = Math.min(shape.windowBytes, shape.decodedBound + 1);
      let header = paddedHeader(window);
      return {
        push: (blocks, last) => {
          const length = header.length + blocks.length;
          if (feed.length < length) feed = new Uint8Array(length);
          feed.set(header);
          feed.set(blocks, header.length);
          header = NOTHING;
          budget.start();
          decompress.push(feed.subarray(0, length), last);
        },
        close: () => {},
      };
    },
  };
}
