import fc from 'fast-check';
import { isObject, own } from '../../src/codec/json.ts';
import { DELTA_KINDS, kindOfRow } from '../../src/codec/kinds.ts';
import type { Delta, RunHead } from '../../src/codec/run.ts';
import type { ChunkRow, JsonValue, SessionEvent } from '../../src/codec/types.ts';
import { type Mutation, mutate, mutation, oddNumber } from './mutations.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/** Seldom a value, so that most deltas are whole and runs form. */
const oneInTwelve = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Objects with the usual prototype, as `JSON.parse` makes them. */
const PLAIN = { noNullPrototype: true } as const;

/** Text of a token: empty, white space, what JSON escapes, astral and broken surrogates. */
export const fragment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', ' ', '\n', 'hello', ' world', '{"', '\\', '"', '/', '</script>', '__proto__'),
  fc.constantFrom(
    '\u0000',
    '\u001f',
    '\u007f',
    '\u2028',
    'é',
    '😀',
    '\ud83d',
    '\ude00',
    'a\udc00b',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);

const place = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: oddNumber.filter(Number.isFinite) },
);

/** What a run shares. Few values, so that neighbours often agree; an empty name is not an absent one. */
export const head: fc.Arbitrary<RunHead> = fc
  .record(
    {
      kind: fc.constantFrom(...DELTA_KINDS),
      turn: place,
      step: place,
      index: place,
      id: fc.constantFrom('', 'call-1', 'call"2'),
      name: fc.constantFrom(undefined, undefined, '', 'bash', '__proto__'),
    },
    PLAIN,
  )
  .map((all) => (all.kind.isToolCall ? all : { ...all, id: undefined, name: undefined }));

/** A delta as the event that dsh writes, spelled out here so as not to trust the code under test. */
export function deltaEvent({ head, seq, time, fragment }: Delta): SessionEvent {
  const { kind, turn, step, index } = head;
  const chunk: Record<string, JsonValue> = { type: kind.chunkType, index };
  if (head.id !== undefined) chunk.id = head.id;
  if (head.name !== undefined) chunk.name = head.name;
  chunk[kind.fragmentKey] = fragment;
  return { type: 'assistant/chunk', seq, time, data: { turn, step, chunk } };
}

/** How the clock moves on to the next event: by a step, or to a far time. */
const clock = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.integer({ min: -5, max: 60 }).map((by) => (now: number) => now + by),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -0, MAX, -MAX, MAX - 3, 1e15 - 1, 1e15).map((to) => () => to),
  },
);

/** An event that waits for its seq and its time. */
interface Draft {
  readonly tick: (now: number) => number;
  readonly make: (seq: number, time: number) => SessionEvent;
}

/** A run of deltas that keeps, now and then, a near miss in its middle. */
const runDraft: fc.Arbitrary<Draft[]> = fc
  .tuple(
    head,
    fc.array(fc.tuple(clock, fragment, oneInTwelve(mutation)), {
      minLength: 1,
      maxLength: 9,
    }),
  )
  .map(([head, members]) =>
    members.map(([tick, fragment, change]) => ({
      tick,
      make: (seq, time) => nearMiss(deltaEvent({ head, seq, time, fragment }), change),
    })),
  );

/** Applies a change, except where the result would no longer be an event with this seq. */
function nearMiss(event: SessionEvent, change: Mutation | null): SessionEvent {
  if (change === null) return event;
  const changed = mutate(event, change);
  const isEvent =
    isObject(changed) &&
    own(changed, 'seq') === event.seq &&
    kindOfRow(own(changed, 'type')) === undefined;
  return isEvent ? (changed as unknown as SessionEvent) : { ...event, ignorable: true };
}

const position = fc.oneof(fc.nat(40), oddNumber);
const sourceEventSeqs = fc.oneof(
  fc.array(fc.oneof(position, fc.tuple(position, position), fc.constantFrom('1', null, [], {}))),
  fc.constantFrom<JsonValue>(null, 3, {}),
);

const ordinaryDraft: fc.Arbitrary<Draft[]> = fc
  .record(
    {
      tick: clock,
      type: fc.constantFrom(
        ...['user/message', 'assistant/message', 'assistant/message', 'assistant/chunk'],
        ...['tool/result', 'step/end', 'some/future-event'],
      ),
      data: fc.oneof(
        { weight: 4, arbitrary: fc.record({ turn: place, step: place }, PLAIN) },
        fc.record(
          { turn: place, step: place, chunk: fc.constant({ type: 'usage', usage: {} }) },
          PLAIN,
        ),
        fc.constantFrom<JsonValue>({}, null, { turn: '0', step: 0 }, [0]),
      ),
      surfaceOp: fc.constantFrom<JsonValue>('append', 'append', {
        op: 'replace',
        start: 0,
        end: 1,
      }),
      sourceEventSeqs,
    },
    { requiredKeys: ['tick', 'type', 'data'], noNullPrototype: true },
  )
  .map(({ tick, type, data, ...rest }) => [
    { tick, make: (seq, time) => ({ type, seq, time, data, ...rest }) },
  ]);

/** The events of a sound log: seq dense from 0, runs long and short, near misses, messages. */
export const log: fc.Arbitrary<SessionEvent[]> = fc
  .array(fc.oneof({ weight: 3, arbitrary: runDraft }, { weight: 2, arbitrary: ordinaryDraft }), {
    maxLength: 10,
  })
  .map((drafts) => {
    let now = 1_700_000_000_000;
    return drafts.flat().map(({ tick, make }, seq) => {
      const next = tick(now);
      if (Number.isSafeInteger(next)) now = next;
      return make(seq, now);
    });
  });

/** As `log`, with the values that JSON text keeps: what a reader gets back from a file. */
export const storedLog: fc.Arbitrary<SessionEvent[]> = log.map(
  (events) => JSON.parse(JSON.stringify(events)) as SessionEvent[],
);

/** Any list of events: a log with seqs moved, events repeated, dropped or changed at will. */
export const eventList: fc.Arbitrary<SessionEvent[]> = fc
  .tuple(log, fc.constantFrom(0, 0, 1, MAX - 4, -2), fc.array(fc.tuple(fc.nat(60), mutation)))
  .map(([events, offset, changes]) => {
    const list = events.map((event) => ({ ...event, seq: event.seq + offset }));
    for (const [where, change] of changes) {
      const at = where % Math.max(1, list.length);
      const event = list[at];
      if (event === undefined) continue;
      if (change.node === 0)
        list.splice(at, change.entry % 3, event); // doubled, replaced or dropped
      else list[at] = mutate(event, change) as unknown as (typeof list)[number];
    }
    return list;
  });

/** A well-formed chunk row of one member or more. */
export const row: fc.Arbitrary<ChunkRow> = fc
  .tuple(
    head,
    fc.oneof(fc.nat(1000), fc.constantFrom(-0, MAX, MAX - 1, MAX - 2, MAX - 3)),
    fc.oneof(fc.nat(), fc.constantFrom(-5, -0, MAX, -MAX)),
    fc.array(fc.tuple(fc.integer({ min: -3, max: 9 }), fragment), { minLength: 1, maxLength: 6 }),
  )
  .map(([head, seq0, time0, members]) => {
    const { kind, turn, step, index, id, name } = head;
    const dt = members.slice(1).map(([gap]) => gap);
    const fragments = members.map(([, text]) => text);
    const call = { ...(id === undefined ? {} : { id }), ...(name === undefined ? {} : { name }) };
    const data = { turn, step, index, dt, ...call, [kind.membersKey]: fragments };
    return { type: kind.rowType, seq0, time0, data } as unknown as ChunkRow;
  });
