import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { openLog } from '../log/log.ts';
import { type CompressionOptions, DEFAULT_COMPRESSION } from '../measure/compressors.ts';
import type { InspectedLog } from '../measure/inspect/html/page.ts';
import { inspectLog } from '../measure/inspect/inspect.ts';
import { SIZES, type SizesWanted, sizesOf, weighLog } from '../measure/inspect/sizes.ts';
import { countAll } from '../measure/inspect/states.ts';
import { DEFAULT_COLUMNS } from '../measure/inspect/text.ts';
import { BadLogs, orBad } from './bad-logs.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { inputsOf } from './expand.ts';
import { openInput } from './input.ts';
import { INSPECT_FORMATS, type InspectFormat } from './inspect-formats.ts';
import { openOutput, writeWhole } from './output.ts';
import { startProgress } from './progress.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { integer } from './values.ts';

export interface InspectFlags extends CommonFlags, ReadingFlags {
  readonly format?: InspectFormat;
  readonly sizes?: SizesWanted;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
}

/** Quality 11, the note's, takes minutes on large logs. */
const DEFAULT_INSPECT_QUALITY = 5;
/** Share of the progress that looking through takes, where measuring follows. */
const INSPECT_SHARE = 0.25;

/** `histpack inspect`: what is in logs. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: InspectFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const inputs = await inputsOf(files, context, console);
  const output = await openOutput(flags.output, context, inputs);
  return writeWhole(output, async () => {
    const format = INSPECT_FORMATS[flags.json === true ? 'json' : (flags.format ?? 'text')];
    const { gzipLevel, brotliQuality } = flags;
    const compression = { ...DEFAULT_COMPRESSION, gzipLevel, brotliQuality };
    const asked: Asked = {
      compression,
      sizes: flags.sizes ?? format.sizes,
      why: format === INSPECT_FORMATS.html,
      maxCadence: format.maxCadence,
    };
    const all: InspectedLog[] = [];
    const bad = new BadLogs(console);
    for (const input of inputs) {
      const work = inspectInput(input, asked, flags, context);
      const inspected = await (inputs.length > 1 ? orBad(work) : work); // alone, it is the whole result
      if (inspected instanceof HistpackError) {
        bad.add(inspected);
        continue;
      }
      for (const warning of inspected.inspection.warnings) console.warn(warning);
      all.push(inspected);
    }
    const { stdout } = context;
    const isTerminal = stdout.isTTY === true && flags.output === undefined;
    await output.write(
      await format.render(all, {
        compression,
        errors: bad.faults,
        chalk: chalkFor(stdout, context, flags.color && flags.output === undefined),
        columns: (isTerminal ? stdout.columns : undefined) ?? DEFAULT_COLUMNS,
      }),
    );
    return bad.exitCode;
  });
}

/** What is to be found out beyond what one reading tells. */
interface Asked {
  readonly compression: CompressionOptions;
  readonly sizes: SizesWanted;
  readonly why: boolean;
  readonly maxCadence: number;
}

async function inspectInput(
  input: string,
  { compression, sizes: wanted, why, maxCadence }: Asked,
  flags: InspectFlags,
  context: Context,
): Promise<InspectedLog> {
  const { source, warnings } = await openInput(input, context);
  const progress = await startProgress(source.name, context, flags);
  const salvage = flags.salvage === true;
  const inspectShare = wanted === 'none' ? 1 : INSPECT_SHARE;
  try {
    const log = await openLog(source, openOptionsOf(flags));
    const found = await inspectLog(log, {
      salvage,
      strict: flags.strict === true,
      maxCadence,
      onProgress: (decodedBytes) =>
        progress.update(inspectShare * Math.min(1, decodedBytes / source.size)),
    });
    const inspection = { ...found, warnings: [...warnings, ...found.warnings] };
    if (wanted === 'none') return { inspection, measurement: undefined };
    const measurement = await weighLog(log, {
      compression,
      jsonOnly: wanted === 'json',
      why,
      steps: countAll(found.steps),
      salvage,
      onProgress: (share) => progress.update(inspectShare + (1 - inspectShare) * share),
    });
    const sizes = sizesOf(measurement, wanted === 'all' ? compression : undefined);
    return { inspection: { ...inspection, sizes }, measurement };
  } finally {
    progress.stop();
    await source.close();
  }
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file...]', 'session logs, directories or patterns, or - for stdin')
    .addOption(
      new Option('--format <name>', 'how to print it (default: text)').choices(
        Object.keys(INSPECT_FORMATS),
      ),
    )
    .addOption(
      new Option(
        '--sizes <what>',
        'sizes by representation: none, JSON bytes, or gzip and Brotli too (default: json; html: all)',
      ).choices(SIZES),
    )
    .addOption(
      new Option('--gzip-level <n>', '0 to 9, for --sizes all')
        .argParser(integer('a gzip level', 0, 9))
        .default(DEFAULT_COMPRESSION.gzipLevel),
    )
    .addOption(
      new Option('--brotli-quality <n>', '0 to 11, for --sizes all; 11 is what measure takes')
        .argParser(integer('a Brotli quality', 0, 11))
        .default(DEFAULT_INSPECT_QUALITY),
    );
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack inspect session.jsonl.zstd
  $ histpack inspect --json session.jsonl
  $ histpack inspect --format html --output report.html session.jsonl`,
  );
}
