import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from '../../src/sample/random.ts';
import { Choice, Shares } from '../../src/sample/shares.ts';

it('deals out exactly the amount, in shares of 0 or more', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.nat(5_000),
      fc.integer({ min: 1, max: 60 }),
      (seed, amount, count) => {
        const shares = new Shares(new Random(seed), amount, count);
        const dealt = Array.from({ length: count }, () => shares.next());
        expect(dealt.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
        expect(dealt.reduce((sum, share) => sum + share, 0)).toBe(amount);
      },
    ),
  );
});

it('keeps shares near their mean', () => {
  const shares = new Shares(new Random(1), 100_000, 1_000);
  const dealt = Array.from({ length: 1_000 }, () => shares.next());
  expect(Math.min(...dealt)).toBeGreaterThan(25);
  expect(Math.max(...dealt)).toBeLessThan(400);
  expect(new Set(dealt).size).toBeGreaterThan(20);
});

it('chooses exactly as many places as asked', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(40), fc.nat(40), (seed, chosen, others) => {
      const choice = new Choice(new Random(seed), chosen, chosen + others);
      const taken = Array.from({ length: chosen + others }, () => choice.next());
      expect(taken.filter(Boolean)).toHaveLength(chosen);
    }),
  );
});
