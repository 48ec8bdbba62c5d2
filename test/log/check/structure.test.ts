import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/types.ts';
import type { Warning } from '../../../src/errors.ts';
import { verifyLog } from '../../../src/log/check/verify.ts';
import { memorySource } from '../../../src/log/source.ts';
import {
  deltaLine,
  eventLine,
  logText,
  messageLine,
  rowLine,
  turnEnd,
} from '../../support/logs.ts';

/** The structure warnings about some records, with nothing else wrong. */
async function warningsOf(...lines: readonly string[]): Promise<Warning[]> {
  const { faults, warnings, readable, loadsInDsh } = await verifyLog(
    memorySource(Buffer.from(logText(lines)), 'f'),
  );
  expect(faults).toEqual([]);
  expect([readable.verdict, loadsInDsh.verdict]).toEqual([true, true]);
  for (const { file } of warnings) expect(file).toBe('f');
  return [...warnings];
}

const codesAndMessages = (warnings: readonly Warning[]) =>
  warnings.map(({ code, message }) => `${code} ${message}`);

const turn = (seq: number, turn = 0) => eventLine(seq, 'turn/start', { turn });
const step = (seq: number, at: { turn?: number; step?: number } = {}) =>
  eventLine(seq, 'step/start', { turn: 0, step: 0, ...at });
const stepEnd = (seq: number, step = 0) => eventLine(seq, 'step/end', { turn: 0, step });
const call = (seq: number, callId: string) =>
  eventLine(seq, 'tool/call', { turn: 0, step: 0, callId });
const result = (seq: number, data: JsonValue) => eventLine(seq, 'tool/result', data);
const toolDelta = (seq: number, id: string) =>
  eventLine(seq, 'assistant/chunk', {
    turn: 0,
    step: 0,
    chunk: { type: 'tool-call-delta', index: 0, id, argumentsDelta: 'x' },
  });

describe('nesting of turns and steps', () => {
  it('has nothing to say about a turn of two steps', async () => {
    const lines = [turn(0), step(1), stepEnd(2), step(3, { step: 1 }), stepEnd(4, 1), turnEnd(5)];
    expect(await warningsOf(...lines)).toEqual([]);
  });

  it('takes a log that is still running as it is', async () => {
    expect(await warningsOf(turn(0), step(1), deltaLine(2, 'a'))).toEqual([]);
  });

  it.each([
    ['turn/start within another turn', [turn(0), turn(1, 1), turnEnd(2, 1)], 1],
    ['turn/end of a turn that is not open', [turnEnd(0)], 0],
    ['turn/end of a turn that is not open', [turn(0), turnEnd(1, 7)], 1],
    ['turn/end within a step', [turn(0), step(1), turnEnd(2)], 2],
    ['step/start outside its turn', [step(0)], 0],
    ['step/start outside its turn', [turn(0), step(1, { turn: 3 })], 1],
    ['step/start within another step', [turn(0), step(1), step(2, { step: 1 })], 2],
    ['step/end of a step that is not open', [turn(0), stepEnd(1), turnEnd(2)], 1],
    ['step/end of a step that is not open', [turn(0), step(1), stepEnd(2, 4), turnEnd(3)], 2],
  ])('finds a %s', async (message, lines, seq) => {
    expect(codesAndMessages(await warningsOf(...lines))).toEqual([
      `W_NESTING 1 ${message} (seq ${seq})`,
    ]);
  });
});

describe('chunks outside the step they name', () => {
  it.each([
    [
      'before any step',
      [turn(0), deltaLine(1, 'a'), turnEnd(2)],
      '1 chunk outside the step it names (seq 1)',
    ],
    [
      'in another step, packed and loose',
      [turn(0), step(1), rowLine(2, ['a', 'b', 'c'], { step: 1 }), deltaLine(5, 'd', { step: 1 })],
      '4 chunks outside the step they name (seq 2..5)',
    ],
    [
      'of kinds that never pack',
      [eventLine(0, 'assistant/chunk', { turn: 0, step: 0, chunk: { type: 'finish' } })],
      '1 chunk outside the step it names (seq 0)',
    ],
  ])('are found %s', async (_, lines, message) => {
    expect(codesAndMessages(await warningsOf(...lines))).toEqual([
      `W_CHUNK_OUTSIDE_STEP ${message}`,
    ]);
  });
});

describe('sourceEventSeqs', () => {
  const message = (sources: JsonValue) =>
    warningsOf(
      turn(0),
      eventLine(1, 'permission/preset'),
      messageLine(2, 'user', {}, sources),
      turnEnd(3),
    );

  it.each([
    ['numbers', [0, 1]],
    ['pairs', [[0, 1]]],
    ['a pair of one', [[1, 1]]],
    ['none', []],
  ])('may name earlier events by %s', async (_, sources) => {
    expect(await message(sources)).toEqual([]);
  });

  it.each([
    ['a later event', [0, 3]],
    ['itself', [2]],
    ['an event that never comes', [999]],
    ['a pair that reaches forward', [[0, 5]]],
    ['a pair that runs backwards', [[1, 0]]],
    ['a negative number', [-1]],
    ['a fraction', [0.5]],
    ['a string', ['0']],
    ['something else than a list', { first: 0 }],
  ])('that name %s are noted', async (_, sources) => {
    expect(codesAndMessages(await message(sources as JsonValue))).toEqual([
      'W_SOURCE_SEQS 1 message whose sourceEventSeqs name no earlier event (seq 2)',
    ]);
  });
});

describe('tool calls', () => {
  const around = (...lines: string[]) => warningsOf(turn(0), step(1), ...lines);

  it('have a result by its callId, or by that of its message', async () => {
    const message = { role: 'tool', source: { kind: 'tool', callId: 'b' } };
    const lines = [call(2, 'a'), call(3, 'b'), result(4, { callId: 'a' }), result(5, { message })];
    expect(await around(...lines)).toEqual([]);
  });

  it('without a result are told with their seqs', async () => {
    const lines = [call(2, 'a'), call(3, 'b'), call(4, 'c'), result(5, { callId: 'b' })];
    expect(codesAndMessages(await around(...lines))).toEqual([
      'W_TOOL_RESULT 2 tool calls without a result (seq 2, 4)',
    ]);
  });

  it('with an empty id are told, in calls and in deltas', async () => {
    const lines = [toolDelta(2, ''), toolDelta(3, ''), call(4, ''), result(5, { callId: '' })];
    expect(codesAndMessages(await around(...lines))).toEqual([
      'W_EMPTY_CALL_ID 2 tool-call deltas with an empty id (seq 2..3)',
      'W_EMPTY_CALL_ID 1 tool call with an empty id (seq 4)',
    ]);
  });
});

describe('event types', () => {
  it('that dsh 0.1.1 does not know are told, each with whether it may be skipped', async () => {
    const ignorable = eventLine(2, 'new/thing', {}, { ignorable: true });
    const found = await warningsOf(eventLine(0, 'new/one'), eventLine(1, 'new/one'), ignorable);
    expect(found.map(({ code }) => code)).toEqual(['W_UNKNOWN_TYPE', 'W_UNKNOWN_IGNORABLE_TYPE']);
    expect(found[0]?.message).toMatch(/^2 events of the unknown type "new\/one".*\(seq 0\.\.1\)$/);
    expect(found[1]?.message).toMatch(
      /^1 event of the unknown type "new\/thing", marked ignorable/,
    );
  });

  it('that are no strings are told, too', async () => {
    const [found] = await warningsOf(JSON.stringify({ type: 7, seq: 0, time: 0, data: {} }));
    expect(found?.message).toContain('unknown type 7');
  });
});

describe('findings of one sort', () => {
  it('are one warning with their number and the first five places', async () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? eventLine(at, 'a/b') : eventLine(at, 'permission/preset'),
    );
    const [found, ...others] = await warningsOf(...lines);
    expect(others).toEqual([]);
    expect(found?.message).toContain('6 events');
    expect(found?.message).toContain('(seq 0, 2, 4, 6, 8, …)');
    expect(found?.detail).toMatchObject({ count: 6 });
  });
});
