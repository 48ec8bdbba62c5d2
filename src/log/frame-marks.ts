import type { Seq } from '../codec/types.ts';
import type { Frame } from './encodings/encoding.ts';

/** Remembers with which seq each of the latest frames began. */
export class FrameMarks {
  #last: Frame | undefined;
  #seq: Seq = 0;
  #records = 0;
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
    return this.#records;
  }

  enter(frame: Frame | undefined, nextSeq: Seq, records: number): void {
    if (frame === undefined || frame.index === this.#last?.index) return;
    this.#last = frame;
    this.#seq = nextSeq;
    this.#records = records;
    if (frame.isComplete) this.#count += 1;
  }

  /** Undefined where the frame had not begun to give text. */
  seqAtStartOf(index: number | undefined): Seq | undefined {
    return index !== undefined && index === this.#last?.index ? this.#seq : undefined;
  }
}
