import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  groupStart,
  isAppendOrigin,
  isAppendOriginMessage,
  PageFinder,
  type Selection,
  WHOLE_LOG,
} from '../../src/codec/page.ts';
import type { Interval, JsonObject, JsonValue, SessionEvent } from '../../src/codec/types.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { naivePage } from '../support/naive.ts';

const message = (
  seq: number,
  sourceEventSeqs?: JsonValue,
  type = 'assistant/message',
): SessionEvent => ({
  type,
  seq,
  time: 0,
  data: {},
  surfaceOp: 'append',
  ...(sourceEventSeqs === undefined ? {} : { sourceEventSeqs }),
});

const asObject = (event: SessionEvent): JsonObject => event as unknown as JsonObject;

function find(
  events: readonly SessionEvent[],
  selection: Selection,
  endSeq = events.length,
): Interval {
  const finder = new PageFinder(selection);
  for (const event of events) finder.observe(asObject(event), event.seq);
  return finder.finish(endSeq);
}

const seq = fc.nat(70);
const maxMessages = fc.integer({ min: 1, max: 6 });
const selection: fc.Arbitrary<Selection> = fc.oneof(
  fc.record(
    { kind: fc.constant('interval' as const), fromSeq: seq, toSeq: seq },
    { requiredKeys: ['kind'] },
  ),
  fc.record(
    { kind: fc.constant('backward' as const), beforeSeq: seq, maxMessages },
    { requiredKeys: ['kind', 'maxMessages'] },
  ),
  fc.record({ kind: fc.constant('forward' as const), fromSeq: seq, maxMessages }),
);

describe('PageFinder', () => {
  itHolds(
    'finds the interval that the plain rules give',
    fc.property(storedLog, selection, (events, selection) => {
      expect(find(events, selection)).toEqual(naivePage(events, selection));
    }),
    1000,
  );

  const dialogue = Array.from({ length: 9 }, (_, seq) => message(seq));

  it('takes the whole log for the interval without ends', () => {
    expect(find(dialogue, WHOLE_LOG)).toStrictEqual({ fromSeq: 0, toSeq: 9 });
  });

  it('leaves a fromSeq beyond the end as asked, for the caller to refuse', () => {
    expect(find(dialogue, { kind: 'interval', fromSeq: 20 })).toStrictEqual({
      fromSeq: 20,
      toSeq: 9,
    });
  });

  it('starts a backward page at the group of its first message', () => {
    const events = [...dialogue, message(9, [4, 7]), message(10)];
    expect(find(events, { kind: 'backward', maxMessages: 2 })).toStrictEqual({
      fromSeq: 4,
      toSeq: 11,
    });
  });

  it('ends a backward page before beforeSeq and counts only what lies there', () => {
    const selection: Selection = { kind: 'backward', beforeSeq: 5, maxMessages: 2 };
    expect(find(dialogue, selection)).toStrictEqual({ fromSeq: 3, toSeq: 5 });
  });

  it('ends a forward page after its last message', () => {
    const selection: Selection = { kind: 'forward', fromSeq: 2, maxMessages: 3 };
    expect(find(dialogue, selection)).toStrictEqual({ fromSeq: 2, toSeq: 5 });
  });

  it('counts neither replacement copies nor other append-origin events', () => {
    const copy = { ...message(9), surfaceOp: { op: 'replace', start: 0, end: 1 } };
    const events = [...dialogue, copy, message(10, undefined, 'tool/result')];
    expect(find(events, { kind: 'backward', maxMessages: 1 })).toStrictEqual({
      fromSeq: 8,
      toSeq: 11,
    });
  });

  it('finds the last page of 100,000 messages', () => {
    const many = Array.from({ length: 100_000 }, (_, seq) => message(seq));
    expect(find(many, { kind: 'backward', maxMessages: 50 })).toStrictEqual({
      fromSeq: 99_950,
      toSeq: 100_000,
    });
  });
});

describe('groupStart', () => {
  it.each<[string, JsonValue | undefined, number]>([
    ['no sources', undefined, 50],
    ['an empty list', [], 50],
    ['numbers', [9, 7, 8], 7],
    ['inclusive pairs', [30, [5, 20], [22, 24]], 5],
    ['a source behind the message', [60], 50],
    ['junk among them', ['1', null, -3, 1.5, {}, [], ['2'], [[1]], 2 ** 53, 40], 40],
    ['sources that are no list', { 0: 1 }, 50],
    ['zero', [0], 0],
  ])('with %s', (_, sources, expected) => {
    expect(groupStart(asObject(message(50, sources)), 50)).toBe(expected);
  });

  it('takes 200,000 sources, more than arguments fit on a stack', () => {
    const sources = Array.from({ length: 200_000 }, (_, k) => 200_100 - k);
    expect(groupStart(asObject(message(300_000, sources)), 300_000)).toBe(101);
  });
});

describe('append-origin', () => {
  it.each<[JsonValue | undefined, string, boolean, boolean]>([
    ['append', 'user/message', true, true],
    ['append', 'assistant/message', true, true],
    ['append', 'tool/result', true, false],
    [{ op: 'replace', start: 0, end: 3 }, 'user/message', false, false],
    [{ op: 'append' }, 'user/message', false, false],
    [undefined, 'user/message', false, false],
  ])('with surfaceOp %j, %s: %s, as a message %s', (surfaceOp, type, isAppend, isMessage) => {
    const event = {
      type,
      seq: 0,
      time: 0,
      data: {},
      ...(surfaceOp === undefined ? {} : { surfaceOp }),
    };
    expect([isAppendOrigin(event), isAppendOriginMessage(event)]).toStrictEqual([
      isAppend,
      isMessage,
    ]);
  });
});
