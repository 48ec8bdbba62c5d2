import type { Source } from './source.ts';
import { streamSource } from './source.ts';

/** A stretch of decoded text. */
export interface Piece {
  readonly bytes: Buffer;
  /** The frame that it comes from, for encodings that have frames. */
  readonly frame?: Frame | undefined;
}

/** A unit that an encoding checks as a whole. */
export interface Frame {
  /** Counted from 0. */
  readonly index: number;
  /** Where it starts in the file, bytes. */
  readonly byteOffset: number;
  /** What it takes in the file, bytes. */
  readonly byteLength: number;
  /** False for a last frame that was cut off: its complete lines count, but nothing proves them. */
  readonly isComplete: boolean;
}

/** How a log is stored. A new one is an entry in `ENCODINGS`. */
export interface Encoding {
  readonly name: string;
  /** Whether a file that begins with these bytes has this encoding. */
  sniff(start: Uint8Array): boolean;
  /**
   * The decoded text, in order. Throws a located `HistpackError` where the encoding is damaged;
   * what was yielded from the frame at fault must then be forgotten.
   */
  decode(source: Source): AsyncGenerator<Piece>;
}

const raw: Encoding = {
  name: 'raw',
  sniff: () => true,
  async *decode(source) {
    for await (const bytes of streamSource(source)) yield { bytes };
  },
};

/** By precedence: the first whose `sniff` agrees is taken, and raw text agrees with everything. */
export const ENCODINGS: readonly Encoding[] = [raw];

/** Bytes that every `sniff` can do with. */
const SNIFF_BYTES = 16;

/** The encoding of a source, by its content and never by its name. */
export async function detectEncoding(source: Source): Promise<Encoding> {
  const start = await source.read(0, SNIFF_BYTES);
  return ENCODINGS.find((encoding) => encoding.sniff(start)) ?? raw;
}
