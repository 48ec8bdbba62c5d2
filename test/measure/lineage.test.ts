import { describe, expect, it } from 'vitest';
import { countedParts } from '../../src/measure/lineage.ts';
import type { Measurement } from '../../src/measure/measure.ts';
import { makeReport, totalOf } from '../../src/measure/report.ts';
import { NOTE, OPTIONS, weight } from './measurements.ts';

interface Session {
  readonly parent?: string;
  readonly inherited?: number;
  readonly events?: number;
  readonly fromSeq?: number;
  readonly file?: string;
}

/** A measured session of 100 events; one event weighs a byte. */
function session(
  id: string,
  { parent, inherited, events = 100, fromSeq = 0, file = id }: Session = {},
) {
  const weigh = (count: number) => ({ raw: weight(count, count, count, count) });
  const own = inherited === undefined ? undefined : events - inherited;
  return {
    ...NOTE,
    file,
    session: { id, version: 0, ...(parent === undefined ? {} : { parentSession: parent }) },
    interval: { fromSeq, toSeq: fromSeq + events, hasMore: fromSeq > 0 },
    events,
    weights: weigh(events),
    ...(inherited === undefined ? {} : { inheritedEvents: inherited }),
    ...(own === undefined || inherited === undefined
      ? {}
      : { own: { fromSeq: inherited, toSeq: events, events: own, weights: weigh(own) } }),
  } satisfies Measurement;
}

const counted = (...measurements: Measurement[]): number[] =>
  countedParts(measurements).map(({ events }) => events);

describe('what of each log goes into a total', () => {
  it('is all of it where nothing is inherited', () => {
    expect(counted(session('a'), session('b', { parent: 'a' }), session('a'))).toEqual([
      100, 100, 100,
    ]);
    expect(counted(session('b', { parent: 'a', inherited: 0 }), session('a'))).toEqual([100, 100]);
  });

  it('is the own part of a fork whose parent is there', () => {
    const fork = session('fork', { parent: 'a', inherited: 30 });
    expect(counted(session('a'), fork)).toEqual([100, 70]);
    expect(counted(fork, session('a'))).toEqual([70, 100]);
  });

  it('is all of a fork whose parent is not there, or not far enough', () => {
    const fork = session('fork', { parent: 'a', inherited: 30 });
    expect(counted(session('b'), fork)).toEqual([100, 100]);
    expect(counted(session('a', { events: 29 }), fork)).toEqual([29, 100]);
    expect(counted(session('a', { fromSeq: 1 }), fork)).toEqual([100, 100]);
  });

  it('is all of one of several siblings: the one that inherited most', () => {
    const siblings = [10, 50, 30].map((inherited, at) =>
      session(`s${at}`, { parent: 'a', inherited }),
    );
    expect(counted(...siblings)).toEqual([90, 100, 70]);
  });

  it('does not depend on the order of the logs', () => {
    const logs = ['x', 'y', 'z'].map((id) => session(id, { parent: 'a', inherited: 40 }));
    expect(counted(...logs)).toEqual([100, 60, 60]);
    expect(counted(...logs.toReversed())).toEqual([60, 60, 100]);
    const copies = ['2', '1'].map((file) => session('x', { parent: 'a', inherited: 40, file }));
    expect(counted(...copies)).toEqual([60, 100]);
  });

  it('follows forks of forks', () => {
    const child = session('child', { parent: 'a', inherited: 30 });
    const grandchild = session('grandchild', { parent: 'child', inherited: 80 });
    expect(counted(grandchild, child, session('a'))).toEqual([20, 70, 100]);
    expect(counted(grandchild, child)).toEqual([20, 100]);
    expect(counted(grandchild, session('a'))).toEqual([100, 100]); // only the child knew the link
  });

  it('is all of a fork that was measured in part, or whose own part was not measured', () => {
    const { own: _, ...unknown } = session('fork', { parent: 'a', inherited: 30 });
    expect(counted(session('a'), unknown)).toEqual([100, 100]);
    const part = session('fork', { parent: 'a', inherited: 30, fromSeq: 5 });
    expect(counted(session('a'), part)).toEqual([100, 100]);
  });

  it('never loses events to headers that make a ring', () => {
    const ring = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'a'],
      ['self', 'self'],
    ] as const;
    const logs = ring.map(([id, parent]) => session(id, { parent, inherited: 100 }));
    expect(counted(...logs)).toEqual([100, 100, 100, 100]);
  });
});

describe('a total', () => {
  const logs = [session('a'), session('fork', { parent: 'a', inherited: 30, file: 'f.jsonl' })];

  it('says what it left out', () => {
    expect(totalOf(logs)).toMatchObject({
      files: 2,
      events: 170,
      weights: { raw: weight(170, 170, 170, 170) },
      countedOnce: { forks: ['f.jsonl'], events: 30 },
    });
    expect(makeReport(logs, OPTIONS).total?.countedOnce?.events).toBe(30);
  });

  it('has nothing to say where nothing was left out', () => {
    expect(totalOf([session('a'), session('b')])).not.toHaveProperty('countedOnce');
  });
});
