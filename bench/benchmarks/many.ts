import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { largeLogLines } from '../../samples/large-log.ts';
import { writeLines } from '../../samples/write-lines.ts';
import { PROGRAM, run } from '../child.ts';
import { atMost, type Result, ratioOf, shown } from '../result.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const KB = 1_000;

/** Logs of these sizes, evenly spread; every other one is packed, and a quarter of that. */
const SMALLEST_BYTES = 20 * KB;
const LARGEST_BYTES = 400 * KB;
const PACKED_SHARE = 0.25;

interface Case {
  readonly logs: number;
  readonly quality: number;
  /** Share of the rounds: a run takes minutes at quality 11. */
  readonly roundShare: number;
}

const CASES: readonly Case[] = [
  { logs: 2_000, quality: 5, roundShare: 0.5 },
  { logs: 200, quality: 11, roundShare: 0.3 },
];
const MIN_ROUNDS = 2;

/** `measure` of many logs as a program: two workers against one. */
export const many: Benchmark = {
  summary: 'measure many logs, with two jobs against one',
  async run(context) {
    const results: Result[] = [];
    for (const each of CASES) results.push(await compare(each, context));
    return results;
  },
};

async function compare(
  { logs, quality, roundShare }: Case,
  { directory, rounds }: BenchContext,
): Promise<Result> {
  const folder = await logFolder(directory, logs);
  const times = { one: [] as number[], two: [] as number[] };
  const measure = async (jobs: number): Promise<number> => {
    const output = join(directory, `many-${jobs}.ndjson`);
    const flags = ['--no-cache', '--format', 'ndjson', '--brotli-quality', String(quality)];
    const args = ['measure', folder, ...flags, '--jobs', String(jobs), '--output', output];
    return (await run(process.execPath, [PROGRAM, ...args])).wallMs;
  };
  for (let round = 0; round < Math.max(MIN_ROUNDS, Math.round(rounds * roundShare)); round++) {
    const order = round % 2 === 0 ? ([1, 2] as const) : ([2, 1] as const);
    for (const jobs of order) times[jobs === 1 ? 'one' : 'two'].push(await measure(jobs));
  }
  const [one, two] = await Promise.all(
    [1, 2].map((jobs) => readFile(join(directory, `many-${jobs}.ndjson`))),
  );
  if (one === undefined || two?.equals(one) !== true) {
    throw new Error('two jobs gave another result than one');
  }
  return {
    what: `\`measure\` of ${logs} logs at Brotli ${quality}, time of \`--jobs 2\` over that of \`--jobs 1\``,
    unit: '×',
    goal: atMost(0.6),
    value: ratioOf(times.two, times.one),
    note: `two ${shown(times.two, 'ms')}, one ${shown(times.one, 'ms')}; best ${(Math.min(...times.two) / Math.min(...times.one)).toFixed(2)} ×`,
  };
}

/** A folder of so many logs, made when it is not there; it gets its name when it is complete. */
async function logFolder(directory: string, logs: number): Promise<string> {
  const folder = join(directory, `many-${logs}`);
  if (existsSync(folder)) return folder;
  process.stderr.write(`making ${logs} logs\n`);
  await rm(`${folder}.part`, { recursive: true, force: true });
  await mkdir(`${folder}.part`, { recursive: true });
  const step = (LARGEST_BYTES - SMALLEST_BYTES) / logs;
  for (let at = 0; at < logs; at++) {
    const packed = at % 2 === 0;
    const bytes = (SMALLEST_BYTES + at * step) * (packed ? PACKED_SHARE : 1);
    const name = `${String((at * 7_919) % logs).padStart(5, '0')}-${at}.jsonl`; // sizes in no order
    await writeLines(
      join(`${folder}.part`, name),
      largeLogLines({ bytes, packed, manyTurns: true }),
    );
  }
  await rename(`${folder}.part`, folder);
  return folder;
}
