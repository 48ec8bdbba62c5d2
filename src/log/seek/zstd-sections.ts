import type { Source } from '../source.ts';
import { decodeFrame } from '../zstd/decode.ts';
import { FrameError } from '../zstd/frame-error.ts';
import { ReadAhead } from '../zstd/read-ahead.ts';
import { type DataFrameInfo, walkFrames } from '../zstd/walk.ts';
import { type Sections, SeekRefused, type TornTail } from './sections.ts';

const MIB = 1024 * 1024;
/** A larger frame is no unit to jump by: decoding it costs what a reading from the start does. */
const MAX_FRAME_BYTES = 8 * MIB;
const NEWLINE = 0x0a;

/**
 * The frames of a zstd log, found by their headers without decoding any. Costs O(frames), a few
 * bytes each; a frame is decoded, checked and believed as a whole when it is read.
 * @throws {SeekRefused}
 */
export async function zstdSections(source: Source): Promise<Sections> {
  const ahead = new ReadAhead(source);
  const frames: DataFrameInfo[] = [];
  for await (const item of walkFrames(ahead)) {
    if (item.kind === 'fault') throw new SeekRefused(item.error.message);
    if (item.kind === 'data') frames.push(item);
  }
  return {
    count: frames.length,
    tornFrom: frames.filter(({ complete }) => complete).length,
    tornTail: tornTail(frames.at(-1)),
    async read(index) {
      const frame = frames[index];
      if (frame === undefined) throw new SeekRefused(`there is no frame ${index}`);
      const text = await decode(source, frame);
      return index === 0 ? text.subarray(text.indexOf(NEWLINE) + 1) : text;
    },
  };
}

async function decode(source: Source, frame: DataFrameInfo): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  try {
    const options = { maxDecodedBytes: MAX_FRAME_BYTES };
    for await (const piece of decodeFrame(source, frame, options)) pieces.push(piece);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    const isTooLarge = error.limit === 'decoded';
    const message = isTooLarge ? `frame ${frame.index} is too large to jump by` : error.message;
    throw new SeekRefused(message, { cause: error });
  }
  const text = Buffer.concat(pieces);
  if (text.length === 0 || text.at(-1) === NEWLINE) return text;
  if (frame.complete) throw new SeekRefused(`frame ${frame.index} ends within a line`);
  return text.subarray(0, text.lastIndexOf(NEWLINE) + 1);
}

const tornTail = (last: DataFrameInfo | undefined): TornTail | undefined =>
  last === undefined || last.complete
    ? undefined
    : { byteOffset: last.byteOffset, bytes: last.bytes, frame: last.index };
