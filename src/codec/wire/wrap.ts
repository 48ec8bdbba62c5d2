import { isRowTagged } from '../row.ts';
import { membersOf, packChunkRuns } from '../storage.ts';
import type { ChunkRow, JsonValue, SessionEvent, StorageRecord } from '../types.ts';
import { ROW_EVENT_PREFIX } from './event.ts';
import type { ReadEvent, ReadRecord, ReadRow } from './records.ts';
import type { EventRecord, HistoryWirePage, PageRow, SessionWirePage } from './types.ts';

/** An event with its view, or a row, free of any wire. */
export type BareRecord = ReadEvent | Pick<ReadRow, 'row'>;

/** Records as the note's wire wraps them. */
export const historyRecords = (records: readonly BareRecord[]): HistoryWirePage['records'] =>
  records.map((record) => (record.row === undefined ? record : { chunks: record.row }));

/** Records as the 0.1.2 wire wraps them. */
export const pageRecords = (records: readonly BareRecord[]): SessionWirePage['records'] =>
  records.map((record) =>
    record.row === undefined
      ? { type: 'event', ...record }
      : { type: 'chunks', event: rowEvent(record.row) },
  );

/** Records as the wire before the note wraps them: rows are expanded. O(members). */
export const eventRecords = (records: readonly ReadRecord[]): EventRecord[] =>
  records.flatMap((record) =>
    record.row === undefined ? [record] : membersOf(record.run).map((event) => ({ event })),
  );

/** The same events with runs of deltas packed; a record with a view stays, and ends a run. */
export function packRecords(records: readonly ReadRecord[]): BareRecord[] {
  const packed: BareRecord[] = [];
  let plain: SessionEvent[] = [];
  const flush = (): void => {
    for (const record of packChunkRuns(plain)) packed.push(bareRecord(record));
    plain = [];
  };
  for (const record of records) {
    if (record.row === undefined && !Object.hasOwn(record, 'view')) {
      plain.push(record.event);
      continue;
    }
    flush();
    packed.push(record);
  }
  flush();
  return packed;
}

/** The type and the data of a row belong together, which the compiler loses sight of. */
const rowEvent = ({ type, seq0, time0, data }: ChunkRow): PageRow =>
  ({ type: `${ROW_EVENT_PREFIX}${type}`, seq: seq0, time: time0, data }) as PageRow;

/** A record that packing gave: rows are tagged, and no event of a sound page has their types. */
const bareRecord = (record: StorageRecord): BareRecord =>
  isRowTagged(record as unknown as JsonValue)
    ? { row: record as ChunkRow }
    : { event: record as SessionEvent };
