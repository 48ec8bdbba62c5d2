import type { Source } from '../source.ts';
import { streamSource } from '../source.ts';
import { decodeFrame } from '../zstd/decode.ts';
import { ReadAhead } from '../zstd/read-ahead.ts';
import { walkFrames } from '../zstd/walk.ts';

/** Takes decoded text and how far in the file it goes. */
export type TakeText = (bytes: Buffer, offset: number) => Promise<void>;

/** How text is taken from what was appended to a file since `offset`; an entry an encoding. */
export const GROWTH: Readonly<
  Record<string, (source: Source, offset: number, take: TakeText) => Promise<void>>
> = {
  async raw(source, offset, take) {
    let at = offset;
    for await (const bytes of streamSource(source, offset)) {
      at += bytes.length;
      await take(bytes, at);
    }
  },

  /** Whole frames only: a frame that is still being written is there the next time. */
  async zstd(source, offset, take) {
    const appended = new ReadAhead({
      size: source.size - offset,
      read: (at, length) => source.read(offset + at, length),
    });
    for await (const frame of walkFrames(appended)) {
      if (frame.kind === 'fault') throw frame.error;
      if (!frame.complete) return;
      const end = offset + frame.byteOffset + frame.bytes;
      if (frame.kind === 'skippable') continue;
      const options = { maxDecodedBytes: Number.MAX_SAFE_INTEGER };
      const pieces: Uint8Array[] = [];
      for await (const piece of decodeFrame(appended, frame, options)) pieces.push(piece);
      await take(Buffer.concat(pieces), end);
    }
  },
};

const NEWLINE = 0x0a;
const TAIL_BYTES = 64 * 1024;

/** Where the committed part of a log ends in its file; an entry an encoding. */
export const COMMITTED_END: Readonly<Record<string, (source: Source) => Promise<number>>> = {
  /** Behind the last newline. */
  async raw(source) {
    for (let end = source.size; end > 0; ) {
      const from = Math.max(0, end - TAIL_BYTES);
      const newline = (await source.read(from, end - from)).lastIndexOf(NEWLINE);
      if (newline >= 0) return from + newline + 1;
      end = from;
    }
    return 0;
  },

  /** Behind the last whole frame. */
  async zstd(source) {
    let end = 0;
    for await (const frame of walkFrames(new ReadAhead(source))) {
      if (frame.kind === 'fault' || !frame.complete) break;
      end = frame.byteOffset + frame.bytes;
    }
    return end;
  },
};
