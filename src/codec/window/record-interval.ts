import { isObject, isSeq, own } from '../json.ts';
import { kindOfRow } from '../kinds.ts';
import type { Interval, JsonValue } from '../types.ts';

/**
 * The seqs that a history record covers: one for an event; `seq0` and the number of members for a
 * row, which is neither expanded nor validated here. Undefined where it does not say. O(1).
 */
export function recordInterval(record: unknown): Interval | undefined {
  const value = record as JsonValue; // any value may come, and isObject looks first
  if (!isObject(value)) return undefined;
  const row = own(value, 'chunks');
  if (row !== undefined)
    return isObject(row) ? interval(own(row, 'seq0'), members(row)) : undefined;
  const event = own(value, 'event');
  return isObject(event) ? interval(own(event, 'seq'), 1) : undefined;
}

function members(row: { readonly [key: string]: JsonValue }): number {
  const kind = kindOfRow(own(row, 'type'));
  const data = own(row, 'data');
  const list = kind && isObject(data) ? own(data, kind.membersKey) : undefined;
  return Array.isArray(list) ? list.length : 0;
}

/** Nothing where a seq would leave the safe integers: the sum of two doubles could hide an overlap. */
const interval = (seq: JsonValue | undefined, length: number): Interval | undefined =>
  isSeq(seq) && length > 0 && length <= Number.MAX_SAFE_INTEGER - seq
    ? { fromSeq: seq, toSeq: seq + length }
    : undefined;
