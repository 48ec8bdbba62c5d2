import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { type BenchInput, benchLog } from '../bench/bench.ts';
import { BENCH_FORM_NAMES, type BenchFormName } from '../bench/forms.ts';
import { BENCH_FORMATS, type BenchFormat } from '../bench/render/index.ts';
import type { BenchReport } from '../bench/report.ts';
import type { Context } from '../context.ts';
import { EXIT } from '../errors.ts';
import { openLog } from '../log/log.ts';
import { memorySource } from '../log/source.ts';
import { DEFAULT_GZIP_LEVEL } from '../measure/gzip.ts';
import { lineBatches } from '../sample/line-batches.ts';
import { syntheticLines } from '../sample/note-log.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { type Input, openInput } from './input.ts';
import { openOutput, writeWhole } from './output.ts';
import { startProgress } from './progress.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';
import { integer, listOf } from './values.ts';

export interface BenchFlags extends CommonFlags, SelectionFlags, ReadingFlags {
  readonly runs: number;
  readonly brotliQuality: number;
  readonly forms: readonly BenchFormName[];
  readonly format?: BenchFormat;
}

const DEFAULT_RUNS = 3;
/** The note's 11 takes minutes on its own sample, for each run. */
const BENCH_BROTLI_QUALITY = 5;

/** `histpack bench`: what a host and a client pay for a page in each form. */
export async function run(
  [file]: readonly [string | undefined],
  flags: BenchFlags,
  context: Context,
): Promise<number> {
  const selection = selectionOf(flags);
  const console = consoleFor(context, flags);
  const output = await openOutput(flags.output, context, file === undefined ? [] : [file]);
  return writeWhole(output, async () => {
    const { source, warnings } = file === undefined ? noteSample() : await openInput(file, context);
    const progress = await startProgress(source.name, context, flags);
    let report: BenchReport;
    try {
      const log = await openLog(source, openOptionsOf(flags));
      report = await inTemporaryDirectory(context, (directory) =>
        benchLog(log, {
          ...inputOf(flags),
          selection,
          isSynthetic: file === undefined,
          directory,
          cleanups: context.cleanups,
          onProgress: progress.update,
        }),
      );
    } finally {
      progress.stop();
      await source.close();
    }
    report = { ...report, warnings: [...warnings, ...report.warnings] };
    for (const warning of report.warnings) console.warn(warning);
    const format = flags.json === true ? 'json' : (flags.format ?? 'table');
    await output.write(BENCH_FORMATS[format](report));
    return exitStatusOf(report);
  });
}

/** A form that settles to another view than the raw events has lost something. */
export const exitStatusOf = ({ settled }: Pick<BenchReport, 'settled'>): number =>
  settled.isEqual ? EXIT.done : EXIT.notLossless;

const inputOf = (
  flags: BenchFlags,
): Pick<BenchInput, 'forms' | 'runs' | 'gzipLevel' | 'brotliQuality' | 'salvage' | 'strict'> => ({
  forms: flags.forms,
  runs: flags.runs,
  gzipLevel: DEFAULT_GZIP_LEVEL,
  brotliQuality: flags.brotliQuality,
  salvage: flags.salvage === true,
  strict: flags.strict === true,
});

/** The log of the note's benchmark, packed: 6 MB. */
function noteSample(): Input {
  const text = [...lineBatches(syntheticLines({ packed: true }))].join('');
  return { source: memorySource(Buffer.from(text), "the note's synthetic sample"), warnings: [] };
}

/** Runs with a directory of its own that goes away in any case. */
async function inTemporaryDirectory<Result>(
  { cleanups }: Context,
  run: (directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'histpack-bench-'));
  const removeNow = (): void => rmSync(directory, { recursive: true, force: true });
  cleanups.add(removeNow);
  try {
    return await run(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
    cleanups.delete(removeNow);
  }
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file]', "a session log, or - for stdin (default: the note's synthetic sample)")
    .addOption(
      new Option('--format <name>', 'how to print it (default: table)').choices(
        Object.keys(BENCH_FORMATS),
      ),
    )
    .addOption(
      new Option('--runs <n>', 'times that each phase runs')
        .argParser(integer('a number of runs', 1))
        .default(DEFAULT_RUNS),
    )
    .addOption(
      new Option('--brotli-quality <n>', '0 to 11; the note has 11, which takes minutes a run')
        .argParser(integer('a Brotli quality', 0, 11))
        .default(BENCH_BROTLI_QUALITY),
    )
    .addOption(
      new Option('--forms <list>', `forms to compare, of ${BENCH_FORM_NAMES.join(', ')}`)
        .argParser(listOf(BENCH_FORM_NAMES, 'all'))
        .default(BENCH_FORM_NAMES, 'all'),
    );
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack bench
  $ histpack bench --runs 5 session.jsonl
  $ histpack bench --tail --max-messages 20 --json session.jsonl`,
  );
}
