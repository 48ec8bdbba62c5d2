import { describe, expect, it } from 'vitest';
import {
  listed,
  MAX_TIMELINE_ROWS,
  type StepPlace,
  timelineOf,
} from '../../../src/measure/inspect/timeline.ts';
import { eventLine, messageLine, rowLine, turnEnd } from '../../support/logs.ts';
import { inspect } from './inspecting.ts';

const stepAt = (at: number, more: Partial<StepPlace> = {}): StepPlace => ({
  ...{ turn: 0, step: at, state: 'completed', startMs: 10 * at, endMs: 10 * at + 8, tokens: 2 },
  ...{ firstTokenMs: 10 * at + 1, lastTokenMs: 10 * at + 7, waitMs: at },
  ...more,
});

describe('timelineOf', () => {
  it('has a row for each turn and step where there are few', () => {
    const turn = { turn: 4, state: 'running', startMs: 0, endMs: 30 } as const;
    expect(timelineOf([turn], listed([stepAt(1), stepAt(2, { waitMs: undefined })]), 30)).toEqual({
      inTurnMs: 30,
      turnsPerRow: 1,
      stepsPerRow: 1,
      turns: [
        {
          turn: 4,
          turns: 1,
          states: { completed: 0, interrupted: 0, running: 1 },
          startMs: 0,
          endMs: 30,
        },
      ],
      steps: [
        {
          ...{ turn: 0, step: 1, steps: 1, tokens: 2, startMs: 10, endMs: 18 },
          ...{ firstTokenMs: 11, lastTokenMs: 17, waitMs: { min: 1, median: 1, max: 1 } },
          states: { completed: 1, interrupted: 0, running: 0 },
        },
        {
          ...{ turn: 0, step: 2, steps: 1, tokens: 2, startMs: 20, endMs: 28 },
          ...{ firstTokenMs: 21, lastTokenMs: 27 },
          states: { completed: 1, interrupted: 0, running: 0 },
        },
      ],
    });
  });

  it('puts neighbours into one row where there are many, and loses none', () => {
    const count = 2 * MAX_TIMELINE_ROWS + 1;
    const all = Array.from({ length: count }, (_, at) =>
      stepAt(at, { state: at % 2 ? 'running' : 'completed' }),
    );
    const { steps, stepsPerRow } = timelineOf([], listed(all), 10 * count);
    expect(stepsPerRow).toBe(3);
    expect(steps).toHaveLength(Math.ceil(count / 3));
    expect(steps[1]).toEqual({
      ...{ turn: 0, step: 3, steps: 3, tokens: 6, startMs: 30, endMs: 58 },
      states: { completed: 1, interrupted: 0, running: 2 },
      waitMs: { min: 3, median: 4, max: 5 },
    });
    expect(steps.reduce((sum, row) => sum + row.steps, 0)).toBe(count);
  });

  it('is empty for an empty log', () => {
    expect(timelineOf([], listed([]), 0)).toMatchObject({
      stepsPerRow: 1,
      turnsPerRow: 1,
      turns: [],
      steps: [],
    });
  });
});

describe('the timeline of a log', () => {
  it('has positions inside turns', async () => {
    const at = (line: string, time: number) =>
      line.replace(/"time0?":\d+/, (text) => text.replace(/\d+$/, String(time)));
    const { timeline, tokenRate } = await inspect([
      at(eventLine(0, 'turn/start', { turn: 0 }), 1000),
      at(eventLine(1, 'step/start', { turn: 0, step: 0 }), 1010),
      at(rowLine(2, ['a', 'b', 'c']), 1300),
      at(messageLine(5, 'assistant', { turn: 0, step: 0 }), 1400),
      at(turnEnd(6), 1500),
      at(eventLine(7, 'turn/start', { turn: 1 }), 90_000),
      at(
        eventLine(8, 'assistant/chunk', {
          turn: 1,
          step: 0,
          chunk: { type: 'text-delta', index: 0, text: 'd' },
        }),
        90_250,
      ),
    ]);
    expect(timeline.inTurnMs).toBe(750);
    expect(timeline.turns).toMatchObject([
      { turn: 0, startMs: 0, endMs: 500 },
      { turn: 1, startMs: 500, endMs: 750 },
    ]);
    expect(timeline.steps[0]).toMatchObject({
      startMs: 10,
      firstTokenMs: 300,
      waitMs: { median: 290 },
    });
    expect(timeline.steps[0]?.endMs).toBeGreaterThanOrEqual(400);
    expect(tokenRate.tokens.reduce((sum, count) => sum + count, 0)).toBe(4);
    expect(tokenRate.tokens.at(-1)).toBe(1);
  });
});
