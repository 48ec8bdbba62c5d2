import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELTA_KINDS, type DeltaKind } from '../../../src/codec/kinds.ts';
import { Run } from '../../../src/codec/run.ts';
import { distributionOf } from '../../../src/measure/inspect/distribution.ts';
import { GapCollector, STALL_MS } from '../../../src/measure/inspect/gaps.ts';
import { itHolds } from '../../support/fuzz.ts';

interface Tokens {
  readonly turn: number;
  readonly step: number;
  readonly times: readonly number[];
}

const kind = DELTA_KINDS[0] as DeltaKind; // there are three

function collect(all: readonly Tokens[]) {
  const collector = new GapCollector();
  let seq = 0;
  for (const { turn, step, times } of all) {
    const head = { kind, turn, step, index: 0, id: undefined, name: undefined };
    collector.observe(
      new Run(
        head,
        seq,
        [...times],
        times.map(() => 'x'),
      ),
      times,
    );
    seq += times.length;
  }
  return collector.finish();
}

describe('gaps', () => {
  it('lie between the tokens of a step, across its runs, and not between steps', () => {
    const { gaps } = collect([
      { turn: 0, step: 0, times: [0, 3] },
      { turn: 0, step: 0, times: [10] },
      { turn: 0, step: 1, times: [500, 500] },
      { turn: 1, step: 1, times: [900] },
    ]);
    expect(gaps).toMatchObject({ count: 3, negative: 0, min: 0, median: 3, p95: 7, max: 7 });
    expect(gaps.bins.map(({ count }) => count)).toEqual([1, 0, 1, 1]);
  });

  it('count steps back of the clock apart', () => {
    const { gaps } = collect([{ turn: 0, step: 0, times: [10, 5, 6] }]);
    expect(gaps).toMatchObject({ count: 2, negative: 1, min: -5, median: 1, max: 1 });
    expect(gaps.bins).toEqual([{ from: 1, to: 2, count: 1 }]);
  });

  it('have no quantile that is not known to the ms', () => {
    const { gaps } = collect([{ turn: 0, step: 0, times: [0, 9_999, 19_999] }]);
    expect(gaps).toMatchObject({ median: 9_999, p95: null, max: 10_000 });
  });

  it('are none without two tokens', () => {
    const empty = {
      count: 0,
      negative: 0,
      min: null,
      median: null,
      p95: null,
      max: null,
      bins: [],
    };
    expect(collect([]).gaps).toEqual(empty);
    expect(collect([{ turn: 0, step: 0, times: [5] }]).gaps).toEqual(empty);
  });
});

describe('stalls', () => {
  it('are gaps from the threshold on, with the token that came late', () => {
    const { stalls } = collect([
      { turn: 3, step: 4, times: [0, STALL_MS - 1, 2 * STALL_MS - 1, 5 * STALL_MS] },
    ]);
    expect(stalls).toEqual({
      thresholdMs: STALL_MS,
      count: 2,
      totalMs: 4 * STALL_MS + 1,
      longest: [
        {
          seq: 3,
          time: 5 * STALL_MS,
          turn: 3,
          step: 4,
          gapMs: 3 * STALL_MS + 1,
          atMs: 5 * STALL_MS,
        },
        {
          seq: 2,
          time: 2 * STALL_MS - 1,
          turn: 3,
          step: 4,
          gapMs: STALL_MS,
          atMs: 2 * STALL_MS - 1,
        },
      ],
    });
  });
});

const tokens = fc.record({
  turn: fc.nat(1),
  step: fc.nat(1),
  times: fc.array(fc.oneof(fc.integer({ min: -9, max: 40 }), fc.nat(9_000)), { maxLength: 40 }),
});

itHolds(
  'gaps and stalls are those of all tokens in a row',
  fc.property(fc.array(tokens, { maxLength: 12 }), (all) => {
    let now = 0;
    const runs = all.map(({ times, ...place }) => ({
      ...place,
      times: times.map((gap) => (now += gap)),
    }));
    const flat = runs.flatMap(({ times, turn, step }) =>
      times.map((time) => ({ time, turn, step })),
    );
    const naive = flat.flatMap(({ time, turn, step }, seq) => {
      const last = flat[seq - 1];
      const isSameStep = last?.turn === turn && last.step === step;
      return last !== undefined && isSameStep ? [{ seq, gapMs: time - last.time }] : [];
    });
    const { gaps, stalls } = collect(runs);
    const forward = distributionOf(naive.map(({ gapMs }) => gapMs).filter((gap) => gap >= 0));
    expect(gaps.count).toBe(naive.length);
    expect(gaps.negative).toBe(naive.filter(({ gapMs }) => gapMs < 0).length);
    expect([gaps.median, gaps.p95]).toEqual([forward?.median ?? null, forward?.p95 ?? null]);
    const late = naive.filter(({ gapMs }) => gapMs >= STALL_MS).sort((a, b) => b.gapMs - a.gapMs);
    expect(stalls.count).toBe(late.length);
    expect(stalls.totalMs).toBe(late.reduce((sum, { gapMs }) => sum + gapMs, 0));
    expect(stalls.longest.map(({ seq, gapMs }) => ({ seq, gapMs }))).toEqual(late.slice(0, 50));
  }),
);
