import type { Seq } from '../codec/types.ts';
import type { Frame } from './encodings/encoding.ts';

/** Where a frame's text begins. */
export interface FrameStart {
  /** Of the event that comes next. */
  readonly seq: Seq;
  readonly line: number;
  /** In the decoded text. */
  readonly byteOffset: number;
  /** Stored records before it. */
  readonly records: number;
}

/** Remembers where the latest frame began. */
export class FrameMarks {
  #last: Frame | undefined;
  #start: FrameStart = { seq: 0, line: 1, byteOffset: 0, records: 0 };
  #count = 0;

  /** Undefined where the encoding has no frames. */
  get count(): number | undefined {
    return this.#last === undefined ? undefined : this.#count;
  }

  get last(): Frame | undefined {
    return this.#last;
  }

  /** Stored records before the latest frame. */
  get recordsBefore(): number {
    return this.#start.records;
  }

  enter(frame: Frame | undefined, start: () => FrameStart): void {
    if (frame === undefined || frame.index === this.#last?.index) return;
    this.#last = frame;
    this.#start = start();
    if (frame.isComplete) this.#count += 1;
  }

  /** Undefined where the frame had not begun to give text. */
  startOf(index: number | undefined): FrameStart | undefined {
    return index !== undefined && index === this.#last?.index ? this.#start : undefined;
  }
}
