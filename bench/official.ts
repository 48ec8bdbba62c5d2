import { readFile } from 'node:fs/promises';
import { decodeStorageRecord, packChunkRuns } from '@deepseek-ai/dsh-session';
import type { SessionEvent, StorageRecord } from '../src/codec/types.ts';

/**
 * The opponent: the official codec with `JSON.parse` and `JSON.stringify` around it, as a host uses
 * it. Hosts hold all of a log at this point, so it may read the file in one go.
 */

// It brands its ids, which no JSON value shows; hence the casts.
const pack = packChunkRuns as unknown as (events: readonly SessionEvent[]) => StorageRecord[];
const decode = decodeStorageRecord as unknown as (record: unknown) => SessionEvent[];

/** An unpacked log as the bytes of a packed response. */
export async function officialPacked(file: string): Promise<Buffer> {
  const events = (await parseLines(file)) as SessionEvent[]; // unpacked: a line is an event
  const records = pack(events).map((record) =>
    'seq0' in record ? { chunks: record } : { event: record },
  );
  return response(records, events.length);
}

/** A packed log as the bytes of a raw response. */
export async function officialRaw(file: string): Promise<Buffer> {
  const events = (await parseLines(file)).flatMap(decode);
  return response(
    events.map((event) => ({ event })),
    events.length,
  );
}

/** The records of a log, without the header. */
async function parseLines(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8');
  const records: unknown[] = [];
  for (let start = text.indexOf('\n') + 1; start < text.length; ) {
    const end = text.indexOf('\n', start);
    records.push(JSON.parse(text.slice(start, end)));
    start = end + 1;
  }
  return records;
}

const response = (records: readonly unknown[], toSeq: number): Buffer =>
  Buffer.from(JSON.stringify({ records, hasMore: false, fromSeq: 0, toSeq }));
