import { packChunkRuns } from '../src/codec/storage.ts';
import type { JsonValue, SessionEvent } from '../src/codec/types.ts';
import type { Random } from '../src/sample/random.ts';
import type { SessionBuilder } from './session-builder.ts';

/** The lines of a log, without their line ends; the header is the first. */
export type Lines = readonly string[];

/** One line an event, no chunk rows: how dsh stored sessions before packing. */
export const unpackedLines = ({ header, events }: SessionBuilder): Lines => toLines(header, events);

/** Every run of three or more as one row. */
export const packedLines = ({ header, events }: SessionBuilder): Lines =>
  toLines(header, packChunkRuns(events));

/**
 * The session as a busy host leaves it: written in batches of random size, one half of them packed. A
 * batch that ends inside a run cuts its row in two.
 */
export function mixedLines({ header, events }: SessionBuilder, random: Random): Lines {
  const records: unknown[] = [];
  for (let from = 0; from < events.length; ) {
    const to = from + random.integer(8, 90);
    const batch: readonly SessionEvent[] = events.slice(from, to);
    for (const record of random.chance(0.5) ? packChunkRuns(batch) : batch) records.push(record);
    from = to;
  }
  return toLines(header, records);
}

const toLines = (header: JsonValue, records: readonly unknown[]): Lines =>
  [header, ...records].map((record) => JSON.stringify(record));
