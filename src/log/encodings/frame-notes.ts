import type { Warning } from '../../errors.ts';
import type { DataFrameInfo, SkippableFrameInfo } from '../zstd/walk.ts';

const NEWLINE = 0x0a;

/** A warning about the first frame of its sort, and how many more there are. */
interface Note {
  readonly warning: Warning;
  count: number;
}

/**
 * Follows the frames of a zstd log and notes what can be read but dsh would not have written:
 * skippable frames, frames without a checksum, records split over frames, and a first frame that
 * holds more than the header. One warning a sort, about its first frame.
 */
export class FrameNotes {
  readonly #file: string;
  readonly #notes = new Map<Warning['code'], Note>();
  #frame: DataFrameInfo | undefined;
  /** Whether the current frame has given text. */
  #hasText = false;
  #decodedBytes = 0;
  /** Where the line begins that the text so far ends in, and in which frame. */
  #lineStart = 0;
  #lineFrame = 0;
  /** Where the text of that frame begins. */
  #frameStart = 0;
  #linesInFirstFrame = 0;

  constructor(file: string) {
    this.#file = file;
  }

  skippable({ byteOffset, bytes }: SkippableFrameInfo): void {
    this.#add({
      code: 'W_SKIPPABLE_FRAME',
      message: `dsh refuses skippable frames (invalid frame magic at byte ${byteOffset})`,
      frameOffset: byteOffset,
      detail: { byteOffset, bytes },
    });
  }

  enter(frame: DataFrameInfo): void {
    this.#frame = frame;
    this.#hasText = false;
    if (frame.hasChecksum || !frame.complete) return;
    this.#add({
      code: 'W_NO_CHECKSUM',
      message: `frame ${frame.index} has no checksum: bit rot in it cannot be seen`,
      frame: frame.index,
      frameOffset: frame.byteOffset,
    });
  }

  /** Text of the current frame. */
  text(bytes: Buffer): void {
    const frame = this.#frame;
    if (bytes.length === 0 || frame === undefined) return;
    if (!this.#hasText && this.#lineStart < this.#decodedBytes) this.#noteSplit(frame);
    if (!this.#hasText && this.#lineStart === this.#decodedBytes) {
      this.#lineFrame = frame.index;
      this.#frameStart = this.#decodedBytes;
    }
    this.#hasText = true;
    if (frame.index === 0) this.#countLines(bytes);
    const newline = bytes.lastIndexOf(NEWLINE);
    if (newline >= 0) {
      this.#lineStart = this.#decodedBytes + newline + 1;
      if (this.#lineFrame !== frame.index) this.#frameStart = this.#decodedBytes;
      this.#lineFrame = frame.index;
    }
    this.#decodedBytes += bytes.length;
  }

  /** All of it, once the last frame is through. */
  warnings(): Warning[] {
    if (this.#linesInFirstFrame > 1) {
      this.#add({
        code: 'W_HEADER_FRAME',
        message:
          `the first frame holds ${this.#linesInFirstFrame} lines, not the header alone, so dsh ` +
          'refuses the log; the text is whole: compress header and records as separate frames',
        frame: 0,
        frameOffset: 0,
        detail: { recordsInFrame: this.#linesInFirstFrame },
      });
    }
    return [...this.#notes.values()].map(({ warning, count }) => ({
      ...warning,
      file: this.#file,
      message: count === 1 ? warning.message : `${warning.message}, and ${count - 1} more`,
      detail: { ...warning.detail, count },
    }));
  }

  #noteSplit({ index }: DataFrameInfo): void {
    this.#add({
      code: 'W_SPLIT_RECORD',
      message:
        `the record at byte ${this.#lineStart} is split over frames ${this.#lineFrame} and ${index}, ` +
        `the first of which decodes from byte ${this.#frameStart} (dsh reads that; its writer ` +
        'never makes it)',
      byteOffset: this.#lineStart,
      frame: this.#lineFrame,
    });
  }

  #countLines(bytes: Buffer): void {
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.#linesInFirstFrame += 1;
    }
  }

  #add(warning: Warning): void {
    const note = this.#notes.get(warning.code);
    if (note === undefined) this.#notes.set(warning.code, { warning, count: 1 });
    else note.count += 1;
  }
}
