import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { ENCODERS, type EncoderName } from '../export/encoders.ts';
import type { ExportOptions } from '../export/export-page.ts';
import type { ExportFormat } from '../export/formats.ts';
import type { Redactor } from '../export/redact/redactor.ts';
import { PROJECTIONS, type ProjectionName, representationName } from '../measure/forms.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { exportLogs } from './export-directory.ts';
import { exportLog } from './export-log.ts';
import { resolveInputs } from './input.ts';
import { openOutput } from './output.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';
import { integer } from './values.ts';

const LAYOUTS = ['response', 'log'] as const;
const FORMATS = ['json', 'ndjson', 'csv', 'parquet'] as const satisfies readonly ExportFormat[];
const FORMS = ['raw', 'projection', 'packed', 'fold', 'columnar', 'messages'] as const;

export interface ExportFlags extends CommonFlags, SelectionFlags, Omit<ReadingFlags, 'encoding'> {
  readonly as: (typeof FORMS)[number];
  readonly layout: (typeof LAYOUTS)[number];
  readonly format?: (typeof FORMATS)[number];
  readonly encoding: EncoderName;
  readonly inputEncoding?: string;
  readonly projection: ProjectionName;
  readonly force?: boolean;
  readonly redact?: boolean;
  readonly redactSeed?: string;
  readonly outputDir?: string;
  readonly filesFrom?: string;
  readonly jobs: number;
}

/** `histpack export`: a selection of a log to a file, in another form; or of many, a file each. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: ExportFlags,
  context: Context,
): Promise<number> {
  checkFlags(files, flags, context);
  const console = consoleFor(context, flags);
  const job = {
    selection: selectionOf(flags),
    open: openOptionsOf({ ...flags, encoding: flags.inputEncoding }),
    salvage: flags.salvage === true,
    strict: flags.strict === true,
    options: { ...exportOptionsOf(flags), redactor: await redactorOf(flags) },
  };
  if (flags.outputDir !== undefined) {
    return exportLogs(files, { ...flags, outputDir: flags.outputDir }, job, context, console);
  }
  const inputs = await resolveInputs(files, context, console);
  const [input = ''] = inputs; // there is always one
  await exportLog(input, job, context, console, () =>
    openOutput(flags.output, context, inputs, { overwrite: flags.force === true }),
  );
  return 0;
}

function exportOptionsOf({ as, projection, layout, format, encoding }: ExportFlags): ExportOptions {
  return {
    representation: representationName(as, projection),
    format: layout === 'log' ? 'log' : (format ?? 'json'),
    encoding,
  };
}

async function redactorOf({ redact, redactSeed }: ExportFlags): Promise<Redactor | undefined> {
  if (redact !== true) return undefined;
  const { Redactor } = await import('../export/redact/redactor.ts');
  return new Redactor(redactSeed);
}

/** @throws {HistpackError} `E_USAGE` for flags that contradict each other */
function checkFlags(files: readonly string[], flags: ExportFlags, { stdout }: Context): void {
  const { layout, format, as, encoding, output, outputDir } = flags;
  if (layout === 'log' && format !== undefined) {
    throw usage('--layout log has its own format, so --format contradicts it');
  }
  if (layout === 'log' && as !== 'raw' && as !== 'packed') {
    throw usage(`a log holds events and chunk rows, so --as ${as} makes none; use raw or packed`);
  }
  if ((format === 'csv' || format === 'parquet') && as !== 'raw') {
    throw usage(`--format ${format} has a row an event; it goes with --as raw`);
  }
  if (output !== undefined && outputDir !== undefined) {
    throw usage('--output and --output-dir contradict each other: one file, or a file a session');
  }
  if (outputDir === undefined && (files.length > 1 || flags.filesFrom !== undefined)) {
    throw usage('several logs need --output-dir, which gets a file for each');
  }
  if (flags.redactSeed !== undefined && flags.redact !== true) {
    throw usage('--redact-seed goes with --redact');
  }
  const isBinary = format === 'parquet' || encoding !== 'none';
  const isToTerminal = output === undefined && outputDir === undefined && stdout.isTTY === true;
  if (isToTerminal && isBinary) {
    throw usage('binary data is not for a terminal; name a file with --output');
  }
}

const usage = (message: string): HistpackError => new HistpackError({ code: 'E_USAGE', message });

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file...]', 'a session log, or - for stdin; with --output-dir also directories')
    .addOption(new Option('--as <form>', 'representation').choices(FORMS).default('packed'))
    .addOption(
      new Option('--layout <name>', 'response: a history page; log: a session log again')
        .choices(LAYOUTS)
        .default('response'),
    )
    .addOption(
      new Option(
        '--format <name>',
        'of a response (default: json); csv and parquet have a row an event',
      ).choices(FORMATS),
    )
    .addOption(
      new Option('--encoding <name>', 'compress the result')
        .choices(Object.keys(ENCODERS))
        .default('none'),
    )
    .addOption(
      new Option('--projection <name>', 'which completed-step projection')
        .choices(Object.keys(PROJECTIONS))
        .default('literal'),
    )
    .option('--redact', 'replace all content by filler of the same length')
    .option('--redact-seed <text>', 'with --redact: the same pseudonyms for ids on every run')
    .option('--force', 'replace a result that exists')
    .option('--output-dir <dir>', 'write a file for each of many logs, named by its session id')
    .option('--files-from <file>', 'read names of logs, a line each, from a file or - for stdin')
    .addOption(
      new Option('--jobs <n>', 'logs exported at a time, with --output-dir')
        .argParser(integer('a number of jobs', 1))
        .default(availableParallelism(), 'the number of cores'),
    );
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command, '--input-encoding'));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack export --layout log --as packed --output packed.jsonl session.jsonl
  $ histpack export --as raw --format parquet --output events.parquet session.jsonl.zstd
  $ histpack export --as raw --format parquet --output-dir events ~/.dsh
  $ histpack export --layout log --redact --output fault.jsonl session.jsonl
  $ histpack export --tail --encoding gzip --output page.json.gz session.jsonl`,
  );
}
