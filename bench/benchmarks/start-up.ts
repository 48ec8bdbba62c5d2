import { PROGRAM, run } from '../child.ts';
import { atMost, type Result, shown } from '../result.ts';
import { summarize } from '../stats.ts';
import type { Benchmark } from './benchmark.ts';

/** Processes are quick and noisy, so many. */
const ROUNDS = 20;

/** What loading the program adds to the start of Node. */
export const startUp: Benchmark = {
  summary: 'histpack --version, against bare node',
  async run() {
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = -2; round < ROUNDS; round++) {
      const version = await run(process.execPath, [PROGRAM, '--version']);
      const nothing = await run(process.execPath, ['-e', '0']);
      if (round < 0) continue; // the page cache fills
      ours.push(version.wallMs);
      bare.push(nothing.wallMs);
    }
    const result: Result = {
      what: '`histpack --version`, more than bare `node -e 0`',
      unit: 'ms',
      goal: atMost(30),
      value: summarize(ours.map((wallMs, round) => wallMs - (bare[round] as number))), // one a round
      note: `ours ${shown(ours, 'ms')}, bare ${shown(bare, 'ms')}`,
    };
    return [result];
  },
};
