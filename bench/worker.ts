import type { BenchContext } from './benchmarks/benchmark.ts';
import { BENCHMARKS } from './benchmarks/index.ts';

/**
 * Runs one benchmark in a process of its own, so that none meets the heap or the type feedback that
 * another left behind. Arguments: its name, its context as JSON. The results go to the parent.
 */
const [name = '', context = ''] = process.argv.slice(2);
const benchmark = BENCHMARKS[name];
if (benchmark === undefined) throw new Error(`there is no benchmark ${name}`);
const results = await benchmark.run(JSON.parse(context) as BenchContext); // run.ts wrote it
process.send?.(results);
