import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BenchContext } from './benchmarks/benchmark.ts';
import { BENCHMARKS } from './benchmarks/index.ts';
import { isClose, isMet, type Result } from './result.ts';
import { renderTable } from './table.ts';

const DEFAULT_ROUNDS = 7;
const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

const USAGE = `usage: npm run bench -- [--long] [--only NAME]… [--rounds N] [--json FILE]

  --long        also logs of 1 GB (or HISTPACK_BENCH_LONG=1); takes half an hour
  --only NAME   one benchmark: ${Object.keys(BENCHMARKS).join(', ')}; may be repeated
  --rounds N    rounds that count (default ${DEFAULT_ROUNDS})
  --json FILE   also write the results as JSON

Generated logs are kept in HISTPACK_BENCH_DIR, by default a folder of the temporary directory.`;

/** Runs a benchmark in its own process. */
async function runBenchmark(name: string, context: BenchContext): Promise<Result[]> {
  const worker = fork(WORKER, [name, JSON.stringify(context)], { execArgv: ['--expose-gc'] });
  let results: Result[] = [];
  worker.once('message', (message) => {
    results = message as Result[]; // sent by worker.ts
  });
  const [status] = await once(worker, 'close');
  if (status !== 0) throw new Error(`the benchmark ${name} failed`);
  return results;
}

const { values } = parseArgs({
  options: {
    long: { type: 'boolean', default: process.env.HISTPACK_BENCH_LONG === '1' },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: String(DEFAULT_ROUNDS) },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const names = values.only ?? Object.keys(BENCHMARKS);
  const rounds = Number(values.rounds);
  const isKnown = names.every((name) => Object.hasOwn(BENCHMARKS, name));
  if (values.help || !isKnown || !Number.isSafeInteger(rounds) || rounds < 1) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const directory = process.env.HISTPACK_BENCH_DIR ?? join(tmpdir(), 'histpack-bench');
  const context: BenchContext = { directory, rounds, long: values.long };
  const loadBefore = loadavg();
  const results: Result[] = [];
  for (const name of names) {
    process.stderr.write(`${name}: ${BENCHMARKS[name]?.summary}\n`);
    results.push(...(await runBenchmark(name, context)));
  }
  process.stdout.write(renderTable(results));
  if (values.json !== undefined) {
    const document = {
      date: new Date().toISOString(),
      node: process.version,
      cores: availableParallelism(),
      load: { before: loadBefore, after: loadavg() },
      rounds,
      long: values.long,
      results: results.map((each) =>
        'skipped' in each ? each : { ...each, met: isMet(each), close: isClose(each) },
      ),
    };
    await writeFile(values.json, `${JSON.stringify(document, undefined, 2)}\n`);
  }
  return 0;
}

process.exitCode = await main();
