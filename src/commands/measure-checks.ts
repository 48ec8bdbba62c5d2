import { dirname, relative, resolve, sep } from 'node:path';
import type { Context } from '../context.ts';
import { type Fault, HistpackError } from '../errors.ts';
import {
  BASELINE_SCHEMA_VERSION,
  type Baseline,
  type Measured,
  updateBaseline,
} from '../measure/check/baseline.ts';
import { baselineText, readBaseline } from '../measure/check/baseline-file.ts';
import { type Budget, type CheckResult, checkBudgets } from '../measure/check/budgets.ts';
import { type Comparison, compareWithBaseline } from '../measure/check/compare.ts';
import { engineFingerprint } from '../measure/check/fingerprint.ts';
import { metricName } from '../measure/check/metrics.ts';
import type { CompressionOptions } from '../measure/compressors.ts';
import type { Form } from '../measure/forms.ts';
import type { Measurement } from '../measure/measure.ts';
import { type Checked, totalOf } from '../measure/report.ts';
import { readVersion } from '../version.ts';
import type { MeasureFlags } from './measure-options.ts';
import { openOutput, writeWhole } from './output.ts';

const DEFAULT_BASELINE = 'histpack-baseline.json';

/** A measured log with what identifies its content; the hash only where something needs it. */
export interface MeasuredInput {
  readonly sha256: string | undefined;
  readonly measurement: Measurement;
}

const budgetsOf = ({ max = [], maxRatio = [] }: MeasureFlags): Budget[] => [...max, ...maxRatio];

/** Whether the hash of each log will be asked for. */
export const needsHashes = ({ baseline, updateBaseline: update }: MeasureFlags): boolean =>
  baseline !== undefined || update === true;

/**
 * Refuses checks that could not fail, before anything is measured.
 * @throws {HistpackError} `E_USAGE`
 */
export function requireChecks(flags: MeasureFlags, forms: readonly Form[]): void {
  for (const budget of budgetsOf(flags)) requireForms(budget, forms);
  if (flags.maxGrowth > 0 && !needsHashes(flags)) {
    throw new HistpackError({
      code: 'E_USAGE',
      message: '--max-growth has nothing to compare with',
      hint: 'give --baseline, or set it in the configuration',
    });
  }
  if (flags.check !== true || budgetsOf(flags).length > 0 || needsHashes(flags)) return;
  throw new HistpackError({
    code: 'E_USAGE',
    message: '--check has nothing to check',
    hint: 'give --max, --max-ratio or --baseline, or set them in the configuration',
  });
}

/** @throws {HistpackError} `E_USAGE` where a budget is about a form that is not measured */
function requireForms(budget: Budget, forms: readonly Form[]): void {
  const metrics = budget.kind === 'max' ? [budget.metric] : [budget.metric, budget.of];
  const unknown = metrics.find(({ form }) => !forms.includes(form));
  if (unknown === undefined) return;
  throw new HistpackError({
    code: 'E_USAGE',
    message: `a budget is about ${metricName(unknown)}, and the forms measured are ${forms.join(', ')}`,
    hint: 'name the form in --forms, or correct the budget',
  });
}

/** What came of the inputs. */
export interface Outcome {
  readonly measured: readonly MeasuredInput[];
  /** Those that could not be measured. */
  readonly errors: readonly Fault[];
}

/**
 * Checks budgets and the baseline, and writes the baseline where that is asked for and every log
 * could be measured: one that is broken today must not leave the baseline unnoticed.
 */
export async function runChecks(
  { measured: inputs, errors }: Outcome,
  flags: MeasureFlags,
  compression: CompressionOptions,
  context: Context,
): Promise<Checked> {
  const measurements = inputs.map(({ measurement }) => measurement);
  const budgets = budgetsOf(flags);
  const checks: CheckResult[] = measurements.flatMap(({ file, weights }) =>
    checkBudgets(file, 'file', weights, budgets),
  );
  const hasTotal = measurements.length > 0 && budgets.some(({ scope }) => scope === 'total');
  if (hasTotal) {
    checks.push(...checkBudgets('total', 'total', totalOf(measurements).weights, budgets));
  }
  const isHeldBack = flags.updateBaseline === true && errors.length > 0;
  if (!needsHashes(flags) || isHeldBack) return { checks, comparisons: [] };
  const compared = await checkBaseline(inputs, flags, compression, context);
  return { checks: [...checks, ...compared.checks], comparisons: compared.comparisons };
}

async function checkBaseline(
  inputs: readonly MeasuredInput[],
  flags: MeasureFlags,
  compression: CompressionOptions,
  context: Context,
): Promise<{ checks: CheckResult[]; comparisons: Comparison[] }> {
  const shown = flags.baseline ?? DEFAULT_BASELINE;
  const path = resolve(context.cwd, shown);
  const measured = inputs.map(({ sha256 = '', measurement }): Measured => {
    const file = resolve(context.cwd, measurement.file);
    return { name: relative(dirname(path), file).split(sep).join('/'), sha256, measurement };
  });
  const fresh: Omit<Baseline, 'files'> = {
    schemaVersion: BASELINE_SCHEMA_VERSION,
    histpack: readVersion(),
    engine: await engineFingerprint(compression),
    options: { ...compression, projection: flags.projection, selection: selectionText(flags) },
  };
  const baseline = await readBaseline(path, shown);
  if (flags.updateBaseline === true) {
    const updated = updateBaseline(baseline, fresh, measured, flags.noise);
    const output = await openOutput(path, context, []);
    await writeWhole(output, () => output.write(baselineText(updated)));
    return { checks: [], comparisons: [] };
  }
  if (baseline === undefined) {
    throw new HistpackError({
      code: 'E_CONFIG',
      message: 'there is no such baseline',
      file: shown,
      hint: 'make it with --update-baseline',
    });
  }
  return compareWithBaseline(baseline, fresh, measured, {
    noise: flags.noise,
    maxGrowth: flags.maxGrowth,
    allowDifferent: flags.allowDifferent === true,
  });
}

/** The selection as flags, for people who read a baseline. */
function selectionText({ from, to, before, tail, maxMessages, own }: MeasureFlags): string {
  const flags: [string, number | undefined][] = [
    ['--from', from],
    ['--to', to],
    ['--before', before],
    ['--max-messages', maxMessages],
  ];
  const texts = flags.flatMap(([flag, value]) => (value === undefined ? [] : [`${flag} ${value}`]));
  const switches = [...(tail === true ? ['--tail'] : []), ...(own === true ? ['--own'] : [])];
  return [...switches, ...texts].join(' ') || 'all';
}
