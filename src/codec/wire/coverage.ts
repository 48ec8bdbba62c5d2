import type { Interval, Seq } from '../types.ts';
import type { WireFault } from './fault.ts';

/**
 * Watches that records follow each other without a gap or an overlap and, where a response has
 * watermarks, that they cover `[fromSeq, toSeq)` exactly. O(1) a record. After a fault it goes on
 * from the record at hand, so that each place is named once.
 */
export class Coverage {
  /** The seq that comes next; undefined before the first record and after one that has none. */
  #next: Seq | undefined;
  readonly #page: Interval | undefined;
  #isBeyond = false;

  constructor(page: Interval | undefined) {
    this.#page = page;
    this.#next = page?.fromSeq;
  }

  /** Takes the interval of the record at `index`. */
  take(index: number, { fromSeq, toSeq }: Interval): WireFault | undefined {
    const expected = this.#next;
    this.#next = toSeq;
    if (expected !== undefined && fromSeq !== expected) return misplaced(index, expected, fromSeq);
    const end = this.#page?.toSeq;
    if (end === undefined || toSeq <= end || this.#isBeyond) return undefined;
    this.#isBeyond = true; // what follows lies beyond it too
    return {
      kind: 'overlap',
      message: `record ${index}: expected the page to end at toSeq ${end}, found seq ${fromSeq} to ${toSeq - 1}`,
      record: index,
      expectedSeq: end,
      foundSeq: toSeq,
    };
  }

  /** Takes a record that could not be read: where the next one begins is then unknown. */
  skip(): void {
    this.#next = undefined;
  }

  /** Ends the response after `records` records. */
  finish(records: number): WireFault | undefined {
    const next = this.#next;
    if (this.#page === undefined || next === undefined || next >= this.#page.toSeq) {
      return undefined;
    }
    const { toSeq } = this.#page;
    const where = records === 0 ? 'no records' : `after record ${records - 1}`;
    return {
      kind: 'gap',
      message: `${where}: expected seq ${next}, found the end of the records: ${missing(toSeq - next)} before toSeq ${toSeq}`,
      record: records,
      expectedSeq: next,
      foundSeq: toSeq,
    };
  }
}

function misplaced(record: number, expectedSeq: Seq, foundSeq: Seq): WireFault {
  const isGap = foundSeq > expectedSeq;
  const what = isGap ? missing(foundSeq - expectedSeq) : 'records overlap or are out of order';
  return {
    kind: isGap ? 'gap' : 'overlap',
    message: `record ${record}: expected seq ${expectedSeq}, found seq ${foundSeq}: ${what}`,
    record,
    expectedSeq,
    foundSeq,
  };
}

const missing = (events: number): string =>
  events === 1 ? '1 event is missing' : `${events} events are missing`;
