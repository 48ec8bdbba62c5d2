import { appendFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { EXIT, type Fault, HistpackError } from '../errors.ts';
import type { MeasureOptions } from '../measure/measure.ts';
import { REPORT_FORMATS } from '../measure/render/index.ts';
import { LABELS } from '../measure/render/labels.ts';
import { renderMarkdown } from '../measure/render/markdown.ts';
import { makeReport, type Report } from '../measure/report.ts';
import { chalkFor } from './colors.ts';
import { consoleFor } from './common.ts';
import { applySettings, type LoadedConfig, loadConfig, optionSource } from './config.ts';
import { expandInputs } from './expand.ts';
import { resolveInputs } from './input.ts';
import { type MeasuredInput, requireChecks, runChecks } from './measure-checks.ts';
import { measureInput } from './measure-input.ts';
import { configureMeasure, type MeasureFlags } from './measure-options.ts';
import { openOutput } from './output.ts';
import { selectionOf } from './selection.ts';

export type { MeasureFlags } from './measure-options.ts';
export const configure = configureMeasure;

/** `histpack measure`: the note's table for logs or pages of them, and checks on it. */
export async function run(
  [files]: readonly [readonly string[]],
  given: MeasureFlags,
  context: Context,
  command: Command,
): Promise<number> {
  const config = await loadConfig(given.config, context);
  applySettings(command, config, context.env);
  const flags = command.opts<MeasureFlags>();
  if (flags.printConfig === true) return printConfig(command, config, context);
  requireChecks(flags);

  const console = consoleFor(context, flags);
  const options = measureOptionsOf(flags);
  const named = files.length > 0 ? files : filesOf(config);
  const inputs =
    named.length > 0
      ? await expandInputs(named, context, { allowEmpty: flags.allowEmpty === true })
      : await resolveInputs([], context, console);
  const output = await openOutput(flags.output, context, inputs);
  try {
    const measured: MeasuredInput[] = [];
    const errors: Fault[] = [];
    let exitCode: number = EXIT.done;
    for (const input of inputs) {
      try {
        const result = await measureInput(input, options, flags, context);
        for (const warning of result.measurement.warnings) console.warn(warning);
        measured.push(result);
      } catch (error) {
        // One bad log does not stop the others; alone, it is the whole result.
        if (!(error instanceof HistpackError) || inputs.length === 1) throw error;
        console.error(error.fault);
        errors.push(error.fault);
        exitCode = Math.max(exitCode, error.exitCode);
      }
    }
    const { compression, projection } = options;
    const checked = await runChecks(measured, flags, compression, context);
    const measurements = measured.map(({ measurement }) => measurement);
    const report = makeReport(measurements, { ...compression, projection }, errors, checked);
    await output.write(await render(report, flags, context));
    await writeStepSummary(report, flags, context);
    await output.commit();
    const hasFailed = report.checks.some(({ ok }) => !ok);
    return hasFailed ? Math.max(exitCode, EXIT.checkFailed) : exitCode;
  } catch (error) {
    await output.discard();
    throw error;
  }
}

const measureOptionsOf = (flags: MeasureFlags): MeasureOptions => ({
  selection: selectionOf(flags),
  forms: flags.forms,
  projection: flags.projection,
  compression: {
    gzipLevel: flags.gzipLevel,
    brotliQuality: flags.brotliQuality,
    brotliEngine: flags.brotliEngine,
  },
  salvage: flags.salvage === true,
  strict: flags.strict === true,
});

function render(report: Report, flags: MeasureFlags, context: Context): string | Promise<string> {
  const format = flags.json === true ? 'json' : (flags.format ?? 'table');
  const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
  return REPORT_FORMATS[format](report, LABELS[flags.lang], chalk);
}

/** What GitHub shows on the page of a workflow run, where checks ran in one. */
async function writeStepSummary(
  report: Report,
  flags: MeasureFlags,
  { env }: Context,
): Promise<void> {
  const path = env.GITHUB_STEP_SUMMARY;
  if (path === undefined || path === '') return;
  if (report.checks.length === 0 && flags.format !== 'github') return;
  await appendFile(path, `${renderMarkdown(report, LABELS[flags.lang])}\n`);
}

/** The logs that a configuration names. */
function filesOf(config: LoadedConfig | undefined): string[] {
  const files = config?.values.files;
  if (files === undefined) return [];
  if (typeof files === 'string') return [files];
  if (Array.isArray(files) && files.every((file) => typeof file === 'string')) return files;
  throw new HistpackError({
    code: 'E_CONFIG',
    message: 'files must be a path or a list of paths',
    file: config?.path,
  });
}

function printConfig(command: Command, config: LoadedConfig | undefined, context: Context): number {
  const settings = Object.fromEntries(
    command.options
      .map((option) => option.attributeName())
      .filter((key) => !['config', 'printConfig'].includes(key))
      .sort()
      .map((key) => [
        key,
        { value: command.getOptionValue(key), from: optionSource(command, key) },
      ]),
  );
  const document = { configuration: config?.path ?? null, files: filesOf(config), settings };
  context.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  return EXIT.done;
}
