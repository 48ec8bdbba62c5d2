import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/codec/types.ts';
import { TIME0 } from '../../support/logs.ts';
import { inspect } from './inspecting.ts';

/** Gives events their seq, and a time of its own to each. */
class Lines {
  readonly lines: string[] = [];

  add(type: string, ms: number, data: JsonValue, more: JsonObject = {}): this {
    const seq = this.lines.length;
    this.lines.push(JSON.stringify({ type, seq, time: TIME0 + ms, data, ...more }));
    return this;
  }

  step = (ms: number, step = 0): this => this.add('step/start', ms, { turn: 0, step });
  end = (ms: number, step = 0): this => this.add('step/end', ms, { turn: 0, step });

  delta(ms: number, text: string, step = 0): this {
    const chunk = { type: 'text-delta', index: 0, text };
    return this.add('assistant/chunk', ms, { turn: 0, step, chunk });
  }

  toolDelta(ms: number, argumentsDelta: string, more: JsonObject): this {
    const chunk = { type: 'tool-call-delta', index: 0, id: 'a', ...more, argumentsDelta };
    return this.add('assistant/chunk', ms, { turn: 0, step: 0, chunk });
  }

  message(ms: number, step = 0, data: JsonObject = {}, surfaceOp: JsonValue = 'append'): this {
    return this.add('assistant/message', ms, { turn: 0, step, ...data }, { surfaceOp });
  }
}

describe('the state of a turn', () => {
  it.each<[string, JsonObject, 'completed' | 'interrupted']>([
    ['without a reason', {}, 'completed'],
    ['of kind completed', { reason: { kind: 'completed' } }, 'completed'],
    ['of kind max-tokens', { reason: { kind: 'max-tokens' } }, 'completed'],
    ['that is the bare word', { reason: 'completed' }, 'completed'],
    ['of kind interrupted', { reason: { kind: 'interrupted' } }, 'interrupted'],
    ['of kind error', { reason: { kind: 'error', message: 'x' } }, 'interrupted'],
  ])('is told by a turn/end %s', async (_, data, state) => {
    const { lines } = new Lines()
      .add('turn/start', 0, { turn: 0 })
      .add('turn/end', 1, { turn: 0, ...data });
    expect((await inspect(lines)).turns).toEqual({
      completed: 0,
      interrupted: 0,
      running: 0,
      [state]: 1,
    });
  });

  it('is running before its turn/end', async () => {
    const { lines } = new Lines().add('turn/start', 0, { turn: 0 });
    expect((await inspect(lines)).turns).toEqual({ completed: 0, interrupted: 0, running: 1 });
  });
});

describe('the state of a step', () => {
  it.each<[string, (lines: Lines) => Lines, string]>([
    ['with a message', (lines) => lines.message(1), 'completed'],
    ['with a message and an end', (lines) => lines.message(1).end(2), 'completed'],
    [
      'with an interrupted message',
      (lines) => lines.message(1, 0, { interrupted: true }).end(2),
      'interrupted',
    ],
    ['that ended without a message', (lines) => lines.end(2), 'interrupted'],
    [
      'with a replacement copy alone',
      (lines) => lines.message(1, 0, {}, { op: 'replace', start: 0, end: 0 }),
      'running',
    ],
    ['with deltas alone', (lines) => lines.delta(1, 'a'), 'running'],
  ])('%s', async (_, add, state) => {
    const { steps, cadence } = await inspect(add(new Lines().step(0)).lines);
    expect(steps).toEqual({ completed: 0, interrupted: 0, running: 0, [state]: 1 });
    expect(cadence).toMatchObject([{ turn: 0, step: 0, state }]);
  });

  it('is kept for each step of each turn', async () => {
    const lines = new Lines().step(0).message(1).end(2).step(3, 1).delta(4, 'a', 1);
    const { steps, cadence } = await inspect(lines.lines);
    expect(steps).toEqual({ completed: 1, interrupted: 0, running: 1 });
    expect(cadence.map(({ step, tokens }) => [step, tokens])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });
});

describe('cadence', () => {
  const only = async (lines: Lines) => (await inspect(lines.lines)).cadence[0];

  it('counts deltas, and times them from the first with content to the last', async () => {
    const lines = new Lines()
      .step(100)
      .delta(150, '')
      .delta(200, 'a')
      .delta(300, 'b')
      .delta(1200, 'c');
    expect(await only(lines)).toEqual({
      ...{ turn: 0, step: 0, state: 'running', tokens: 4 },
      firstTokenMs: 100,
      tokensPerSecond: 3,
    });
  });

  it('takes a tool-call delta that names the call for the first token', async () => {
    const lines = new Lines().step(0).toolDelta(40, '', { name: 'bash' }).toolDelta(90, '{}', {});
    expect(await only(lines)).toMatchObject({ tokens: 2, firstTokenMs: 40 });
  });

  it('does not take one without name and arguments', async () => {
    const lines = new Lines().step(0).toolDelta(40, '', {}).toolDelta(90, '{}', {});
    expect(await only(lines)).toMatchObject({ tokens: 2, firstTokenMs: 90 });
  });

  it('tells no latency without a step/start, and no rate without time between tokens', async () => {
    const step = await only(new Lines().delta(5, 'a').delta(5, 'b'));
    expect(step).toEqual({ turn: 0, step: 0, state: 'running', tokens: 2 });
  });

  it('spans all runs of a step', async () => {
    const lines = new Lines().step(0).delta(10, 'a').add('x', 11, {}).delta(1010, 'b');
    expect(await only(lines)).toMatchObject({ tokens: 2, firstTokenMs: 10, tokensPerSecond: 1 });
  });
});
