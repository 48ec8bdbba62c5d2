import { isSeq } from '../json.ts';
import type { Interval, JsonValue, Seq } from '../types.ts';
import { recordInterval } from './record-interval.ts';

/** Where a page's records first fail to cover its interval. */
export interface CoverageFault {
  /** Position of the first offending record; the number of records where one is missing at the end. */
  readonly record: number;
  /** The seq that should come there; of a record beyond the page, the page's `toSeq`. */
  readonly expectedSeq: Seq;
  /** The seq that does; of a record beyond the page, its end. Undefined where there is none. */
  readonly foundSeq: Seq | undefined;
  /** Says all of it. */
  readonly message: string;
}

/** A page as it came, with records of any kind. */
export interface RecordsOfPage extends Interval {
  readonly records: readonly unknown[];
}

/**
 * Checks that records cover `[fromSeq, toSeq)` exactly: in order, no gap, no overlap (FORMAT
 * section 5). A row counts by its `seq0` and its members, unexpanded; whether it may be expanded
 * is for the codec to say. Gives the first fault, or undefined. O(records).
 */
export function coverageFault({
  records,
  fromSeq,
  toSeq,
}: RecordsOfPage): CoverageFault | undefined {
  if (!isSeq(fromSeq as JsonValue) || !isSeq(toSeq as JsonValue) || toSeq < fromSeq) {
    const found = `fromSeq ${fromSeq} and toSeq ${toSeq}`;
    const message = `the watermarks must be seqs, toSeq not below fromSeq, found ${found}`;
    return { record: 0, expectedSeq: fromSeq, foundSeq: toSeq, message };
  }
  let next = fromSeq;
  for (const [record, value] of records.entries()) {
    const covered = recordInterval(value);
    const where = `record ${record}: expected`;
    if (covered === undefined) {
      const message = `${where} seq ${next}, found neither an event with a seq nor a row with members`;
      return { record, expectedSeq: next, foundSeq: undefined, message };
    }
    if (covered.fromSeq !== next) {
      const message = `${where} seq ${next}, found seq ${covered.fromSeq}: ${misfit(next, covered)}`;
      return { record, expectedSeq: next, foundSeq: covered.fromSeq, message };
    }
    if (covered.toSeq > toSeq) {
      const message = `${where} the page to end at toSeq ${toSeq}, found seq ${next} to ${covered.toSeq - 1}`;
      return { record, expectedSeq: toSeq, foundSeq: covered.toSeq, message };
    }
    next = covered.toSeq;
  }
  if (next === toSeq) return undefined;
  const message = `record ${records.length}: expected seq ${next}, found the end of the records: ${missing(next, toSeq)} before toSeq ${toSeq}`;
  return { record: records.length, expectedSeq: next, foundSeq: undefined, message };
}

const misfit = (next: Seq, { fromSeq }: Interval): string =>
  fromSeq > next ? missing(next, fromSeq) : 'records overlap or are out of order';

const missing = (from: Seq, to: Seq): string =>
  to - from === 1 ? '1 event is missing' : `${to - from} events are missing`;
