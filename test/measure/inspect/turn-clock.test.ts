import { describe, expect, it } from 'vitest';
import { TurnClock } from '../../../src/measure/inspect/turn-clock.ts';

describe('TurnClock', () => {
  it('counts time inside turns and leaves out what lies between them', () => {
    const clock = new TurnClock();
    expect([
      clock.startTurn(1000),
      clock.advance(1010),
      clock.endTurn(1030),
      clock.advance(2000), // an event between turns
      clock.startTurn(9000),
      clock.advance(9005),
    ]).toEqual([0, 10, 30, 30, 30, 35]);
    expect(clock.elapsedMs).toBe(35);
  });

  it('leaves out the time before a turn/start, also where the last turn never ended', () => {
    const clock = new TurnClock();
    clock.startTurn(0);
    clock.advance(5);
    expect(clock.startTurn(1e6)).toBe(5);
  });

  it('stands still while the log steps back', () => {
    const clock = new TurnClock();
    expect([10, 4, 4, 7].map((time) => clock.advance(time))).toEqual([0, 0, 0, 3]);
  });

  it('does not count what is no length of time', () => {
    const clock = new TurnClock();
    const times = [-1e308, 1e308, 1e308, 0, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER];
    for (const time of times) clock.advance(time);
    expect(clock.elapsedMs).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('gives the position of every member, and takes tokens for a turn', () => {
    const clock = new TurnClock();
    clock.startTurn(0);
    clock.endTurn(10);
    expect([...clock.advanceRun([100, 103, 103, 110])]).toEqual([10, 13, 13, 20]);
    expect([...clock.advanceRun([])]).toEqual([]);
  });
});
