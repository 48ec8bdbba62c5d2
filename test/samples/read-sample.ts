import { readFileSync } from 'node:fs';
import { decodeStorageRecord } from '@deepseek-ai/dsh-session';
import type { ChunkRow, JsonObject, SessionEvent } from '../../src/codec/index.ts';

const DIRECTORY = new URL('../../samples/', import.meta.url);

/** The committed text of a sample. */
export const sampleFile = (name: string): string => readFileSync(new URL(name, DIRECTORY), 'utf8');

/** A log's lines, parsed; the official codec expands the rows, so ours cannot vouch for itself. */
export function parseLog(lines: Iterable<string>) {
  const [header, ...records] = Array.from(lines, (line): JsonObject => JSON.parse(line));
  const events = records.flatMap(expand);
  const rows = records.filter((record) => 'seq0' in record) as unknown as ChunkRow[];
  return { header, records, events, rows };
}

/** A committed sample, parsed. */
export const readSample = (name: string) => parseLog(sampleFile(name).trimEnd().split('\n'));

/** The logical events of one stored record. */
export const expand = (record: JsonObject): SessionEvent[] =>
  // The official event type is a union of known types, ours is open; the objects are the same.
  decodeStorageRecord(record) as unknown as SessionEvent[];

/** The events of one type. */
export const ofType = (events: readonly SessionEvent[], type: string): SessionEvent[] =>
  events.filter((event) => event.type === type);

/** The stream chunk of an `assistant/chunk` event. */
export const chunkOf = (event: SessionEvent): JsonObject =>
  (event.data as { chunk: JsonObject }).chunk;
