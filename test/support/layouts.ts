import fc from 'fast-check';
import type { ChunkRow, SessionEvent, StorageRecord } from '../../src/codec/types.ts';
import { isDelta } from './naive.ts';
import { officialPack } from './official.ts';

/** How one stretch of a run is stored: as a row of so many members, or as so many loose lines. */
export interface Cut {
  readonly members: number;
  readonly asRow: boolean;
}

const cuts: fc.Arbitrary<Cut[]> = fc.array(
  fc.record({ members: fc.integer({ min: 1, max: 5 }), asRow: fc.boolean() }),
  { minLength: 1, maxLength: 12 },
);

/** A log with one of the many ways to store it. */
export const layout = (log: fc.Arbitrary<SessionEvent[]>) =>
  fc.tuple(log, cuts).map(([events, cuts]) => ({ events, stored: store(events, cuts) }));

/** Stores events as flushes at random moments would: runs cut anywhere, rows of any length. */
export function store(events: readonly SessionEvent[], cuts: readonly Cut[]): StorageRecord[] {
  const records: StorageRecord[] = [];
  let turn = 0;
  for (let at = 0; at < events.length; ) {
    const { members, asRow } = cuts[turn++ % cuts.length] as Cut; // a list of one or more
    const limit = Math.min(members, runLength(events, at));
    const stretch = events.slice(at, at + Math.max(1, limit));
    if (asRow && limit > 0) records.push(rowFrom(stretch));
    else records.push(...stretch);
    at += stretch.length;
  }
  return records;
}

/** How many deltas from `at` on make one run; 0 where no delta stands. */
function runLength(events: readonly SessionEvent[], at: number): number {
  const [first, second] = events.slice(at, at + 2);
  if (first === undefined || !isDelta(first)) return 0;
  if (second === undefined || !isDelta(second) || !joins(first, second)) return 1;
  return 1 + runLength(events, at + 1);
}

/** Whether two deltas stand in one run: by the official codec, with a third that follows both. */
function joins(first: SessionEvent, second: SessionEvent): boolean {
  const third = { ...second, seq: second.seq + 1 };
  return officialPack([first, second, third]).length === 1;
}

/** A row of one member or more; the official codec makes none of fewer than three. */
export function rowFrom(events: readonly SessionEvent[]): ChunkRow {
  const last = events.at(-1) as SessionEvent; // never of nothing
  const filler = [1, 2].map((k) => ({ ...last, seq: last.seq + k }));
  const [row] = officialPack([...events, ...filler]) as [ChunkRow];
  const list = row.type === 'tool-call-chunks' ? 'args' : 'texts';
  const members = (row.data as unknown as Record<string, string[]>)[list] as string[];
  const data = {
    ...row.data,
    dt: row.data.dt.slice(0, events.length - 1),
    [list]: members.slice(0, events.length),
  };
  return { ...row, data } as unknown as ChunkRow;
}
