import type { Fault, Warning } from '../../errors.ts';
import type { Source } from '../source.ts';

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

export interface DecodeOptions {
  /** Decoded bytes at which a decompression bomb is given up. */
  readonly maxDecodedBytes: number;
  /** Told of what can be read but dsh would not have written. */
  readonly onWarning: (warning: Warning) => void;
  /**
   * With it a damaged frame is reported and decoding goes on behind it, to find the others; but
   * nothing is yielded any more. Without it the first damage is thrown.
   */
  readonly onFault?: ((fault: Fault) => void) | undefined;
}

/** How a log is stored. A new one is a file and an entry in the table of `encodings/index.ts`. */
export interface Encoding {
  readonly name: string;
  /** Whether a file that begins with these bytes has this encoding. */
  sniff(start: Uint8Array): boolean;
  /**
   * The decoded text, in order. Throws a located `HistpackError` where the encoding is damaged;
   * what was yielded from the frame at fault must then be forgotten.
   */
  decode(source: Source, options: DecodeOptions): AsyncGenerator<Piece>;
}
