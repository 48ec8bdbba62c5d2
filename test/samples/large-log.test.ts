import { foldSurface } from '@deepseek-ai/dsh-session';
import { describe, expect, it } from 'vitest';
import { largeLogLines } from '../../samples/large-log.ts';
import { parseLog } from './read-sample.ts';

const BYTES = 600_000;

describe.each([true, false])('with many turns: %s', (manyTurns) => {
  const lines = [...largeLogLines({ bytes: BYTES, packed: false, manyTurns })];
  const { events, rows } = parseLog(lines);

  it('ends with the turn that reaches the size', () => {
    const ends = lines.map((line) => Buffer.byteLength(line) + 1);
    const total = ends.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThanOrEqual(BYTES);
    const lastTurn = lines.findLastIndex((line) => line.startsWith('{"type":"turn/start"'));
    const before = ends.slice(0, lastTurn).reduce((sum, bytes) => sum + bytes, 0);
    expect(before).toBeLessThan(BYTES);
    expect(events.at(-1)?.type).toBe('turn/end');
  });

  it('has dense seqs and acceptable messages', () => {
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    const official = events as unknown as Parameters<typeof foldSurface>[0];
    const messages = events.filter(({ surfaceOp }) => surfaceOp === 'append');
    expect(foldSurface(official).nodes).toEqual(messages.map(({ seq }) => seq));
  });

  it('has one row a turn when packed, and the same events', () => {
    const packed = parseLog(largeLogLines({ bytes: BYTES / 4, packed: true, manyTurns }));
    const turns = packed.events.filter(({ type }) => type === 'turn/end').length;
    expect(packed.rows).toHaveLength(turns);
    expect(rows).toEqual([]);
    const common = Math.min(packed.events.length, events.length);
    expect(packed.events.slice(0, common)).toEqual(events.slice(0, common));
  });

  it('is JSON as JSON.stringify writes it', () => {
    for (const line of lines) expect(JSON.stringify(JSON.parse(line))).toBe(line);
  });
});
