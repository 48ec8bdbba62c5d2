import { describe, expect, it } from 'vitest';
import {
  BlockBudgetError,
  CpuSampler,
  createBlockBudget,
} from '../../../src/log/zstd/block-budget.ts';

/** A budget on clocks that move when they are told to. */
function budgetOf(budgetMs: number) {
  const now = { wallMs: 1e6, cpuMs: 500 };
  const sampler = new CpuSampler({ wallMs: () => now.wallMs, cpuMs: () => now.cpuMs });
  const pass = (wallMs: number, cpuMs = wallMs): void => {
    now.wallMs += wallMs;
    now.cpuMs += cpuMs;
  };
  const budget = createBlockBudget(budgetMs, sampler);
  budget.start();
  return { budget, pass };
}

describe('createBlockBudget', () => {
  it('stops what burns CPU time for too long', () => {
    const { budget, pass } = budgetOf(5000);
    pass(5001);
    expect(() => budget.check()).toThrow(BlockBudgetError);
  });

  it('lets pass what only took long', () => {
    const { budget, pass } = budgetOf(5000);
    pass(60_000, 4000);
    expect(() => budget.check()).not.toThrow();
  });

  it('measures each block anew', () => {
    const { budget, pass } = budgetOf(5000);
    for (let block = 0; block < 50; block++) {
      pass(4000);
      budget.check();
    }
  });

  it('looks at CPU time no more often than it must, and errs by less than a tenth of a second', () => {
    const { budget, pass } = budgetOf(5000);
    for (let block = 0; block < 50; block++) {
      pass(10);
      budget.check();
    }
    pass(5000, 4899);
    expect(() => budget.check()).not.toThrow();
  });

  it('knows the clocks of the process', () => {
    const budget = createBlockBudget();
    budget.start();
    expect(() => budget.check()).not.toThrow();
  });
});
