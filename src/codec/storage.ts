import { RunAssembler } from './assembler.ts';
import { readDelta } from './delta.ts';
import { isRowTagged, readRow } from './row.ts';
import { MIN_ROW_MEMBERS, type Run, type RunHead } from './run.ts';
import type { ChunkRow, JsonValue, SessionEvent, StorageRecord } from './types.ts';

/**
 * The codec on objects, for callers that have parsed their records already: the names and
 * signatures of the official package. The streaming commands use columns and text instead.
 */

/**
 * Packs logical events into stored records: each run of three or more deltas becomes one chunk
 * row, everything else is passed on, the same object. O(events).
 */
export function packChunkRuns(events: readonly SessionEvent[]): StorageRecord[] {
  const records: StorageRecord[] = [];
  const runs = new RunAssembler();
  const pending: SessionEvent[] = [];
  const flush = (run: Run | undefined): void => {
    if (run === undefined) return;
    const members = pending.splice(0, run.length);
    if (run.length >= MIN_ROW_MEMBERS) records.push(rowOf(run));
    else for (const event of members) records.push(event);
  };
  for (const event of events) {
    // The caller's event is parsed JSON by its type's contract; readDelta checks the rest.
    const delta = readDelta(event as unknown as JsonValue);
    if (delta === undefined) {
      flush(runs.close());
      records.push(event);
    } else {
      flush(runs.addDelta(delta));
      pending.push(event);
    }
  }
  flush(runs.close());
  return records;
}

/**
 * The logical events of one stored record: the members of a row, or the record itself, which is
 * then not looked at further.
 * @throws {RowError} where a row-tagged record breaks a rule of FORMAT section 3.
 */
export function decodeStorageRecord(record: unknown): SessionEvent[] {
  // Any value may come; isRowTagged narrows it and every other one passes as it is.
  const value = record as JsonValue;
  return isRowTagged(value) ? membersOf(readRow(value)) : [record as SessionEvent];
}

/** A run as a chunk row object. */
export function rowOf(run: Run): ChunkRow {
  const { head, times, fragments } = run;
  const [time0 = 0] = times;
  const dt = times.slice(1).map((time, member) => time - (times[member] as number)); // one column
  const { turn, step, index } = head;
  const base = { seq0: run.seq0, time0 };
  if (head.kind.rowType !== 'tool-call-chunks') {
    return { type: head.kind.rowType, ...base, data: { turn, step, index, dt, texts: fragments } };
  }
  const call = head.name === undefined ? {} : { name: head.name };
  const id = head.id as string; // a tool call's head has one
  return {
    type: head.kind.rowType,
    ...base,
    data: { turn, step, index, dt, id, ...call, args: fragments },
  };
}

/** The members of a run as event objects: where a caller asks for events, not on a hot path. */
export function membersOf(run: Run): SessionEvent[] {
  const { head } = run;
  return run.fragments.map((fragment, member) => ({
    type: 'assistant/chunk',
    seq: run.seq0 + member,
    time: run.times[member] as number, // the columns have one length
    data: { turn: head.turn, step: head.step, chunk: chunkOf(head, fragment) },
  }));
}

function chunkOf({ kind, index, id, name }: RunHead, fragment: string): JsonValue {
  const call = kind.isToolCall ? { id: id as string, ...(name === undefined ? {} : { name }) } : {};
  return { type: kind.chunkType, index, ...call, [kind.fragmentKey]: fragment };
}
