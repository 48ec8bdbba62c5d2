import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandPage, foldPage } from '../../../src/codec/fold/fold-page.ts';
import { foldRow } from '../../../src/codec/fold/fold-run.ts';
import { settle } from '../../../src/codec/fold/view.ts';
import { isRowTagged } from '../../../src/codec/row.ts';
import { packChunkRuns } from '../../../src/codec/storage.ts';
import type {
  ChunkRow,
  HistoryRecord,
  JsonValue,
  SessionEvent,
  StorageRecord,
} from '../../../src/codec/types.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { fuzzRuns, itHolds } from '../../support/fuzz.ts';
import { layout } from '../../support/layouts.ts';
import { streamLog } from './streams.ts';

const recordsOf = (stored: readonly StorageRecord[]): HistoryRecord[] =>
  stored.map((record) =>
    isRowTagged(record as unknown as JsonValue)
      ? { chunks: record as ChunkRow }
      : { event: record as SessionEvent },
  );

/** A page of a log: a stretch of its events, cut anywhere, in one of the ways to store them. */
const page = (log: fc.Arbitrary<SessionEvent[]>) =>
  layout(
    fc.tuple(log, fc.nat(60), fc.nat(60)).map(([events, from, length]) => {
      const start = from % (events.length + 1);
      return events.slice(start, start + length);
    }),
  );

/** What the view of a page is where every row folds by `fold`. */
const settledBy = (records: readonly HistoryRecord[], fold: typeof foldRow) =>
  settle(records.flatMap((record) => ('chunks' in record ? fold(record.chunks) : [record.event])));

describe.each([
  ['of steps as models stream them', streamLog],
  ['of any events', storedLog],
])('the settled view of a page %s', (_, log) => {
  itHolds(
    'is the same from raw events, from expanded rows and from compact inputs',
    fc.property(page(log), ({ events, stored }) => {
      const settled = settle(events);
      for (const records of [recordsOf(packChunkRuns(events)), recordsOf(stored)]) {
        expect(settle(expandPage(records))).toStrictEqual(settled);
        expect(settle(foldPage(records))).toStrictEqual(settled);
      }
    }),
    1000,
  );
});

describe('the property notices a fold that', () => {
  const wrong: Record<string, typeof foldRow> = {
    'gives the first member alone': (row) => expandPage([{ chunks: row as ChunkRow }]).slice(0, 1),
    'puts all the text at the first token': (row) => {
      const [first, second] = foldRow(row);
      return second === undefined ? foldRow(row) : [{ ...second, ...pick(first) }];
    },
    'puts all the text where it becomes visible': (row) => foldRow(row).slice(-1),
    'puts a call at its first member always': (row) =>
      foldRow(row).map((input) =>
        (row as ChunkRow).type === 'tool-call-chunks'
          ? { ...input, seq: (row as ChunkRow).seq0 }
          : input,
      ),
    'takes the time of the member before': (row) =>
      foldRow(row).map((input) => ({ ...input, time: input.time - 1 })),
  };
  const pick = (event: SessionEvent | undefined) => event && { seq: event.seq, time: event.time };

  it.each(Object.keys(wrong))('%s', (name) => {
    const property = fc.property(page(streamLog), ({ events }) => {
      const records = recordsOf(packChunkRuns(events));
      expect(settledBy(records, wrong[name] as typeof foldRow)).toStrictEqual(settle(events));
    });
    expect(fc.check(property, { numRuns: fuzzRuns(1000), seed: 1 }).failed).toBe(true);
  });
});

describe('a page of 40,000 members of white space', () => {
  it('settles to the same view from two inputs as from all', () => {
    const members = Array.from({ length: 40_000 }, (_, seq) => ({
      type: 'assistant/chunk',
      seq,
      time: seq,
      data: { turn: 1, step: 1, chunk: { type: 'text-delta', index: 0, text: '\n ' } },
    }));
    const word = { type: 'text-delta', index: 0, text: 'x' };
    const events = members.with(-1, {
      ...(members.at(-1) as (typeof members)[number]),
      data: { turn: 1, step: 1, chunk: word },
    });
    const records = recordsOf(packChunkRuns(events));
    const inputs = foldPage(records);
    expect([records.length, inputs.length]).toStrictEqual([1, 2]);
    const settled = settle(events);
    expect(settle(inputs)).toStrictEqual(settled);
    expect(settled[0]?.firstVisible).toStrictEqual({ seq: 39_999, time: 39_999 });
  });
});

describe('a page', () => {
  it('passes events on, the same objects', () => {
    const event = { type: 'turn/start', seq: 0, time: 0, data: {} };
    expect(foldPage([{ event }])[0]).toBe(event);
    expect(expandPage([{ event }])[0]).toBe(event);
  });
});
