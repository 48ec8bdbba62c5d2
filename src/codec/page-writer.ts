import type { PageContext, Representation, SpanWriter } from './representation.ts';
import { type RecordFraming, RecordWriter } from './response.ts';
import { isRun, type Span } from './span.ts';

/**
 * UTF-16 units gathered before a piece is handed on: large enough that a hand-over costs nothing,
 * and below the 128 KiB from which V8 makes a string expensive.
 */
const PIECE_CHARS = 64 * 1024;

/** Members of a run written at a time by a representation that needs no whole run: a third of a piece. */
const SLICE_MEMBERS = 128;

/**
 * Writes a page in one representation as a sequence of text pieces. `measure` counts these pieces
 * and `page` prints them, so the two cannot differ. Holds one piece, or one packed row.
 */
export class PageWriter {
  readonly #records: RecordWriter;
  readonly #write: SpanWriter;
  readonly #needsWholeRuns: boolean;

  constructor(representation: Representation, page: PageContext, framing: RecordFraming) {
    this.#records = new RecordWriter(framing);
    this.#write = representation.open(page);
    this.#needsWholeRuns = representation.needsWholeRuns;
  }

  /** Records written so far. */
  get records(): number {
    return this.#records.records;
  }

  /** Chunk rows among them. */
  get rows(): number {
    return this.#records.rows;
  }

  /** Writes one span, cut to the page; yields the pieces that it fills. */
  *write(span: Span): Generator<string, void> {
    for (const part of this.#parts(span)) {
      this.#write(part, this.#records);
      if (this.#records.pending >= PIECE_CHARS) yield this.#records.take();
    }
  }

  /** What is left so far; the page goes on. */
  flush(): string {
    return this.#records.take();
  }

  /** What is left, with the end of the page. */
  finish(): string {
    return this.#records.finish();
  }

  *#parts(span: Span): Generator<Span, void> {
    if (!isRun(span) || this.#needsWholeRuns || span.length <= SLICE_MEMBERS) {
      yield span;
      return;
    }
    for (let seq = span.seq0; seq < span.toSeq; seq += SLICE_MEMBERS) {
      yield span.slice(seq, Math.min(seq + SLICE_MEMBERS, span.toSeq));
    }
  }
}
