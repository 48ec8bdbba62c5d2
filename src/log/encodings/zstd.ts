import { type FaultInput, HistpackError, makeFault } from '../../errors.ts';
import type { Source } from '../source.ts';
import { decodeFrame } from '../zstd/decode.ts';
import { FrameError } from '../zstd/frame-error.ts';
import { ReadAhead } from '../zstd/read-ahead.ts';
import { type DataFrameInfo, walkFrames } from '../zstd/walk.ts';
import type { Encoding, Frame } from './encoding.ts';
import { FrameNotes } from './frame-notes.ts';

const EMPTY = Buffer.alloc(0);

/** A data frame or the first of the sixteen kinds of skippable frame, which share all but a nibble. */
const isMagic = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd) ||
  (a !== undefined && a >> 4 === 0x5 && b === 0x2a && c === 0x4d && d === 0x18);

/** Concatenated frames (RFC 8878), as dsh writes them: the header alone, then a frame an append. */
export const zstd: Encoding = {
  name: 'zstd',
  sniff: isMagic,
  async *decode(source, options) {
    const notes = new FrameNotes(source.name);
    const ahead = new ReadAhead(source); // shared, so that a small frame costs no reads of its own
    let decodedBytes = 0;
    let isBroken = false;
    try {
      for await (const item of walkFrames(ahead)) {
        if (item.kind === 'skippable') {
          notes.skippable(item);
          continue;
        }
        try {
          if (item.kind === 'fault') throw item.error;
          notes.enter(item);
          const frame = frameOf(item);
          if (!isBroken) yield { bytes: EMPTY, frame };
          const limit = options.maxDecodedBytes - decodedBytes;
          for await (const piece of decodeFrame(ahead, item, { maxDecodedBytes: limit })) {
            decodedBytes += piece.length;
            const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
            notes.text(bytes);
            if (!isBroken) yield { bytes, frame };
          }
        } catch (error) {
          if (!(error instanceof FrameError)) throw error;
          if (options.onFault === undefined) throw new HistpackError(faultOf(error, source));
          options.onFault(makeFault(faultOf(error, source)));
          isBroken = true;
        }
      }
    } finally {
      for (const warning of notes.warnings()) options.onWarning(warning);
    }
  },
};

const frameOf = ({ index, byteOffset, bytes, complete }: DataFrameInfo): Frame => ({
  index,
  byteOffset,
  byteLength: bytes,
  isComplete: complete,
});

function faultOf(error: FrameError, { name, size }: Source): FaultInput {
  const { code, frameIndex: frame, byteOffset, frameBytes, faultOffset, expected, found } = error;
  return {
    code,
    message: error.message.replace(/^[^:]*: /, ''), // the place is told apart from it
    file: name,
    frame,
    frameOffset: byteOffset,
    detail: { frameBytes, faultOffset, expected, found, limit: error.limit, fileBytes: size },
  };
}
