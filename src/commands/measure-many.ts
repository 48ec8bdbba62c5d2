import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import type { MeasureOptions } from '../measure/measure.ts';
import { orBad } from './bad-logs.ts';
import { inOrder } from './in-order.ts';
import type { MeasuredInput } from './measure-checks.ts';
import { measureInput } from './measure-input.ts';
import type { MeasureFlags } from './measure-options.ts';
import type { MeasureAnswer, MeasureTask, MeasureWork } from './measure-worker.ts';
import { startProgress } from './progress.ts';

/** What came of a log: one that is bad does not stop the others. */
export type MeasureResult = MeasuredInput | HistpackError;

/** Measures some inputs, and gives the results in their order. */
type Measurer = (inputs: readonly string[]) => Promise<readonly MeasureResult[]>;

/** From so many logs, or so many bytes, on worker threads are worth the tenth of a second they take to start. */
const MANY_LOGS = 16;
const MANY_BYTES = 1024 * 1024;

/** Small logs go to a worker together, so that it neither waits for the next nor talks much. */
const BATCH_BYTES = 256 * 1024;
const BATCH_LOGS = 16;
/** Batches that each worker gets at least, where there are enough logs: so all end at about the same time. */
const BATCHES_A_WORKER = 8;

/** Whether a worker can be started: not where tests run the TypeScript sources themselves. */
const canUseWorkers = import.meta.url.endsWith('.js');

/**
 * Measures logs, `--jobs` at a time, and hands the results on in the order of the inputs. One log has
 * the whole machine: its compressors run beside each other. Of many, each has a thread for itself, in
 * which small pages are compressed at once. Memory: that of `jobs` logs.
 * @throws {HistpackError} of a log that is alone: then it is the whole result.
 */
export async function measureAll(
  inputs: readonly string[],
  options: MeasureOptions,
  flags: MeasureFlags,
  context: Context,
  take: (result: MeasureResult) => void,
): Promise<void> {
  const [first = ''] = inputs;
  if (inputs.length === 1) {
    take(await measureInput(first, options, flags, context));
    return;
  }
  const progress = await startProgress(`${inputs.length} logs`, context, flags);
  let done = 0;
  try {
    await measureSeveral(inputs, options, { ...flags, progress: false }, context, (result) => {
      take(result);
      done += 1;
      progress.update(done / inputs.length);
    });
  } finally {
    progress.stop();
  }
}

async function measureSeveral(
  inputs: readonly string[],
  options: MeasureOptions,
  flags: MeasureFlags,
  context: Context,
  take: (result: MeasureResult) => void,
): Promise<void> {
  const threads = canUseWorkers ? Math.min(flags.jobs, inputs.length) : 1;
  const start = () => startWorkers(threads, options, flags, context);
  const early = threads > 1 && inputs.length >= MANY_LOGS ? start() : undefined; // while we look
  const files = await Promise.all(inputs.map((input) => lookAt(input, context)));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isMany = inputs.length >= MANY_LOGS || bytes >= MANY_BYTES;
  const oneShot = isMany && flags.jobs === 1;
  const here = measurerHere({ ...options, oneShot }, flags, context);
  if (!isMany || threads === 1) {
    const one = (input: string) => here([input]);
    await inOrder(inputs, flags.jobs, one, (results) => results.forEach(take));
    return;
  }
  const workers = await (early ?? start());
  try {
    await inOrder(
      batchesOf(files, Math.ceil(inputs.length / (threads * BATCHES_A_WORKER))),
      threads,
      ({ names, isPipe }) => (isPipe ? here(names) : workers.measure(names)),
      (results) => results.forEach(take),
    );
  } finally {
    await workers.end();
  }
}

const measurerHere =
  (options: MeasureOptions, flags: MeasureFlags, context: Context): Measurer =>
  (inputs) =>
    Promise.all(inputs.map((input) => orBad(measureInput(input, options, flags, context))));

async function startWorkers(
  threads: number,
  options: MeasureOptions,
  flags: MeasureFlags,
  { cwd, env, home }: Context,
): Promise<{ measure: Measurer; end: () => Promise<void> }> {
  const { default: Tinypool } = await import('tinypool');
  const pool = new Tinypool({
    filename: new URL('./measure-worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  const { ownForms: _, ...plain } = options; // functions: each thread loads their modules itself
  const { DSH_HOME, XDG_CACHE_HOME } = env; // what opening a log and its cache look at
  const work: MeasureWork = {
    options: { ...plain, oneShot: true },
    flags,
    place: { cwd, home, env: { DSH_HOME, XDG_CACHE_HOME } },
  };
  return {
    async measure(inputs) {
      const task: MeasureTask = { inputs, ...work };
      const answers: readonly MeasureAnswer[] = await pool.run(task, { name: 'measureTask' });
      return answers.map(({ measured, fault }) => measured ?? new HistpackError(fault));
    },
    end: () => pool.destroy(),
  };
}

interface LogFile {
  readonly name: string;
  readonly bytes: number;
  /** Can be read only once, by the thread that has the temporary files in its care. */
  readonly isPipe: boolean;
}

async function lookAt(name: string, { cwd }: Context): Promise<LogFile> {
  if (name === '-') return { name, bytes: 0, isPipe: true };
  const found = await stat(resolve(cwd, name)).catch(() => undefined); // opening it says why
  return { name, bytes: found?.size ?? 0, isPipe: found?.isFIFO() === true };
}

interface Batch {
  readonly names: string[];
  readonly isPipe: boolean;
  bytes: number;
}

/** Neighbouring small logs together; a large one, and a pipe, alone. */
function batchesOf(files: readonly LogFile[], maxLogs: number): Batch[] {
  const batches: Batch[] = [];
  for (const { name, bytes, isPipe } of files) {
    const last = batches.at(-1);
    const hasRoom =
      last !== undefined &&
      last.names.length < Math.min(maxLogs, BATCH_LOGS) &&
      last.bytes + bytes <= BATCH_BYTES;
    if (!hasRoom || isPipe || last.isPipe) {
      batches.push({ names: [name], bytes, isPipe });
      continue;
    }
    last.names.push(name);
    last.bytes += bytes;
  }
  return batches;
}
