import type { Benchmark } from './benchmark.ts';
import { codec } from './codec.ts';
import { columnar } from './columnar.ts';
import { many } from './many.ts';
import { measure } from './measure.ts';
import { memory } from './memory.ts';
import { paging } from './paging.ts';
import { startUp } from './start-up.ts';

/** All benchmarks by the name that `--only` takes; a new one is a file and an entry here. */
export const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  codec,
  columnar,
  many,
  measure,
  memory,
  paging,
  'start-up': startUp,
};
