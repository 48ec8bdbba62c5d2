import { cpuUsage } from 'node:process';

/**
 * A valid block takes less than 0.1 s even with the largest window. A hostile one of 20 bytes can
 * keep fzstd writing beyond its buffer for 20 s: stop after the first.
 */
const BLOCK_BUDGET_MS = 5000;

/** Thrown when a block took more time than any valid one can. */
export class BlockBudgetError extends Error {
  override readonly name = 'BlockBudgetError';
}

/** Measures single blocks; `check` throws `BlockBudgetError`. */
export interface BlockBudget {
  start(): void;
  /** Ends a block and starts the next. */
  check(): void;
}

/** Reading CPU time is a system call (10 us in a sandbox), too dear for every tiny frame. */
const SAMPLE_INTERVAL_MS = 100;
let sampledAtMs = Number.NEGATIVE_INFINITY;
let sample = cpuUsage();

/** Counts CPU time, not only time: the process may have been stopped, or have had to wait. */
export function createBlockBudget(budgetMs: number = BLOCK_BUDGET_MS): BlockBudget {
  let startMs = 0;
  const start = () => {
    startMs = performance.now();
    if (startMs - sampledAtMs < SAMPLE_INTERVAL_MS) return;
    sampledAtMs = startMs;
    sample = cpuUsage();
  };
  return {
    start,
    check: () => {
      const isLong = performance.now() - startMs >= budgetMs;
      if (isLong && cpuUsage(sample).user / 1000 >= budgetMs) {
        throw new BlockBudgetError(`no valid block takes ${budgetMs} ms`);
      }
      start();
    },
  };
}
