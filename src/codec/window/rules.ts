import type { HistoryResponse, Interval, Seq } from '../types.ts';
import { coverageFault } from './coverage.ts';
import type { PendingFetch } from './state.ts';

/** What a live record is to the window. */
export type LiveRelation = 'replay' | 'append' | 'gap' | 'cut';

/**
 * The decisions of the protocol (FORMAT section 5), each by watermarks alone: neither the number
 * of records nor the seqs that happen to be on show count. A table, so that the simulation can
 * break one rule at a time and see that it notices.
 */
export interface WindowRules {
  /** How a live record lies to the end of the window. */
  relate(windowEnd: Seq, live: Interval): LiveRelation;
  /** Whether an answer is that of the pending fetch. */
  isAnswer(pending: PendingFetch | undefined, request: number): boolean;
  /** Why a page's records do not cover its interval. */
  faultOf(page: HistoryResponse): string | undefined;
  /** Whether a tail page reaches what was known to exist when it was asked for. */
  reaches(tail: Interval, expectTo: Seq): boolean;
  /** Whether an older page ends where the window begins. */
  joins(older: Interval, windowStart: Seq): boolean;
}

export const RULES: WindowRules = {
  relate: (windowEnd, { fromSeq, toSeq }) => {
    if (fromSeq === windowEnd) return 'append';
    if (fromSeq > windowEnd) return 'gap';
    return toSeq <= windowEnd ? 'replay' : 'cut';
  },
  isAnswer: (pending, request) => pending?.request === request,
  faultOf: (page) => coverageFault(page)?.message,
  reaches: ({ toSeq }, expectTo) => toSeq >= expectTo,
  joins: ({ toSeq }, windowStart) => toSeq === windowStart,
};
