import { hasKeyCount, isObject, isSafeInteger, isSeq, own } from '../json.ts';
import { kindOfRow } from '../kinds.ts';
import { RowError, readRow } from '../row.ts';
import type { Run } from '../run.ts';
import { keysOf, show } from '../show.ts';
import type { ChunkRow, Interval, JsonObject, JsonValue, SessionEvent } from '../types.ts';
import { ROW_EVENT_PREFIX, readEvent } from './event.ts';
import { RecordError } from './fault.ts';

/** An event record of any wire. */
export interface ReadEvent {
  readonly event: SessionEvent;
  /** Absent where the record has none. */
  readonly view?: JsonValue;
  readonly row?: undefined;
}

/** A row record of any wire, safe to expand. */
export interface ReadRow {
  /** As the note spells it. */
  readonly row: ChunkRow;
  readonly run: Run;
}

export type ReadRecord = ReadEvent | ReadRow;

/** The interval that a record covers. */
export const recordInterval = (record: ReadRecord): Interval =>
  record.row === undefined
    ? { fromSeq: record.event.seq, toSeq: record.event.seq + 1 }
    : { fromSeq: record.run.seq0, toSeq: record.run.toSeq };

const PAGE_ROW_KEYS = 4; // type, seq, time, data

/** Reads a record of the note's wire: `{event, view?}` or `{chunks}`. */
export function readHistoryRecord(record: JsonValue | undefined): ReadRecord {
  if (!isObject(record)) throw new RecordError(`must be an object, got ${show(record)}`);
  const chunks = own(record, 'chunks');
  if (chunks === undefined) return readEventRecord(record);
  if (!hasKeyCount(record, 1)) {
    throw new RecordError(`a record is {event, view?} or {chunks}; found ${keysOf(record)}`);
  }
  if (!isObject(chunks)) throw new RowError(`chunks must be an object, got ${show(chunks)}`);
  const run = readRow(chunks);
  return { row: chunks as unknown as ChunkRow, run }; // readRow checked all of it
}

/** Reads a record of the wire before the note: `{event, view?}`. */
export function readEventRecord(record: JsonValue | undefined): ReadEvent {
  if (!isObject(record)) throw new RecordError(`must be an object, got ${show(record)}`);
  return readEventKeys(record, 1, '{event, view?}');
}

/** Reads a record of the 0.1.2 wire: `{type: "event", event, view?}` or `{type: "chunks", event}`. */
export function readPageRecord(record: JsonValue | undefined): ReadRecord {
  if (!isObject(record)) throw new RecordError(`must be an object, got ${show(record)}`);
  const type = own(record, 'type');
  if (type === 'event') return readEventKeys(record, 2, '{type, event, view?}');
  if (type !== 'chunks') {
    throw new RecordError(`type must be "event" or "chunks", got ${show(type)}`);
  }
  if (!hasKeyCount(record, 2)) {
    throw new RecordError(`a chunks record is {type, event}; found ${keysOf(record)}`);
  }
  return readPageRow(own(record, 'event'));
}

/** `keys` is how many a record without a view has. */
function readEventKeys(record: JsonObject, keys: number, shape: string): ReadEvent {
  const hasView = Object.hasOwn(record, 'view');
  if (!Object.hasOwn(record, 'event') || !hasKeyCount(record, hasView ? keys + 1 : keys)) {
    throw new RecordError(`a record is ${shape}; found ${keysOf(record)}`);
  }
  const event = readEvent(own(record, 'event'));
  return hasView ? { event, view: record.view as JsonValue } : { event };
}

/** The row in the envelope of an event, read by the rules of the row that it stands for. */
function readPageRow(event: JsonValue | undefined): ReadRow {
  if (!isObject(event)) throw new RowError(`event must be an object, got ${show(event)}`);
  const type = own(event, 'type');
  const rowType =
    typeof type === 'string' && type.startsWith(ROW_EVENT_PREFIX)
      ? type.slice(ROW_EVENT_PREFIX.length)
      : undefined;
  if (rowType === undefined || kindOfRow(rowType) === undefined) {
    throw new RowError(
      `type must be ${ROW_EVENT_PREFIX}text-chunks or the like, got ${show(type)}`,
    );
  }
  if (!hasKeyCount(event, PAGE_ROW_KEYS)) {
    throw new RowError(`a row has exactly the keys type, seq, time, data; found ${keysOf(event)}`);
  }
  const seq = own(event, 'seq');
  const time = own(event, 'time');
  if (!isSeq(seq)) throw new RowError(`seq must be a safe integer >= 0, got ${show(seq)}`);
  if (!isSafeInteger(time)) throw new RowError(`time must be a safe integer, got ${show(time)}`);
  const data = own(event, 'data') as JsonValue; // or undefined, which readRow refuses
  const row = { type: rowType, seq0: seq, time0: time, data };
  const run = readRow(row);
  return { row: row as unknown as ChunkRow, run }; // readRow checked all of it
}
