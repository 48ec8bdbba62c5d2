import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readColumnarPage } from '../../../src/codec/columnar/read-page.ts';
import { readDelta } from '../../../src/codec/delta.ts';
import { DELTA_KINDS, type DeltaKind } from '../../../src/codec/kinds.ts';
import { RowError } from '../../../src/codec/row.ts';
import type { HistoryResponse, JsonValue, SessionEvent } from '../../../src/codec/types.ts';
import { deltaEvent, head, storedLog } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';
import { spansOf, writePage } from '../../support/spans.ts';

const linesOf = (events: readonly SessionEvent[]): string[] =>
  events.map((event) => JSON.stringify(event));

const isDelta = (event: unknown): boolean => readDelta(event as JsonValue) !== undefined;

/** The events of a page after it went through columnar JSON. */
function roundTrip(events: readonly SessionEvent[], fromSeq = 0, toSeq = events.length): unknown[] {
  const { text } = writePage('columnar', spansOf(linesOf(events)), { fromSeq, toSeq });
  return readColumnarPage((JSON.parse(text) as HistoryResponse).records);
}

/** A long answer from few words, with a message at its end or without. */
const longAnswer = fc
  .record({
    head,
    words: fc.array(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 }),
    picks: fc.array(fc.nat(), { minLength: 3, maxLength: 300 }),
    isCompleted: fc.boolean(),
  })
  .map(({ head, words, picks, isCompleted }) => {
    const fragments = picks.map((pick) => words[pick % words.length] as string);
    const deltas = fragments.map((fragment, seq) =>
      deltaEvent({ head, seq, time: 1e12 + seq, fragment }),
    );
    const { turn, step } = head;
    const sources = deltas.map(({ seq }) => seq);
    const end = { type: 'assistant/message', seq: deltas.length, time: 1e12, data: { turn, step } };
    return isCompleted
      ? [...deltas, { ...end, sourceEventSeqs: sources, surfaceOp: 'append' }]
      : [...deltas, end];
  })
  .map((events) => JSON.parse(JSON.stringify(events)) as SessionEvent[]);

/** Several logs as one, with their seqs in a row. */
const joined = (logs: readonly SessionEvent[][]): SessionEvent[] =>
  logs.flat().map((event, seq) => ({ ...event, seq }));

describe('a columnar page', () => {
  itHolds(
    'gives the same JSON of every event back',
    fc.property(storedLog, fc.nat(50), fc.nat(50), (events, from, length) => {
      const fromSeq = Math.min(from, events.length);
      const toSeq = Math.min(fromSeq + length, events.length);
      const page = events.slice(fromSeq, toSeq);
      const back = roundTrip(events, fromSeq, toSeq);
      expect(back).toEqual(page);
      // A delta comes back in dsh's spelling, as from a chunk row; everything else to the letter.
      const texts = back.map((event, at) => (isDelta(page[at]) ? '' : JSON.stringify(event)));
      expect(texts).toEqual(page.map((event) => (isDelta(event) ? '' : JSON.stringify(event))));
    }),
    1000,
  );

  itHolds(
    'gives long answers back, whose rows lean on each other',
    fc.property(fc.array(longAnswer, { maxLength: 4 }).map(joined), (events) => {
      const back = roundTrip(events);
      expect(back.map((event) => JSON.stringify(event))).toEqual(linesOf(events));
    }),
    300,
  );

  it('keeps the text of an event that no double or parser would give back', () => {
    const lines = [
      '{"type":"a","seq":0,"time":1,"data":{"n":12345678901234567890}}',
      '{"type":"a","seq":1,"time":1,"data":{"x":1,"x":2}}',
      '{"type":"a","seq":2,"time":1,"data":"\\u0041"}',
    ];
    const { text } = writePage('columnar', spansOf(lines), { fromSeq: 0, toSeq: 3 });
    expect(text).toContain(lines.map((line) => `{"event":${line}}`).join());
  });

  it('counts its rows', () => {
    const [kind] = DELTA_KINDS as readonly [DeltaKind];
    const one = { kind, turn: 1, step: 1, index: 0, id: undefined, name: undefined };
    const events = [0, 1, 2].map((seq) => deltaEvent({ head: one, seq, time: seq, fragment: 'x' }));
    const { writer } = writePage('columnar', spansOf(linesOf(events)), { fromSeq: 0, toSeq: 3 });
    expect([writer.records, writer.rows]).toEqual([1, 1]);
  });

  it.each([
    [[{ chunks: {} }], 'a columnar page has no record "chunks"'],
    [[{ columns: {}, event: {} }], 'one object in it'],
    [[{}], 'one object in it'],
    [[{ event: 1 }], 'one object in it'],
    [[null], 'one object in it'],
    [[{ next: { type: 'a', time: 1 } }], 'no event before'],
    [[{ event: { type: 'a', seq: 1, time: 'x' } }, { next: { type: 'a', time: 1 } }], 'no event'],
  ])('with %j is refused', (records, message) => {
    expect(() => readColumnarPage(records)).toThrow(RowError);
    expect(() => readColumnarPage(records)).toThrow(message);
  });
});
