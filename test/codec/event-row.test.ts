import { describe, expect, it } from 'vitest';
import { type EventRow, eventRows } from '../../src/codec/event-row.ts';
import { kindOfChunk } from '../../src/codec/kinds.ts';
import { Run } from '../../src/codec/run.ts';
import type { JsonObject } from '../../src/codec/types.ts';

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

const ordinary = (event: JsonObject): EventRow => {
  const text = JSON.stringify(event);
  const [row] = [...eventRows({ seq: 0, text, event }, bytesOf)];
  return row as EventRow;
};

describe('eventRows', () => {
  it('has a row for each member of a run', () => {
    const kind = kindOfChunk('text-delta') as NonNullable<ReturnType<typeof kindOfChunk>>;
    const head = { kind, turn: 1, step: 2, index: 3, id: undefined, name: undefined };
    const rows = [...eventRows(new Run(head, 7, [10, 12], ['é', '']), bytesOf)];
    expect(rows.map(({ seq, time, text }) => [seq, time, text])).toEqual([
      [7, 10, 'é'],
      [8, 12, ''],
    ]);
    for (const { type, turn, step, chunk, index, bytes, json } of rows) {
      expect([type, turn, step, chunk, index]).toEqual(['assistant/chunk', 1, 2, 'text-delta', 3]);
      expect(bytes).toBe(bytesOf(json));
    }
    expect(JSON.parse(rows[0]?.json ?? '').data.chunk.text).toBe('é');
  });

  it('tells what an ordinary event has', () => {
    const chunk = { type: 'tool-call-delta', index: 1, id: 'c', argumentsDelta: '{' };
    const event = { type: 'assistant/chunk', seq: 4, time: 5, data: { turn: 1, step: 2, chunk } };
    const json = JSON.stringify(event);
    expect(ordinary(event)).toEqual({
      ...{ seq: 4, time: 5, type: 'assistant/chunk', turn: 1, step: 2 },
      ...{ chunk: 'tool-call-delta', index: 1, text: '{', bytes: bytesOf(json), json },
    });
  });

  it('has null where an event has no such thing', () => {
    const { json: _, bytes: __, ...row } = ordinary({ seq: Number.POSITIVE_INFINITY, data: [1] });
    expect(new Set(Object.values(row))).toEqual(new Set([null]));
  });
});
