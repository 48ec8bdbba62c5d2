import { packChunkRuns } from '@deepseek-ai/dsh-session';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../samples/catalogue.ts';
import { chunkOf, ofType, readSample } from './read-sample.ts';

/** All but the two samples that exist to be stored otherwise. */
const PACKED = Object.keys(SAMPLES).filter((name) => !/^(unpacked|mixed)/.test(name));
const LONE_SURROGATE = /\p{Surrogate}/u;

describe('the stored forms', () => {
  it.each(PACKED)('%s is what the official codec packs', (name) => {
    const { records, events } = readSample(name);
    // The official event type is a union of known types, ours is open.
    const official = events as unknown as Parameters<typeof packChunkRuns>[0];
    expect(packChunkRuns(official)).toEqual(records);
  });

  it('unpacked.jsonl has no row', () => {
    expect(readSample('unpacked.jsonl').rows).toEqual([]);
  });

  it('mixed.jsonl has rows that a flush cut in two, and deltas outside rows', () => {
    const { rows, records } = readSample('mixed.jsonl');
    const whole = readSample('packed.jsonl').rows;
    const starts = new Set(whole.map(({ seq0 }) => seq0));
    expect(rows.some(({ seq0 }) => !starts.has(seq0))).toBe(true);
    const ends = new Map(rows.map(({ seq0, data }) => [seq0 + data.dt.length + 1, data.index]));
    expect(rows.some(({ seq0, data }) => ends.get(seq0) === data.index)).toBe(true);
    const loose = records.filter(({ type }) => type === 'assistant/chunk');
    expect(loose.length).toBeGreaterThan(100);
  });

  it('long-answer.jsonl is two rows, thousands of events and no message', () => {
    const { rows, events } = readSample('long-answer.jsonl');
    expect(rows).toHaveLength(2);
    expect(events.length).toBeGreaterThan(6_000);
    expect(ofType(events, 'assistant/message')).toEqual([]);
  });
});

describe('interrupted.jsonl', () => {
  const { events } = readSample('interrupted.jsonl');

  it('has an attempt that failed after tokens, and its retry', () => {
    const [retry] = ofType(events, 'llm/retry');
    const before = events.slice(0, retry?.seq);
    const deltas = ofType(before, 'assistant/chunk').filter((event) =>
      String(chunkOf(event).type).endsWith('-delta'),
    );
    expect(deltas.length).toBeGreaterThan(20);
    expect(ofType(before, 'assistant/message')).toEqual([]);
    expect(chunkOf(before.at(-1) ?? never())).toMatchObject({ reason: { kind: 'error' } });
  });

  it('has an interrupted message', () => {
    const marks = ofType(events, 'assistant/message').map(({ data }) => Object.keys(data ?? {}));
    expect(marks.filter((keys) => keys.includes('interrupted'))).toHaveLength(1);
  });

  it('ends inside a step', () => {
    expect(chunkOf(events.at(-1) ?? never()).type).toBe('text-delta');
    expect(ofType(events, 'step/start').length - ofType(events, 'step/end').length).toBe(1);
  });
});

describe('tools.jsonl', () => {
  const { rows, records, events } = readSample('tools.jsonl');
  const calls = rows.flatMap((row) => (row.type === 'tool-call-chunks' ? [row.data] : []));

  it('has rows with and without a name', () => {
    expect(calls.some((data) => 'name' in data)).toBe(true);
    expect(calls.some((data) => !('name' in data))).toBe(true);
  });

  it('has empty fragments inside and at the start of runs', () => {
    expect(calls.some(({ args }) => args[0] === '')).toBe(true);
    expect(calls.some(({ args }) => args.indexOf('', 1) > 0)).toBe(true);
  });

  it('has deltas that are too few to pack', () => {
    const loose = ofType(records as unknown as typeof events, 'assistant/chunk').map(chunkOf);
    expect(loose.some(({ type }) => type === 'tool-call-delta')).toBe(true);
    expect(loose.some(({ type }) => type === 'reasoning-delta')).toBe(true);
  });

  it('answers each call', () => {
    const asked = ofType(events, 'tool/call').map(({ seq }) => [seq]);
    expect(ofType(events, 'tool/result').map((event) => event.sourceEventSeqs)).toEqual(asked);
  });
});

describe('compaction.jsonl', () => {
  const { events } = readSample('compaction.jsonl');
  const copies = events.filter(({ surfaceOp }) => typeof surfaceOp === 'object');

  it('has replacement copies, the second over the first', () => {
    expect(copies).toHaveLength(2);
    expect(copies[1]?.surfaceOp).toMatchObject({ op: 'replace', start: copies[0]?.seq });
  });

  it('has source seqs as numbers and as pairs', () => {
    const forms = events.flatMap(({ sourceEventSeqs = [] }) => sourceEventSeqs as unknown[]);
    expect(forms.some((source) => typeof source === 'number')).toBe(true);
    expect(forms.some((source) => Array.isArray(source) && source.length === 2)).toBe(true);
  });
});

describe('text.jsonl', () => {
  const { rows } = readSample('text.jsonl');
  const texts = rows.map((row) => (row.type === 'tool-call-chunks' ? [] : row.data.texts));

  it('has emoji cut between fragments, and a surrogate that stays alone', () => {
    expect(texts.flat().filter((fragment) => LONE_SURROGATE.test(fragment)).length).toBeGreaterThan(
      4,
    );
    expect(texts.some((fragments) => fragments.join('').includes('😀'))).toBe(true);
    expect(texts.some((fragments) => LONE_SURROGATE.test(fragments.join('')))).toBe(true);
  });

  it('has CJK, control characters and line separators', () => {
    const all = texts.flat().join('');
    for (const part of ['世界', '\u0000', '\\', '"', '\u2028', '\ufeff', '\r\n']) {
      expect(all).toContain(part);
    }
  });

  it('has runs that begin with white space, one of them with an empty fragment', () => {
    const blank = texts.filter((fragments) => fragments.slice(0, 2).join('').trim() === '');
    expect(blank.length).toBeGreaterThanOrEqual(2);
    expect(blank.some(([first]) => first === '')).toBe(true);
  });

  it('has a clock that steps back inside a run', () => {
    expect(rows.some(({ data }) => data.dt.some((gap) => gap < 0))).toBe(true);
  });
});

/** For events that the sample is known to have. */
function never(): never {
  throw new Error('the sample has no such event');
}
