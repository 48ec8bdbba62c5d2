import { isObject, own } from '../json.ts';
import type { JsonValue } from '../types.ts';
import { type ReadRecord, readEventRecord, readHistoryRecord, readPageRecord } from './records.ts';
import type { WireName } from './types.ts';

/** How a wire's responses are built. */
export interface Wire {
  /** The requests that it answers, for people. */
  readonly title: string;
  /** The key of the records. */
  readonly list: 'records' | 'events';
  readonly hasWatermarks: boolean;
  readonly hasRows: boolean;
  /** Reads one record. Throws `RecordError` or `RowError` without the record's position. */
  readonly read: (record: JsonValue | undefined) => ReadRecord;
}

/** The wires. A new one is an entry here, one in `WIRE_FRAMINGS` and one in `RESPONSE_SCHEMAS`. */
export const WIRES: Readonly<Record<WireName, Wire>> = {
  history: {
    title: 'session.history and subagent.history, of the design note',
    list: 'records',
    hasWatermarks: true,
    hasRows: true,
    read: readHistoryRecord,
  },
  page: {
    title: 'session.page, of dsh 0.1.2 and later',
    list: 'records',
    hasWatermarks: false,
    hasRows: true,
    read: readPageRecord,
  },
  events: {
    title: 'the events response, of dsh 0.1.1 and older',
    list: 'events',
    hasWatermarks: false,
    hasRows: false,
    read: readEventRecord,
  },
};

/**
 * Which wire a response came over; undefined where it is none. The first record decides, and the
 * watermarks where there is none. It looks at no more, so the response may still be faulty.
 */
export function wireOf(response: unknown): WireName | undefined {
  const value = response as JsonValue; // any value may come; isObject narrows it
  if (!isObject(value)) return undefined;
  const records = own(value, 'records');
  if (!Array.isArray(records)) return Array.isArray(own(value, 'events')) ? 'events' : undefined;
  const first: JsonValue | undefined = records[0];
  if (isObject(first)) {
    if (own(first, 'type') !== undefined) return 'page';
    if (own(first, 'event') !== undefined || own(first, 'chunks') !== undefined) return 'history';
  }
  return Object.hasOwn(value, 'fromSeq') || Object.hasOwn(value, 'toSeq') ? 'history' : 'page';
}
