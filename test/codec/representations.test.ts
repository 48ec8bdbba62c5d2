import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldPage } from '../../src/codec/fold/fold-page.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../src/codec/representations.ts';
import { NDJSON_FRAMING } from '../../src/codec/response.ts';
import type {
  ChunkRow,
  HistoryRecord,
  JsonValue,
  SessionEvent,
  StorageRecord,
} from '../../src/codec/types.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { naiveProjection, naiveResponse } from '../support/naive.ts';
import { officialPack } from '../support/official.ts';
import { spansOf, writePage } from '../support/spans.ts';

const isRow = (record: StorageRecord): record is ChunkRow =>
  ['text-chunks', 'reasoning-chunks', 'tool-call-chunks'].includes(record.type);

/** A stored record as a page has it. */
const recordOf = (record: StorageRecord): HistoryRecord =>
  isRow(record) ? { chunks: record } : { event: record };

/** All but the columnar form, whose records are its own; see columnar/. */
type PlainName = Exclude<RepresentationName, 'columnar'>;

/** What each representation must hold, made of objects the plain way. */
const NAIVE: Record<PlainName, (page: SessionEvent[]) => readonly StorageRecord[]> = {
  raw: (page) => page,
  packed: officialPack,
  projection: (page) => naiveProjection(page),
  'projection-keep-first-token': (page) => naiveProjection(page, true),
  fold: (page) => foldPage(officialPack(page).map(recordOf)),
  messages: (page) => page.filter(({ surfaceOp }) => surfaceOp === 'append'),
};

const names = Object.keys(NAIVE) as PlainName[];

const linesOf = (events: readonly SessionEvent[]): string[] =>
  events.map((event) => JSON.stringify(event));

describe.each(names)('a page as %s', (name) => {
  itHolds(
    'is the JSON of the response built from objects',
    fc.property(storedLog, fc.nat(50), fc.nat(50), (events, fromSeq, length) => {
      const start = Math.min(fromSeq, events.length);
      const page = { fromSeq: start, toSeq: Math.min(start + length, events.length) };
      // Canonical lines: a delta with its keys in another order would be rewritten when packed.
      const records = NAIVE[name](events.slice(page.fromSeq, page.toSeq));
      expect(writePage(name, spansOf(linesOf(events)), page).text).toBe(
        naiveResponse(records, page),
      );
    }),
    500,
  );
});

describe('the registry', () => {
  it('holds exactly the forms tested here', () => {
    expect(Object.keys(REPRESENTATIONS).sort()).toStrictEqual([...names, 'columnar'].sort());
  });

  it('says which forms lose nothing', () => {
    const lossless = Object.entries(REPRESENTATIONS).filter(([, { isLossless }]) => isLossless);
    expect(lossless.map(([name]) => name)).toStrictEqual(['raw', 'packed', 'columnar']);
  });
});

/** A step with two runs, a named call, a chunk that is no delta, and the message that completes it. */
const chunk = (seq: number, chunk: JsonValue): SessionEvent => ({
  type: 'assistant/chunk',
  seq,
  time: seq,
  data: { turn: 1, step: 1, chunk },
});
const think = (seq: number, text: string) =>
  chunk(seq, { type: 'reasoning-delta', index: 0, text });
const call = (seq: number, argumentsDelta: string, more: object = {}) =>
  chunk(seq, { type: 'tool-call-delta', index: 1, id: 'c', ...more, argumentsDelta });
const message = (seq: number, surfaceOp: JsonValue = 'append'): SessionEvent => ({
  type: 'assistant/message',
  seq,
  time: seq,
  data: { turn: 1, step: 1 },
  surfaceOp,
});

function seqsOf(name: RepresentationName, events: readonly SessionEvent[]): number[] {
  const page = { fromSeq: 0, toSeq: events.length };
  const { text } = writePage(name, spansOf(linesOf(events)), page, NDJSON_FRAMING);
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { event: SessionEvent }).event.seq);
}

describe('the completed-step projection', () => {
  const answer = [
    chunk(0, { type: 'block-start', index: 0 }),
    think(1, ''),
    think(2, 'a'),
    think(3, 'b'),
  ];

  it('drops every chunk of a completed step, whatever its type', () => {
    expect(seqsOf('projection', [...answer, message(4)])).toStrictEqual([4]);
  });

  it('keeps the chunks of a step without a message', () => {
    const end = {
      type: 'step/end',
      seq: 4,
      time: 4,
      data: { turn: 1, step: 1 },
      surfaceOp: 'append',
    };
    expect(seqsOf('projection', [...answer, end])).toStrictEqual([0, 1, 2, 3, 4]);
  });

  it('keeps them where the message is a replacement copy', () => {
    const copy = message(4, { op: 'replace', start: 0, end: 1 });
    expect(seqsOf('projection', [...answer, copy])).toStrictEqual([0, 1, 2, 3, 4]);
  });

  it('keeps the first token, which is the first fragment with content', () => {
    const kept = seqsOf('projection-keep-first-token', [...answer, message(4)]);
    expect(kept).toStrictEqual([2, 4]);
  });

  it('keeps a call that carries a name as a first token, though it is empty', () => {
    const events = [call(0, '', { name: 'bash' }), call(1, '{', { name: 'bash' }), message(2)];
    expect(seqsOf('projection-keep-first-token', events)).toStrictEqual([0, 2]);
  });

  it('keeps one token a step, not one a run', () => {
    const events = [think(0, ''), call(1, ''), call(2, '{'), think(3, 'x'), message(4)];
    expect(seqsOf('projection-keep-first-token', events)).toStrictEqual([2, 4]);
  });

  it('keeps none where all fragments are empty', () => {
    const events = [think(0, ''), think(1, ''), message(2)];
    expect(seqsOf('projection-keep-first-token', events)).toStrictEqual([2]);
  });
});
