import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepMessages, stepKey, stepOf } from '../../src/codec/page.ts';
import type { JsonObject, JsonValue } from '../../src/codec/types.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';

const message = (turn: JsonValue, step: JsonValue, more: object = {}): JsonObject => ({
  type: 'assistant/message',
  surfaceOp: 'append',
  data: { turn, step },
  ...more,
});

const completed = (events: readonly JsonObject[], fromSeq = 0, toSeq = events.length): string[] => {
  const steps = new StepMessages();
  for (const [seq, event] of events.entries()) steps.observe(event, seq);
  return [...steps.completedIn({ fromSeq, toSeq })];
};

describe('StepMessages', () => {
  itHolds(
    'finds in an interval what it finds in that part of the log alone',
    fc.property(storedLog, fc.nat(40), fc.nat(40), (events, fromSeq, toSeq) => {
      const objects = events as unknown as JsonObject[];
      const inside = completed(objects, fromSeq, toSeq).sort();
      expect(inside).toStrictEqual(completed(objects.slice(fromSeq, toSeq)).sort());
    }),
  );

  it('completes a step by its append-origin message', () => {
    expect(completed([message(1, 2)])).toStrictEqual(['1 2']);
  });

  it('completes a step by an interrupted message too', () => {
    expect(
      completed([message(1, 2, { data: { turn: 1, step: 2, interrupted: true } })]),
    ).toStrictEqual(['1 2']);
  });

  it.each<[string, JsonObject]>([
    ['a replacement copy', message(1, 2, { surfaceOp: { op: 'replace', start: 0, end: 1 } })],
    ['a step/end', message(1, 2, { type: 'step/end' })],
    ['a user message', message(1, 2, { type: 'user/message' })],
    ['a message without a step', message(1, null)],
    ['a message without data', message(1, 1, { data: null })],
  ])('does not by %s', (_, event) => {
    expect(completed([event])).toStrictEqual([]);
  });

  it('completes a step where one of its messages lies inside', () => {
    const events = [message(1, 1), message(1, 2), message(1, 1)];
    expect(completed(events, 2, 3)).toStrictEqual(['1 1']);
    expect(completed(events, 1, 2)).toStrictEqual(['1 2']);
    expect(completed(events, 3, 9)).toStrictEqual([]);
  });

  it('keeps every message of a step that has many', () => {
    const events = [1, 1, 1, 1].map((step) => message(1, step));
    for (const at of events.keys()) expect(completed(events, at, at + 1)).toStrictEqual(['1 1']);
    expect(completed(events, 4, 9)).toStrictEqual([]);
  });
});

describe('stepOf', () => {
  it('does not mix up turns and steps', () => {
    expect(stepKey(1, 11)).not.toBe(stepKey(11, 1));
    expect(stepOf({ data: { turn: 3, step: 4 } })).toBe(stepKey(3, 4));
  });

  it.each<JsonObject>([
    {},
    { data: null },
    { data: [1, 1] },
    { data: { turn: 1 } },
    { data: { step: 1 } },
    { data: { turn: '1', step: 1 } },
  ])('is undefined for %j', (event) => {
    expect(stepOf(event)).toBeUndefined();
  });
});
