import { describe, expect, it } from 'vitest';
import { BlockBudgetError, createBlockBudget } from '../../../src/log/zstd/block-budget.ts';

/** Burns CPU time, which on a busy machine takes longer than it says. */
function burn(cpuMs: number) {
  const start = process.cpuUsage();
  const spentMs = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  while (spentMs() < cpuMs);
}

describe('createBlockBudget', () => {
  it('stops what burns CPU time for too long', () => {
    const budget = createBlockBudget(50);
    budget.start();
    burn(200);
    expect(() => budget.check()).toThrow(BlockBudgetError);
  });

  it('lets pass what only took long', async () => {
    const budget = createBlockBudget(200);
    budget.start();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(() => budget.check()).not.toThrow();
  });

  it('measures each block anew', () => {
    const budget = createBlockBudget(400);
    budget.start();
    for (let i = 0; i < 5; i++) {
      burn(100);
      budget.check();
    }
  });
});
