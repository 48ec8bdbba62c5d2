import { type Command, Option } from 'commander';
import { REPRESENTATIONS, type Representation } from '../codec/representations.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { ENCODERS, type EncoderName } from '../export/encoders.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../export/formats.ts';
import { type Log, openLog } from '../log/log.ts';
import { readInterval, type Survey, survey } from '../log/survey.ts';
import { PROJECTIONS, type ProjectionName } from '../measure/forms.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { openInput, resolveInputs } from './input.ts';
import { type Output, openOutput } from './output.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';

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
}

/** `histpack export`: a selection of a log to a file, in another form. */
export async function run(
  [file]: readonly [string | undefined],
  flags: ExportFlags,
  context: Context,
): Promise<number> {
  checkFlags(flags, context);
  const console = consoleFor(context, flags);
  const selection = selectionOf(flags);
  const inputs = await resolveInputs(file === undefined ? [] : [file], context, console);
  const [input = ''] = inputs; // there is always one
  const { source, warnings } = await openInput(input, context);
  try {
    const log = await openLog(source, openOptionsOf({ ...flags, encoding: flags.inputEncoding }));
    const page = await survey(log, selection, {
      salvage: flags.salvage === true,
      strict: flags.strict === true,
      steps: representationOf(flags).needsSteps,
    });
    for (const warning of [...warnings, ...page.warnings]) console.warn(warning);
    if (flags.layout === 'log' && page.interval.fromSeq > 0) {
      throw usage(`a log begins at seq 0, and the selection at ${page.interval.fromSeq}`);
    }
    const options = { overwrite: flags.force === true };
    const output = await openOutput(flags.output, context, inputs, options);
    try {
      await exportPage(log, page, flags, output);
      await output.commit();
    } catch (error) {
      await output.discard();
      throw error;
    }
  } finally {
    await source.close();
  }
  return 0;
}

async function exportPage(
  log: Log,
  page: Survey,
  flags: ExportFlags,
  output: Output,
): Promise<void> {
  const { interval, completedSteps } = page;
  const sink = ENCODERS[flags.encoding]((bytes) => output.write(bytes));
  const target = {
    ...interval,
    completedSteps,
    representation: representationOf(flags),
    headerText: log.headerText,
  };
  const format = flags.layout === 'log' ? 'log' : (flags.format ?? 'json');
  const exporter = await EXPORT_FORMATS[format](target, sink);
  await readInterval(log, page, (spans) => exporter.write(spans));
  await exporter.finish();
}

const representationOf = ({ as, projection }: ExportFlags): Representation =>
  REPRESENTATIONS[as === 'projection' ? PROJECTIONS[projection] : as];

/** @throws {HistpackError} `E_USAGE` for flags that contradict each other */
function checkFlags(flags: ExportFlags, { stdout }: Context): void {
  const { layout, format, as, encoding, output } = flags;
  if (layout === 'log' && format !== undefined) {
    throw usage('--layout log has its own format, so --format contradicts it');
  }
  if (layout === 'log' && as !== 'raw' && as !== 'packed') {
    throw usage(`a log holds events and chunk rows, so --as ${as} makes none; use raw or packed`);
  }
  if ((format === 'csv' || format === 'parquet') && as !== 'raw') {
    throw usage(`--format ${format} has a row an event; it goes with --as raw`);
  }
  const isBinary = format === 'parquet' || encoding !== 'none';
  if (output === undefined && isBinary && stdout.isTTY === true) {
    throw usage('binary data is not for a terminal; name a file with --output');
  }
}

const usage = (message: string): HistpackError => new HistpackError({ code: 'E_USAGE', message });

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file]', 'a session log, or - for stdin')
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
    .option('--force', 'replace --output where it exists');
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command, '--input-encoding'));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack export --layout log --as packed --output packed.jsonl session.jsonl
  $ histpack export --as raw --format parquet --output events.parquet session.jsonl.zstd
  $ histpack export --tail --encoding gzip --output page.json.gz session.jsonl`,
  );
}
