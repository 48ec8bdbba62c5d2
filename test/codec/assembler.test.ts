import { deepStrictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RunAssembler } from '../../src/codec/assembler.ts';
import { DELTA_KINDS, type DeltaKind } from '../../src/codec/kinds.ts';
import { Run, type RunHead } from '../../src/codec/run.ts';
import { isRun } from '../../src/codec/span.ts';
import { rowOf } from '../../src/codec/storage.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { layout } from '../support/layouts.ts';
import { naiveEvents } from '../support/naive.ts';
import { officialPack } from '../support/official.ts';
import { spansOf, textsOf } from '../support/spans.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const [text, reasoning] = DELTA_KINDS as [DeltaKind, DeltaKind];
const head: RunHead = { kind: text, turn: 1, step: 1, index: 0, id: undefined, name: undefined };
const other: RunHead = { ...head, kind: reasoning };

const delta = (seq: number, time = seq, headOf = head) => ({
  head: headOf,
  seq,
  time,
  fragment: `f${seq}`,
});
const stored = (seq0: number, times: number[], headOf = head) =>
  new Run(
    { ...headOf },
    seq0,
    times,
    times.map((_, k) => `f${seq0 + k}`),
  );

describe('a log in any layout', () => {
  const lines = (records: readonly unknown[]): string[] =>
    records.map((record) => JSON.stringify(record));

  itHolds(
    'holds the events that went in',
    fc.property(layout(storedLog), ({ events, stored }) => {
      const texts = textsOf(spansOf(lines(stored)));
      // Not toStrictEqual, which an own key `constructor` confuses.
      deepStrictEqual(
        texts.map((text) => JSON.parse(text)),
        events,
      );
      deepStrictEqual(naiveEvents(stored), events); // the layout itself is sound
    }),
    500,
  );

  itHolds(
    'gives the same runs, the longest there are: those of the official codec',
    fc.property(layout(storedLog), ({ events, stored }) => {
      const rows = spansOf(lines(stored))
        .filter(isRun)
        .filter((run) => run.length >= 3)
        .map(rowOf);
      const official = officialPack(events).filter(
        (record) => 'seq0' in record && !('seq' in record),
      );
      expect(lines(rows)).toStrictEqual(lines(official));
    }),
    500,
  );
});

describe('RunAssembler', () => {
  it('has no open run at first, and none after close', () => {
    const runs = new RunAssembler();
    expect([runs.open, runs.close()]).toStrictEqual([undefined, undefined]);
    runs.addDelta(delta(0));
    expect(runs.open).toBe(runs.close());
    expect(runs.open).toBeUndefined();
  });

  it('lengthens the open run by a delta that follows, and by a row that follows', () => {
    const runs = new RunAssembler();
    expect(runs.addDelta(delta(0))).toBeUndefined();
    expect(runs.addRun(stored(1, [5, 4]))).toBeUndefined();
    expect(runs.addDelta(delta(3))).toBeUndefined();
    const run = runs.close() as Run;
    expect(run.times).toStrictEqual([0, 5, 4, 3]);
    expect(run.fragments).toStrictEqual(['f0', 'f1', 'f2', 'f3']);
  });

  it.each([
    ['another head', delta(1, 1, other)],
    ['a seq left out', delta(2)],
    ['a seq repeated', delta(0)],
    ['a time too far away', delta(1, -MAX)],
  ])('ends the run at a delta with %s', (_, next) => {
    const runs = new RunAssembler();
    runs.addDelta(delta(0, 1));
    expect(runs.addDelta(next)?.fragments).toStrictEqual(['f0']);
    expect(runs.open?.length).toBe(1);
  });

  it.each([
    ['another head', stored(1, [1, 1], other)],
    ['a seq left out', stored(2, [1, 1])],
    ['a time too far away', stored(1, [-MAX, 1])],
  ])('ends the run at a row with %s', (_, next) => {
    const runs = new RunAssembler();
    runs.addDelta(delta(0, 1));
    expect(runs.addRun(next)?.fragments).toStrictEqual(['f0']);
    expect(runs.open).toBe(next);
  });

  it('keeps the stored text of a delta, first or later', () => {
    const runs = new RunAssembler();
    runs.addDelta(delta(0), 'first as stored');
    runs.addDelta(delta(1));
    runs.addDelta(delta(2), 'third as stored');
    expect(runs.close()?.verbatim).toStrictEqual(
      new Map([
        [0, 'first as stored'],
        [2, 'third as stored'],
      ]),
    );
  });

  it('keeps the stored texts of a run that joins another', () => {
    const runs = new RunAssembler();
    runs.addDelta(delta(0));
    runs.addRun(new Run(head, 1, [1, 2], ['a', 'b'], new Map([[1, 'as stored']])));
    expect(runs.close()?.verbatim).toStrictEqual(new Map([[2, 'as stored']]));
  });

  it('joins an empty run to nothing', () => {
    const runs = new RunAssembler();
    runs.addDelta(delta(0));
    expect(runs.addRun(new Run(head, 1))?.length).toBe(1);
  });
});
