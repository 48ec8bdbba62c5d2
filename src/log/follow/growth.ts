import { HistpackError } from '../../errors.ts';
import type { Piece } from '../encodings/encoding.ts';
import type { Limits } from '../log.ts';
import { lastLineEnd } from '../seek/raw-sections.ts';
import { type Source, streamSource } from '../source.ts';
import { decodeFrame } from '../zstd/decode.ts';
import { FrameError } from '../zstd/frame-error.ts';
import { ReadAhead } from '../zstd/read-ahead.ts';
import { type DataFrameInfo, walkFrames } from '../zstd/walk.ts';

/** Takes decoded text and how far in the file it goes. */
export type TakeText = (piece: Piece, offset: number) => Promise<void>;

/** Takes text from what was appended to a file since `offset`. */
type Growth = (source: Source, offset: number, limits: Limits, take: TakeText) => Promise<void>;

/** How text is taken; an entry an encoding. Only what can no longer be taken back is. */
export const GROWTH: Readonly<Record<string, Growth>> = {
  /** Whole lines only: a writer that died in one is followed by another that cuts it off. */
  async raw(source, offset, _, take) {
    const end = await lastLineEnd(source, offset);
    let at = offset;
    for await (const bytes of streamSource(source, offset, end)) {
      at += bytes.length;
      await take({ bytes }, at);
    }
  },

  /** Whole frames only: one that is still being written is there the next time. */
  async zstd(source, offset, limits, take) {
    const appended = new ReadAhead({
      size: Math.max(0, source.size - offset),
      read: (at, length) => source.read(offset + at, length),
    });
    try {
      for await (const frame of walkFrames(appended)) {
        if (frame.kind === 'fault') throw frame.error;
        if (!frame.complete) return;
        if (frame.kind === 'data') await takeFrame(appended, frame, offset, limits, take);
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const message = error.message.replace(/^[^:]*: /, ''); // the place is told apart from it
      const frameOffset = offset + error.byteOffset;
      throw new HistpackError({ code: error.code, message, frameOffset }, { cause: error });
    }
  },
};

/** Decodes twice, so that nothing is given of a frame with a bad checksum, and little is held. */
async function takeFrame(
  appended: ReadAhead,
  frame: DataFrameInfo,
  offset: number,
  limits: Limits,
  take: TakeText,
): Promise<void> {
  for await (const _ of decodeFrame(appended, frame, limits)) {
    // only its end matters, where it throws
  }
  const byteOffset = offset + frame.byteOffset;
  const end = byteOffset + frame.bytes;
  const origin = { index: frame.index, byteOffset, byteLength: frame.bytes, isComplete: true };
  for await (const piece of decodeFrame(appended, frame, limits)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    await take({ bytes, frame: origin }, end);
  }
}

/** Where reading goes on in a file that was read to its end; an entry an encoding. */
export const COMMITTED_END: Readonly<Record<string, (source: Source) => Promise<number>>> = {
  /** Behind the last newline. */
  raw: (source) => lastLineEnd(source, 0),

  /**
   * Behind the last whole frame. The complete lines of a torn one were read too, and it will be
   * read again when it is whole, but from which seq on is not known: the start of the log then.
   */
  async zstd(source) {
    let end = 0;
    for await (const frame of walkFrames(new ReadAhead(source))) {
      if (frame.kind === 'fault') break;
      if (!frame.complete) return frame.kind === 'data' ? 0 : end;
      end = frame.byteOffset + frame.bytes;
    }
    return end;
  },
};
