import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { WHOLE_LOG } from '../codec/page.ts';
import type { Context } from '../context.ts';
import { EXIT, HistpackError, systemReason } from '../errors.ts';
import type { MeasureOptions } from '../measure/measure.ts';
import { REPORT_FORMATS } from '../measure/render/index.ts';
import { LABELS } from '../measure/render/labels.ts';
import { renderMarkdown } from '../measure/render/markdown.ts';
import { makeReport, type Report } from '../measure/report.ts';
import { BadLogs } from './bad-logs.ts';
import { chalkFor } from './colors.ts';
import { consoleFor } from './common.ts';
import {
  applySettings,
  configuredPath,
  type LoadedConfig,
  loadConfig,
  optionSource,
} from './config.ts';
import type { Console } from './console.ts';
import { expandInputs, readList } from './expand.ts';
import { loadFormModules } from './form-module.ts';
import { resolveInputs } from './input.ts';
import { type MeasuredInput, requireChecks, runChecks } from './measure-checks.ts';
import { measureAll } from './measure-many.ts';
import { configureMeasure, type MeasureFlags } from './measure-options.ts';
import { openOutput, writeWhole } from './output.ts';
import { selectionOf } from './selection.ts';

export type { MeasureFlags } from './measure-options.ts';
export const configure = configureMeasure;

/** `histpack measure`: the note's table for logs or pages of them, and checks on it. */
export async function run(
  [files]: readonly [readonly string[]],
  flagsGiven: MeasureFlags,
  context: Context,
  command: Command,
): Promise<number> {
  const config = await loadConfig(flagsGiven.config, context);
  applySettings(command, config, context.env);
  placeBaseline(command, config, context);
  const flags = command.opts<MeasureFlags>();
  if (flags.printConfig === true) return printConfig(command, config, context);
  const ownForms = await loadFormModules(flags.formModule ?? [], context);
  requireChecks(flags, [...flags.forms, ...Object.keys(ownForms)]);
  refuseOwnSelection(flags);

  const console = consoleFor(context, flags);
  const allowEmpty = flags.allowEmpty === true;
  const listed =
    flags.filesFrom === undefined ? [] : await readList(flags.filesFrom, context, { allowEmpty });
  const asked = [...files, ...listed];
  const named =
    asked.length > 0 || flags.filesFrom !== undefined ? asked : filesOf(config, context);
  const inputs =
    named.length > 0 || flags.filesFrom !== undefined
      ? await expandInputs(named, context, { allowEmpty })
      : await resolveInputs([], context, console);
  const options = { ...measureOptionsOf(flags, inputs.length), ownForms };
  const output = await openOutput(flags.output, context, inputs);
  const bad = new BadLogs(console);
  const report = await writeWhole(output, async () => {
    const measured: MeasuredInput[] = [];
    await measureAll(inputs, options, flags, context, (result) => {
      if (result instanceof HistpackError) {
        bad.add(result);
        return;
      }
      for (const warning of result.measurement.warnings) console.warn(warning);
      measured.push(result);
    });
    const { faults: errors } = bad;
    if (errors.length > 0 && flags.updateBaseline === true) {
      console.note('the baseline is left as it is, since not every log could be measured');
    }
    const { compression, projection } = options;
    const checked = await runChecks({ measured, errors }, flags, compression, context);
    const measurements = measured.map(({ measurement }) => measurement);
    const report = makeReport(measurements, { ...compression, projection }, errors, checked);
    await output.write(await render(report, flags, context));
    return report;
  });
  await writeStepSummary(report, flags, context, console);
  const hasFailed = report.checks.some(({ ok }) => !ok);
  return hasFailed ? Math.max(bad.exitCode, EXIT.checkFailed) : bad.exitCode;
}

const measureOptionsOf = (flags: MeasureFlags, inputs: number): MeasureOptions => ({
  selection: selectionOf(flags),
  own: ownOf(flags, inputs),
  forms: flags.forms,
  projection: flags.projection,
  compression: {
    gzipLevel: flags.gzipLevel,
    brotliQuality: flags.brotliQuality,
    brotliEngine: flags.brotliEngine,
  },
  why: flags.why === true,
  salvage: flags.salvage === true,
  strict: flags.strict === true,
});

/** @throws {HistpackError} `E_SELECTION` where `--own` and another selection contradict each other */
function refuseOwnSelection(flags: MeasureFlags): void {
  const selection = selectionOf(flags); // refuses what is wrong in itself
  if (flags.own !== true || selection === WHOLE_LOG) return;
  const message =
    '--own selects what a fork does not have from its parent: no other selection goes with it';
  throw new HistpackError({ code: 'E_SELECTION', message });
}

/** A total needs the own part of forks, and so does `merge`, which makes totals of NDJSON. */
function ownOf({ own, format }: MeasureFlags, inputs: number): MeasureOptions['own'] {
  if (own === true) return 'only';
  return inputs > 1 || format === 'ndjson' ? 'also' : undefined;
}

function render(report: Report, flags: MeasureFlags, context: Context): string | Promise<string> {
  const format = flags.json === true ? 'json' : (flags.format ?? 'table');
  const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
  return REPORT_FORMATS[format](report, LABELS[flags.lang], chalk);
}

/** What GitHub shows on the page of a workflow run, where checks ran in one. */
async function writeStepSummary(
  report: Report,
  flags: MeasureFlags,
  { env, cwd }: Context,
  console: Console,
): Promise<void> {
  const path = env.GITHUB_STEP_SUMMARY;
  if (path === undefined || path === '') return;
  const hasChecks = report.checks.length > 0 || report.comparisons.length > 0;
  if (!hasChecks && flags.format !== 'github') return;
  try {
    await appendFile(resolve(cwd, path), `${renderMarkdown(report, LABELS[flags.lang])}\n`);
  } catch (error) {
    // The result is out already, and the exit status is about the logs.
    const message = `cannot write the step summary: ${systemReason(error) ?? error}`;
    console.warn({ code: 'W_STEP_SUMMARY', message, file: path });
  }
}

/** Gives the baseline that a configuration names its place from where the user stands. */
function placeBaseline(command: Command, config: LoadedConfig | undefined, { cwd }: Context): void {
  const { baseline } = command.opts<MeasureFlags>();
  if (config === undefined || baseline === undefined) return;
  if (optionSource(command, 'baseline') !== 'config') return;
  const path = configuredPath(baseline, config, cwd);
  command.setOptionValueWithSource('baseline', path, 'config');
}

/** The logs that a configuration names. */
function filesOf(config: LoadedConfig | undefined, { cwd }: Context): string[] {
  const files = config?.values.files;
  if (config === undefined || files === undefined) return [];
  const paths: unknown[] = Array.isArray(files) ? files : [files];
  return paths.map((path) => {
    if (typeof path === 'string') return configuredPath(path, config, cwd);
    const message = 'files must be a path or a list of paths';
    throw new HistpackError({ code: 'E_CONFIG', message, file: config.path });
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
  const document = {
    configuration: config?.path ?? null,
    files: filesOf(config, context),
    settings,
  };
  context.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  return EXIT.done;
}
