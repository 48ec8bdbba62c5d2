import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { openLog } from '../log/log.ts';
import { type Inspection, inspectLog } from '../measure/inspect/inspect.ts';
import { renderInspection } from '../measure/inspect/text.ts';
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

export interface InspectFlags extends CommonFlags, ReadingFlags {
  readonly format?: 'text' | 'json';
}

/** Raised when a field changes its meaning or goes away. */
const INSPECT_SCHEMA_VERSION = 1;

/** `histpack inspect`: what is in logs. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: InspectFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const inputs = await resolveInputs(files, context, console);
  const output = await openOutput(flags.output, context, inputs);
  try {
    const inspections: Inspection[] = [];
    for (const input of inputs) {
      const inspection = await inspectInput(input, flags, context);
      for (const warning of inspection.warnings) console.warn(warning);
      inspections.push(inspection);
    }
    const isJson = flags.json === true || flags.format === 'json';
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const document = { schemaVersion: INSPECT_SCHEMA_VERSION, inspections };
    await output.write(
      isJson
        ? `${JSON.stringify(document, undefined, 2)}\n`
        : inspections.map((each) => renderInspection(each, chalk)).join('\n'),
    );
    await output.commit();
    return 0;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

async function inspectInput(
  input: string,
  flags: InspectFlags,
  context: Context,
): Promise<Inspection> {
  const { source, warnings } = await openInput(input, context);
  const progress = await startProgress(source.name, context, flags);
  try {
    const inspection = await inspectLog(await openLog(source, openOptionsOf(flags)), {
      salvage: flags.salvage === true,
      strict: flags.strict === true,
      onProgress: (decodedBytes) => progress.update(Math.min(1, decodedBytes / source.size)),
    });
    return { ...inspection, warnings: [...warnings, ...inspection.warnings] };
  } finally {
    progress.stop();
    await source.close();
  }
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file...]', 'session logs, or - for stdin')
    .addOption(
      new Option('--format <name>', 'how to print it (default: text)').choices(['text', 'json']),
    );
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack inspect session.jsonl.zstd
  $ histpack inspect --json session.jsonl`,
  );
}
