import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { sortedJson } from '../measure/check/baseline.ts';
import type { Measurement } from '../measure/measure.ts';
import { REPORT_FORMATS, type ReportFormat } from '../measure/render/index.ts';
import { LABELS, type Language } from '../measure/render/labels.ts';
import { makeReport, REPORT_SCHEMA_VERSION, type Report } from '../measure/report.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags } from './common.ts';
import { openOutput, writeWhole } from './output.ts';
import { readTextInput } from './text-input.ts';

export interface MergeFlags extends CommonFlags {
  readonly format?: ReportFormat;
  readonly lang: Language;
}

/** A line of `measure --format ndjson`. */
interface MergeLine extends Measurement {
  readonly schemaVersion: number;
  readonly options: Report['options'];
}

const STDIN = '-';

/** `histpack merge`: results of many runs as one report. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: MergeFlags,
  context: Context,
): Promise<number> {
  const lines: MergeLine[] = [];
  for (const file of files.length > 0 ? files : [STDIN]) {
    lines.push(...parseLines(await readTextInput(file, context), file));
  }
  const [first] = lines;
  if (first === undefined) {
    throw new HistpackError({ code: 'E_USAGE', message: 'there is nothing to merge' });
  }
  // Machines finish in any order; the report does not depend on it.
  const measurements = lines
    .map(({ schemaVersion: _, options: __, ...measurement }) => measurement)
    .sort((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
  refuseMixed(lines, first);
  const output = await openOutput(flags.output, context, files);
  await writeWhole(output, async () => {
    const format = flags.json === true ? 'json' : (flags.format ?? 'table');
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const report = makeReport(measurements, first.options);
    await output.write(await REPORT_FORMATS[format](report, LABELS[flags.lang], chalk));
  });
  return 0;
}

function parseLines(text: string, file: string): MergeLine[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = parseLine(line);
    if (parsed !== undefined) return [parsed];
    throw new HistpackError({
      code: 'E_JSON',
      message: 'the line is no result of measure --format ndjson',
      file,
      line: index + 1,
      hint: 'merge takes what histpack measure --format ndjson printed',
    });
  });
}

function parseLine(line: string): MergeLine | undefined {
  try {
    const value = JSON.parse(line);
    const isResult =
      value?.schemaVersion === REPORT_SCHEMA_VERSION &&
      typeof value.file === 'string' &&
      typeof value.weights === 'object' &&
      typeof value.options === 'object' &&
      typeof value.events === 'number';
    return isResult ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Sizes of different options do not add up to anything. */
function refuseMixed(lines: readonly MergeLine[], first: MergeLine): void {
  const other = lines.find(({ options }) => sortedJson(options) !== sortedJson(first.options));
  if (other === undefined) return;
  throw new HistpackError({
    code: 'E_USAGE',
    message: `${first.file} and ${other.file} were measured with different options`,
    hint: 'measure all logs with the same compression and projection',
    detail: { options: [first.options, other.options] },
  });
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file...]', 'files of results, or - for stdin')
    .addOption(
      new Option('--format <name>', 'how to print it (default: table)').choices(
        Object.keys(REPORT_FORMATS),
      ),
    )
    .addOption(
      new Option('--lang <code>', 'language of tables').choices(Object.keys(LABELS)).default('en'),
    );
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack measure --format ndjson logs/a | ssh host cat >> sizes.ndjson
  $ histpack merge sizes.ndjson
  $ find ~/.dsh/sessions -name '*.jsonl*' | parallel -X histpack measure --jobs 1 --format ndjson {} | histpack merge`,
  );
}
