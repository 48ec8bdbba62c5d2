import { cpuUsage } from 'node:process';

/**
 * A valid block takes less than 0.1 s even with the largest window. A hostile one of 20 bytes can
 * keep fzstd writing beyond its buffer for 20 s: stop after the first.
 */
const BLOCK_BUDGET_MS = 5000;

const MICROSECONDS_PER_MS = 1000;

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

/** What a budget looks at; tests have their own. */
export interface Clocks {
  readonly wallMs: () => number;
  /** User time of the process. */
  readonly cpuMs: () => number;
}

/** Reading CPU time is a system call (10 us in a sandbox), too dear for every tiny frame. */
const SAMPLE_INTERVAL_MS = 100;

/** CPU time as it was a moment ago, shared by the budgets of all frames. */
export class CpuSampler {
  readonly clocks: Clocks;
  #sampledAtMs = Number.NEGATIVE_INFINITY;
  #cpuMs = 0;

  constructor(clocks: Clocks) {
    this.clocks = clocks;
  }

  /** Looks again where the last look is too old. */
  look(nowMs: number): void {
    if (nowMs - this.#sampledAtMs < SAMPLE_INTERVAL_MS) return;
    this.#sampledAtMs = nowMs;
    this.#cpuMs = this.clocks.cpuMs();
  }

  /** CPU time since the last look. */
  spentMs(): number {
    return this.clocks.cpuMs() - this.#cpuMs;
  }
}

const PROCESS = new CpuSampler({
  wallMs: () => performance.now(),
  cpuMs: () => cpuUsage().user / MICROSECONDS_PER_MS,
});

/** Counts CPU time, not only time: the process may have been stopped, or have had to wait. */
export function createBlockBudget(
  budgetMs: number = BLOCK_BUDGET_MS,
  sampler: CpuSampler = PROCESS,
): BlockBudget {
  const { wallMs } = sampler.clocks;
  let startMs = 0;
  const start = () => {
    startMs = wallMs();
    sampler.look(startMs);
  };
  return {
    start,
    check: () => {
      if (wallMs() - startMs >= budgetMs && sampler.spentMs() >= budgetMs) {
        throw new BlockBudgetError(`no valid block takes ${budgetMs} ms`);
      }
      start();
    },
  };
}
