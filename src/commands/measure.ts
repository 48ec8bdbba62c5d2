import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { type Fault, HistpackError } from '../errors.ts';
import { openLog } from '../log/log.ts';
import {
  BROTLI_ENGINES,
  type BrotliEngineName,
  DEFAULT_COMPRESSION,
} from '../measure/compressors.ts';
import {
  FORMS,
  type Form,
  type Measurement,
  type MeasureOptions,
  measureLog,
  PROJECTIONS,
  type ProjectionName,
} from '../measure/measure.ts';
import { REPORT_FORMATS, type ReportFormat } from '../measure/render/index.ts';
import { LABELS, type Language } from '../measure/render/labels.ts';
import { makeReport } from '../measure/report.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { openInput, resolveInputs } from './input.ts';
import { openOutput } from './output.ts';
import { startProgress } from './progress.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';
import { integer, listOf } from './values.ts';

export interface MeasureFlags extends CommonFlags, SelectionFlags, ReadingFlags {
  readonly format?: ReportFormat;
  readonly lang: Language;
  readonly forms: readonly Form[];
  readonly projection: ProjectionName;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
  readonly brotliEngine: BrotliEngineName;
}

/** `histpack measure`: the note's table for logs or pages of them. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: MeasureFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const compression = {
    gzipLevel: flags.gzipLevel,
    brotliQuality: flags.brotliQuality,
    brotliEngine: flags.brotliEngine,
  };
  const options: MeasureOptions = {
    selection: selectionOf(flags),
    forms: flags.forms,
    projection: flags.projection,
    compression,
    salvage: flags.salvage === true,
    strict: flags.strict === true,
  };
  const inputs = await resolveInputs(files, context, console);
  const output = await openOutput(flags.output, context, inputs);
  try {
    const measurements: Measurement[] = [];
    const errors: Fault[] = [];
    let exitCode = 0;
    for (const input of inputs) {
      try {
        const measurement = await measureInput(input, options, flags, context);
        for (const warning of measurement.warnings) console.warn(warning);
        measurements.push(measurement);
      } catch (error) {
        // One bad log does not stop the others; alone, it is the whole result.
        if (!(error instanceof HistpackError) || inputs.length === 1) throw error;
        console.error(error.fault);
        errors.push(error.fault);
        exitCode = Math.max(exitCode, error.exitCode);
      }
    }
    const report = makeReport(
      measurements,
      { ...compression, projection: flags.projection },
      errors,
    );
    const format = flags.json === true ? 'json' : (flags.format ?? 'table');
    const wantsColor = flags.color && flags.output === undefined;
    const chalk = chalkFor(context.stdout, context, wantsColor);
    await output.write(await REPORT_FORMATS[format](report, LABELS[flags.lang], chalk));
    await output.commit();
    return exitCode;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

async function measureInput(
  input: string,
  options: MeasureOptions,
  flags: MeasureFlags,
  context: Context,
): Promise<Measurement> {
  const { source, warnings } = await openInput(input, context);
  const progress = await startProgress(source.name, context, flags);
  try {
    const log = await openLog(source, openOptionsOf(flags));
    const measurement = await measureLog(log, { ...options, onProgress: progress.update });
    return { ...measurement, warnings: [...warnings, ...measurement.warnings] };
  } finally {
    progress.stop();
    await source.close();
  }
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  const choices = (table: object): string[] => Object.keys(table);
  command
    .argument('[file...]', 'session logs, or - for stdin')
    .addOption(
      new Option('--format <name>', 'how to print it (default: table)').choices(
        choices(REPORT_FORMATS),
      ),
    )
    .addOption(
      new Option('--lang <code>', 'language of tables').choices(choices(LABELS)).default('en'),
    )
    .optionsGroup('Measurement:')
    .addOption(
      new Option('--forms <list>', `representations to measure, of ${FORMS.join(', ')}`)
        .argParser(listOf(FORMS))
        .default(FORMS, 'all'),
    )
    .addOption(
      new Option('--projection <name>', 'which completed-step projection')
        .choices(choices(PROJECTIONS))
        .default('literal'),
    )
    .addOption(
      new Option('--gzip-level <n>', '0 to 9')
        .argParser(integer('a gzip level', 0, 9))
        .default(DEFAULT_COMPRESSION.gzipLevel),
    )
    .addOption(
      new Option('--brotli-quality <n>', '0 to 11; 11 takes minutes on large logs, 5 seconds')
        .argParser(integer('a Brotli quality', 0, 11))
        .default(DEFAULT_COMPRESSION.brotliQuality),
    )
    .addOption(
      new Option('--brotli-engine <name>', 'which Brotli implementation')
        .choices(choices(BROTLI_ENGINES))
        .default(DEFAULT_COMPRESSION.brotliEngine),
    );
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack measure session.jsonl
  $ histpack measure --brotli-quality 5 --format markdown session.jsonl
  $ histpack measure --tail --max-messages 20 --json session.jsonl`,
  );
}
