import type { HistoryRecord } from '../types.ts';

/**
 * An immutable list of records that grows cheaply at both ends: a page before it costs O(pages),
 * a record after it O(1). Lists that grew from one another share one array; each sees as much of
 * it as was there when it was made, and one that is not the newest copies before it grows.
 */
export class RecordList implements Iterable<HistoryRecord> {
  static readonly EMPTY = new RecordList([], [], 0, 0);

  readonly #pages: readonly (readonly HistoryRecord[])[];
  readonly #last: HistoryRecord[];
  readonly #lastLength: number;
  /** The number of records. */
  readonly length: number;

  private constructor(
    pages: readonly (readonly HistoryRecord[])[],
    last: HistoryRecord[],
    lastLength: number,
    length: number,
  ) {
    this.#pages = pages;
    this.#last = last;
    this.#lastLength = lastLength;
    this.length = length;
  }

  /** The list with a page before it. The page is kept, not copied. */
  prepend(page: readonly HistoryRecord[]): RecordList {
    const length = page.length + this.length;
    return new RecordList([page, ...this.#pages], this.#last, this.#lastLength, length);
  }

  /** The list with a record after it. */
  append(record: HistoryRecord): RecordList {
    const isNewest = this.#last.length === this.#lastLength && this.#lastLength > 0;
    const last = isNewest ? this.#last : this.#last.slice(0, this.#lastLength);
    last.push(record);
    return new RecordList(this.#pages, last, last.length, this.length + 1);
  }

  *[Symbol.iterator](): Generator<HistoryRecord, void> {
    for (const page of this.#pages) yield* page;
    for (let at = 0; at < this.#lastLength; at++) yield this.#last[at] as HistoryRecord; // so many
  }
}
