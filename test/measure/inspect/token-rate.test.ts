import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_RATE_BINS, TokenRateCounter } from '../../../src/measure/inspect/token-rate.ts';
import { itHolds } from '../../support/fuzz.ts';

function rateOf(...batches: readonly (readonly number[])[]) {
  const counter = new TokenRateCounter();
  for (const batch of batches) counter.observe(batch);
  return counter.finish();
}

describe('TokenRateCounter', () => {
  it('counts in bins of an eighth of a second', () => {
    expect(rateOf([0, 124], [125, 500])).toEqual({ binMs: 125, tokens: [2, 1, 0, 0, 1] });
    expect(rateOf()).toEqual({ binMs: 125, tokens: [] });
  });

  it('doubles the width where there would be too many bins, and no sooner', () => {
    const last = MAX_RATE_BINS * 125;
    expect(rateOf([0, 130, 260, last - 1]).binMs).toBe(125);
    const { binMs, tokens } = rateOf([0, 130, 260, last - 1, last]);
    expect(binMs).toBe(250);
    expect(tokens.slice(0, 3)).toEqual([2, 1, 0]);
    expect(tokens).toHaveLength(MAX_RATE_BINS / 2 + 1);
  });

  itHolds(
    'agrees with counting all tokens at the end, and never has too many bins',
    fc.property(fc.array(fc.array(fc.oneof(fc.nat(300), fc.nat(90_000), fc.nat(1e12)))), (gaps) => {
      let now = 0;
      const batches = gaps.map((batch) => batch.map((gap) => (now += gap)));
      const { binMs, tokens } = rateOf(...batches);
      expect(tokens.length).toBeLessThanOrEqual(MAX_RATE_BINS);
      const expected: number[] = tokens.map(() => 0);
      for (const position of batches.flat()) {
        const bin = Math.floor(position / binMs);
        expected[bin] = (expected[bin] ?? 0) + 1;
      }
      expect(tokens).toEqual(expected);
      if (binMs > 125) expect(tokens.length).toBeGreaterThan(MAX_RATE_BINS / 2);
    }),
  );
});
