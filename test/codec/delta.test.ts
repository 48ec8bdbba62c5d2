import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDelta } from '../../src/codec/delta.ts';
import { DELTA_KINDS } from '../../src/codec/kinds.ts';
import type { JsonValue, SessionEvent } from '../../src/codec/types.ts';
import { deltaEvent, fragment, head } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { junk, mutate, mutation } from '../support/mutations.ts';
import { expectedPack } from '../support/official.ts';

const delta = fc.record(
  { head, seq: fc.nat(), time: fc.integer(), fragment },
  { noNullPrototype: true },
);

/** Whether the codec of the tests would pack an event: a run of it with two that follow is a row. */
const isPackable = (event: JsonValue): boolean => {
  const { seq } = event as { seq: number };
  const copies = [0, 1, 2].map((k) => ({ ...(event as object), seq: seq + k }) as SessionEvent);
  return expectedPack(copies).length === 1;
};

describe('readDelta', () => {
  itHolds(
    'takes a delta of any kind apart',
    fc.property(delta, (parts) => {
      expect(readDelta(deltaEvent(parts) as unknown as JsonValue)).toStrictEqual(parts);
    }),
  );

  itHolds(
    'recognises of near misses what the official codec packs, and no more',
    fc.property(delta, fc.array(mutation, { minLength: 1, maxLength: 2 }), (parts, changes) => {
      const event = changes.reduce<JsonValue>(mutate, deltaEvent(parts) as unknown as JsonValue);
      const { seq } = event as { seq?: unknown };
      fc.pre(Number.isSafeInteger(seq) && Number(seq) <= Number.MAX_SAFE_INTEGER - 2); // room for two more
      expect(readDelta(event) !== undefined).toBe(isPackable(event));
    }),
    1000,
  );

  itHolds(
    'makes nothing of any other value',
    fc.property(fc.oneof(junk, fc.jsonValue() as fc.Arbitrary<JsonValue>), (value) => {
      expect(readDelta(value)).toBeUndefined();
    }),
  );

  const base = { type: 'assistant/chunk', seq: 1, time: 2 };
  const data = { turn: 1, step: 1 };
  const text = { type: 'text-delta', index: 0, text: 'a' };
  const call = { type: 'tool-call-delta', index: 0, id: 'c', argumentsDelta: '' };
  const event = (chunk: JsonValue, more: object = {}): JsonValue => ({
    ...base,
    data: { ...data, chunk },
    ...more,
  });

  it.each<[string, JsonValue]>([
    ['another type', event(text, { type: 'assistant/message' })],
    ['ignorable', event(text, { ignorable: true })],
    ['surfaceOp', event(text, { surfaceOp: 'append' })],
    ['a negative seq', event(text, { seq: -1 })],
    ['a seq beyond the safe integers', event(text, { seq: 2 ** 53 })],
    ['a fractional time', event(text, { time: 0.5 })],
    ['data that is a list', event(text, { data: [1, 1, text] })],
    ['a fourth key in data', event(text, { data: { ...data, chunk: text, attempt: 1 } })],
    ['a turn that is a string', event(text, { data: { ...data, turn: '1', chunk: text } })],
    ['a step that is missing', event(text, { data: { turn: 1, x: 1, chunk: text } })],
    ['a chunk that is null', event(null)],
    ['a chunk that is no delta', event({ type: 'block-start', index: 0, blockType: 'text' })],
    ['an index that is null', event({ ...text, index: null })],
    ['a text that is a number', event({ ...text, text: 1 })],
    ['a text delta with an id', event({ ...text, id: 'c' })],
    ['a call without id', event({ type: 'tool-call-delta', index: 0, argumentsDelta: '', x: 1 })],
    ['a call whose id is a number', event({ ...call, id: 1 })],
    ['a call whose name is null', event({ ...call, name: null })],
    ['a call with a key too many', event({ ...call, extra: 1 })],
    ['a named call with a key too many', event({ ...call, name: 'n', extra: 1 })],
    [
      '__proto__ in place of a key',
      JSON.parse(JSON.stringify(event(text)).replace('seq', '__proto__')),
    ],
  ])('leaves alone a delta with %s', (_, near) => {
    expect(readDelta(near)).toBeUndefined();
  });

  it('tells an absent name from an empty one', () => {
    expect(readDelta(event(call))?.head.name).toBeUndefined();
    expect(readDelta(event({ ...call, name: '' }))?.head.name).toBe('');
  });

  it('does not mind the order of keys', () => {
    const chunk = { text: 'a', index: 0, type: 'reasoning-delta' };
    const turned = { data: { chunk, step: 1, turn: 1 }, time: 2, seq: 1, type: 'assistant/chunk' };
    expect(readDelta(turned)?.head.kind).toBe(DELTA_KINDS[1]);
  });
});
