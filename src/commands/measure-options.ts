import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { type Budget, parseMax, parseMaxRatio } from '../measure/check/budgets.ts';
import { DEFAULT_NOISE, type NoiseFloors, parseNoise } from '../measure/check/noise.ts';
import {
  BROTLI_ENGINES,
  type BrotliEngineName,
  DEFAULT_COMPRESSION,
} from '../measure/compressors.ts';
import {
  FORMS,
  type KnownForm,
  NOTE_FORMS,
  PROJECTIONS,
  type ProjectionName,
} from '../measure/forms.ts';
import { REPORT_FORMATS, type ReportFormat } from '../measure/render/index.ts';
import { LABELS, type Language } from '../measure/render/labels.ts';
import { addCommonOptions, type CommonFlags } from './common.ts';
import { addReadingOptions, addSalvageOption, type ReadingFlags } from './reading.ts';
import { addSelectionOptions, type SelectionFlags } from './selection.ts';
import { integer, listOf, percent } from './values.ts';

export interface MeasureFlags extends CommonFlags, SelectionFlags, ReadingFlags {
  readonly format?: ReportFormat;
  readonly lang: Language;
  readonly forms: readonly KnownForm[];
  readonly formModule?: readonly string[];
  readonly projection: ProjectionName;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
  readonly brotliEngine: BrotliEngineName;
  readonly allowEmpty?: boolean;
  readonly filesFrom?: string;
  readonly jobs: number;
  readonly own?: boolean;
  readonly why?: boolean;
  readonly cache: boolean;
  readonly check?: boolean;
  readonly max?: readonly Budget[];
  readonly maxRatio?: readonly Budget[];
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly maxGrowth: number;
  readonly noise: NoiseFloors;
  readonly allowDifferent?: boolean;
  readonly config?: string | false;
  readonly printConfig?: boolean;
}

/** An option that may be repeated, each time with one more value. */
const collect =
  <Value>(parse: (text: string) => Value) =>
  (text: string, previous: Value[] | undefined): Value[] => [...(previous ?? []), parse(text)];

const choices = (table: object): string[] => Object.keys(table);

/** Declares the arguments and options. */
export function configureMeasure(command: Command): void {
  command
    .argument('[file...]', 'session logs, directories or patterns, or - for stdin')
    .addOption(
      new Option('--format <name>', 'how to print it (default: table)').choices(
        choices(REPORT_FORMATS),
      ),
    )
    .addOption(
      new Option('--lang <code>', 'language of tables').choices(choices(LABELS)).default('en'),
    )
    .option('--files-from <file>', 'read names of logs, a line each, from a file or - for stdin')
    .addOption(
      new Option('--jobs <n>', 'logs measured at a time')
        .argParser(integer('a number of jobs', 1))
        .default(availableParallelism(), 'the number of cores'),
    )
    .option('--own', 'measure only what a fork does not have from its parent')
    .option('--allow-empty', 'a directory or pattern without a log is no error')
    .option('--no-cache', 'measure again what was measured before');
  addMeasurementOptions(command);
  addCheckOptions(command);
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack measure session.jsonl
  $ histpack measure --brotli-quality 5 --format markdown session.jsonl
  $ histpack measure --tail --max-messages 20 --json session.jsonl
  $ histpack measure --check --max packed.brotli=550kB --max-ratio packed.json/raw.json=10% session.jsonl
  $ histpack measure --baseline sizes.json --max-growth 1% logs/`,
  );
}

function addMeasurementOptions(command: Command): void {
  command
    .optionsGroup('Measurement:')
    .addOption(
      new Option('--forms <list>', `representations to measure, of ${FORMS.join(', ')}, or all`)
        .argParser(listOf(FORMS, 'all'))
        .default(NOTE_FORMS, NOTE_FORMS.join(',')),
    )
    .addOption(
      new Option(
        '--form-module <file>',
        'measure a representation of your own as well; repeatable',
      ).argParser(collect((path) => path)),
    )
    .option('--why', 'tell where the bytes are; takes five times as long again')
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
}

function addCheckOptions(command: Command): void {
  command
    .optionsGroup('Checks (exit status 1 where one fails):')
    .option('--check', 'insist that there is something to check')
    .addOption(
      new Option(
        '--max <metric=limit>',
        'limit a size, such as packed.brotli=550kB; repeatable',
      ).argParser(collect(parseMax)),
    )
    .addOption(
      new Option(
        '--max-ratio <metric/metric=share>',
        'limit a ratio, such as packed.json/raw.json=10%; repeatable',
      ).argParser(collect(parseMaxRatio)),
    )
    .option('--baseline <file>', 'compare with earlier sizes')
    .option(
      '--update-baseline',
      'write the sizes to the baseline (default: histpack-baseline.json)',
    )
    .addOption(
      new Option('--max-growth <share>', 'growth against the baseline that passes')
        .argParser(percent('a share'))
        .default(0, '0%'),
    )
    .addOption(
      new Option(
        '--noise <size=share,bytes>',
        'difference that is no growth, such as brotli=1.5%,128B; repeatable',
      )
        .argParser((text, previous: NoiseFloors) => parseNoise(text, previous))
        .default(DEFAULT_NOISE, 'gzip=0.25%,64B brotli=1.5%,128B'),
    )
    .option('--allow-different', 'compare although the compression engine or the options differ')
    .option('--config <file>', 'read this configuration')
    .option('--no-config', 'read no configuration')
    .option('--print-config', 'print the options in effect and where they come from');
}
