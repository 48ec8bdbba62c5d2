import { decodeStorageRecord } from '../storage.ts';
import type { HistoryRecord, SessionEvent } from '../types.ts';
import { foldRow } from './fold-run.ts';

/**
 * The compact inputs of a page's records: an event passes as the same object, a row gives at most
 * two inputs. Their seqs rise, but they do not cover the page. O(characters).
 * @throws {RowError} where a row breaks a rule of FORMAT section 3.
 */
export const foldPage = (records: Iterable<HistoryRecord>): SessionEvent[] =>
  play(records, (record) => ('chunks' in record ? foldRow(record.chunks) : [record.event]));

/**
 * Every event of a page's records, rows expanded: what the compact inputs stand for.
 * @throws {RowError} where a row breaks a rule of FORMAT section 3.
 */
export const expandPage = (records: Iterable<HistoryRecord>): SessionEvent[] =>
  play(records, (record) =>
    'chunks' in record ? decodeStorageRecord(record.chunks) : [record.event],
  );

function play(
  records: Iterable<HistoryRecord>,
  eventsOf: (record: HistoryRecord) => readonly SessionEvent[],
): SessionEvent[] {
  const events: SessionEvent[] = [];
  for (const record of records) for (const event of eventsOf(record)) events.push(event);
  return events;
}
