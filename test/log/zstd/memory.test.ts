import { describe, expect, it } from 'vitest';
import { exposeGc } from '../../../src/bench/heap.ts';
import { decodeFrame } from '../../../src/log/zstd/decode.ts';
import type { RandomAccess } from '../../../src/log/zstd/read-ahead.ts';
import { walkFrames } from '../../../src/log/zstd/walk.ts';
import { blockHeader, ENGINES } from './support.ts';

const MIB = 2 ** 20;
const BLOCK_BYTES = 128 * 1024;
const WINDOW_8_MIB = 13 << 3;

/** What is garbage depends on when it was last collected; what is held does not. */
const collect = exposeGc();
/** Pieces between two looks: a collection takes some milliseconds. */
const PIECES_A_LOOK = 32;

/** A frame of raw blocks that exists only where it is read. */
function endlessFrame(blocks: number): RandomAccess {
  const header = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, WINDOW_8_MIB);
  const stride = 3 + BLOCK_BYTES;
  const size = header.length + blocks * stride;
  return {
    size,
    read: async (offset, length) => {
      const end = Math.min(offset + length, size);
      const bytes = new Uint8Array(end - offset).fill(0x61);
      if (offset < header.length) bytes.set(header.subarray(offset));
      const first = Math.max(0, Math.floor((offset - header.length) / stride));
      for (let block = first; header.length + block * stride < end; block++) {
        blockHeader(block === blocks - 1, 0, BLOCK_BYTES).forEach((byte, i) => {
          const at = header.length + block * stride + i - offset;
          if (at >= 0 && at < bytes.length) bytes[at] = byte;
        });
      }
      return bytes;
    },
  };
}

describe.each(ENGINES)('memory with %s', (engine) => {
  it('a frame of 512 MiB takes less than 100 MiB beside its window', {
    timeout: 120_000,
  }, async () => {
    const source = endlessFrame(4096);
    collect();
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    let pieces = 0;
    let decoded = 0;
    for await (const frame of walkFrames(source)) {
      if (frame.kind !== 'data') throw new Error('not a data frame');
      for await (const piece of decodeFrame(source, frame, { engine, maxDecodedBytes: 2 ** 30 })) {
        decoded += piece.length;
        if (pieces++ % PIECES_A_LOOK !== 0) continue;
        collect();
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      }
    }
    expect(decoded).toBe(512 * MIB);
    expect((peak - before) / MIB).toBeLessThan(100 + 8);
  });
});
