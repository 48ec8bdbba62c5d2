import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeStorageRecord, packChunkRuns } from '../../src/codec/storage.ts';
import type { ChunkRow, JsonValue, SessionEvent } from '../../src/codec/types.ts';
import { deltaEvent, eventList, fragment, head, row, storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { junk, mutate, mutation } from '../support/mutations.ts';
import { expectedPack, expectedVerdict, officialDecode, verdictOf } from '../support/official.ts';

const MAX = Number.MAX_SAFE_INTEGER;

const chunk = (seq: number, text = 'a', time = 100 + seq): SessionEvent => ({
  type: 'assistant/chunk',
  seq,
  time,
  data: { turn: 1, step: 2, chunk: { type: 'text-delta', index: 0, text } },
});

const call = (seq: number, more: Record<string, JsonValue>): SessionEvent => ({
  type: 'assistant/chunk',
  seq,
  time: 0,
  data: {
    turn: 1,
    step: 2,
    chunk: { type: 'tool-call-delta', index: 0, id: 'c', ...more, argumentsDelta: '{' },
  },
});

describe('packChunkRuns', () => {
  itHolds(
    'packs any list of events as the official codec does, to the last character',
    fc.property(eventList, (events) => {
      const records = packChunkRuns(events);
      const expected = expectedPack(events);
      expect(records).toStrictEqual(expected);
      expect(JSON.stringify(records)).toBe(JSON.stringify(expected));
    }),
    600,
  );

  itHolds(
    'passes on the very objects that it does not pack',
    fc.property(eventList, (events) => {
      const given = new Set<unknown>(events);
      const passed = packChunkRuns(events).filter((record) => !('seq0' in record));
      expect(passed.every((record) => given.has(record) || 'texts' in record)).toBe(true);
    }),
  );

  itHolds(
    'loses nothing: expanding gives the events again',
    fc.property(storedLog, (events) => {
      expect(packChunkRuns(events).flatMap(decodeStorageRecord)).toStrictEqual(events);
    }),
    500,
  );

  it('makes one row of three deltas', () => {
    expect(packChunkRuns([chunk(7, 'a', 10), chunk(8, '', 5), chunk(9, 'b', 5)])).toStrictEqual([
      {
        type: 'text-chunks',
        seq0: 7,
        time0: 10,
        data: { turn: 1, step: 2, index: 0, dt: [-5, 0], texts: ['a', '', 'b'] },
      },
    ]);
  });

  it('leaves two deltas as they are', () => {
    const events = [chunk(0), chunk(1)];
    expect(packChunkRuns(events)).toStrictEqual(events);
  });

  it('tells an absent name from an empty one', () => {
    const events = [0, 1, 2].map((seq) => call(seq, {}));
    const named = [3, 4, 5].map((seq) => call(seq, { name: '' }));
    const rows = packChunkRuns([...events, ...named]) as ChunkRow[];
    expect(rows.map((row) => Object.hasOwn(row.data, 'name'))).toStrictEqual([false, true]);
  });

  it('leaves a key with the value undefined alone, though JSON would drop it', () => {
    const events = [0, 1, 2].map((seq) => ({ ...chunk(seq), ignorable: undefined }));
    const named = [3, 4, 5].map((seq) => call(seq, { name: undefined as unknown as string }));
    const list = [...events, ...named] as unknown as SessionEvent[];
    expect(packChunkRuns(list)).toStrictEqual(list);
  });

  it('leaves 1e400 alone, which JSON cannot write again', () => {
    const events = [0, 1, 2].map((seq) => {
      const data = { turn: Infinity, step: 2, chunk: { type: 'text-delta', index: 0, text: 'a' } };
      return { ...chunk(seq), data };
    });
    expect(packChunkRuns(events)).toStrictEqual(events);
  });

  it('breaks a run where the gap of two times is no safe integer', () => {
    const events = [0, 1, 2, 3].map((seq) => chunk(seq, 'a', seq < 1 ? -MAX : MAX));
    expect(packChunkRuns(events)).toHaveLength(2);
  });

  it('packs a run of 300,000 deltas, more than arguments fit on a stack', () => {
    const events = Array.from({ length: 300_000 }, (_, seq) => chunk(seq));
    expect(packChunkRuns(events)).toHaveLength(1);
  });
});

describe('decodeStorageRecord', () => {
  itHolds(
    'expands a row as the official decoder does',
    fc.property(row, (record) => {
      expect(verdictOf(decodeStorageRecord, record)).toStrictEqual(
        expectedVerdict(record as never),
      );
    }),
  );

  itHolds(
    'refuses exactly the damaged rows that the official decoder refuses',
    fc.property(row, fc.array(mutation, { minLength: 1, maxLength: 3 }), (record, changes) => {
      const damaged = changes.reduce<JsonValue>(mutate, record as unknown as JsonValue);
      expect(verdictOf(decodeStorageRecord, damaged)).toStrictEqual(expectedVerdict(damaged));
    }),
    1000,
  );

  itHolds(
    'passes any other JSON value as one event',
    fc.property(fc.oneof(junk, fc.jsonValue() as fc.Arbitrary<JsonValue>), (value) => {
      expect(verdictOf(decodeStorageRecord, value)).toStrictEqual(expectedVerdict(value));
    }),
  );

  itHolds(
    'writes members with the keys in the order of the log',
    fc.property(head, fc.array(fragment, { minLength: 3, maxLength: 5 }), (head, fragments) => {
      const events = fragments.map((text, seq) =>
        deltaEvent({ head, seq, time: seq, fragment: text }),
      );
      const expanded = packChunkRuns(events).flatMap(decodeStorageRecord);
      expect(JSON.stringify(expanded)).toBe(JSON.stringify(events));
    }),
  );

  it.each([
    [MAX - 2, 3, true],
    [MAX - 1, 3, false],
    [MAX, 1, true],
    [MAX, 2, false],
  ])('with seq0 %d and %d members: passes %s', (seq0, members, passes) => {
    const texts = Array.from({ length: members }, () => 'a');
    const data = { turn: 1, step: 1, index: 0, dt: texts.slice(1).map(() => 0), texts };
    const record = { type: 'text-chunks', seq0, time0: 0, data };
    expect(verdictOf(decodeStorageRecord, record) !== 'refused').toBe(passes);
    // The reason for the stricter rule: in doubles the sum of the official check rounds.
    expect(verdictOf(officialDecode, record)).not.toBe('refused');
  });

  it('passes undefined, which is no JSON at all', () => {
    expect(decodeStorageRecord(undefined)).toStrictEqual([undefined]);
  });
});
