import { HistpackError } from '../../errors.ts';
import { formsOf } from '../forms.ts';
import { type Growth, whatGrew } from '../why/grew.ts';
import {
  type Baseline,
  type BaselineEntry,
  entryOf,
  isComparable,
  type Measured,
} from './baseline.ts';
import type { CheckResult } from './budgets.ts';
import {
  type Metric,
  metricName,
  metricValue,
  parseMetric,
  SIZE_NAMES,
  type Weights,
} from './metrics.ts';
import { isBeyondNoise, type NoiseFloors, noiseOf, wholeShare } from './noise.ts';

/** How one size stands to its baseline. */
export interface Delta {
  readonly metric: string;
  readonly before: number;
  readonly after: number;
  /** Whether the difference is more than noise. */
  readonly isBeyondNoise: boolean;
}

/** How one log stands to the baseline, in words where numbers would be infinite. */
export interface Comparison {
  readonly subject: string;
  readonly status: 'unchanged' | 'changed' | 'new' | 'renamed' | 'removed';
  /** The earlier name of a renamed log. */
  readonly from?: string;
  readonly deltas: readonly Delta[];
  /** What grew, by family of events; with `--why`, where the baseline was made with it too. */
  readonly grew?: readonly Growth[];
}

export interface CompareOptions {
  readonly noise: NoiseFloors;
  /** Largest growth that passes, as a share of the baseline. */
  readonly maxGrowth: number;
  /** Compare although the engine or the options differ. */
  readonly allowDifferent: boolean;
}

/**
 * Compares measured logs with a baseline.
 * @throws {HistpackError} `E_CONFIG` where sizes cannot be compared
 */
export function compareWithBaseline(
  baseline: Baseline,
  current: Pick<Baseline, 'engine' | 'options'>,
  measured: readonly Measured[],
  { noise, maxGrowth, allowDifferent }: CompareOptions,
): { comparisons: Comparison[]; checks: CheckResult[] } {
  if (!allowDifferent && !isComparable(baseline, current)) {
    const what = baseline.engine === current.engine ? 'options' : 'compression engine';
    throw new HistpackError({
      code: 'E_CONFIG',
      message: `the baseline was made with another ${what}, so its sizes cannot be compared`,
      hint: 'make it anew with --update-baseline, or pass --allow-different',
      detail: { baseline: { engine: baseline.engine, options: baseline.options }, current },
    });
  }
  const names = new Set(measured.map(({ name }) => name));
  const gone = Object.entries(baseline.files).filter(([name]) => !names.has(name));
  const comparisons: Comparison[] = [];
  const checks: CheckResult[] = [];
  const renamed = new Set<string>();
  for (const { name, sha256, measurement } of measured) {
    const known = entryOf(baseline, name);
    const [from, moved] =
      known === undefined
        ? (gone.find(([old, entry]) => entry.sha256 === sha256 && !renamed.has(old)) ?? [])
        : [];
    const before = known ?? moved;
    if (before === undefined) {
      comparisons.push({ subject: name, status: 'new', deltas: [] });
      continue;
    }
    const deltas = deltasOf(before, measurement.weights, noise);
    if (from !== undefined) renamed.add(from);
    const status = deltas.some((delta) => delta.isBeyondNoise) ? 'changed' : 'unchanged';
    comparisons.push({
      subject: name,
      status: from === undefined ? status : 'renamed',
      ...(from === undefined ? {} : { from }),
      deltas,
      ...(before.why === undefined || measurement.why === undefined
        ? {}
        : { grew: whatGrew(before.why, measurement.why) }),
    });
    checks.push(...deltas.map((delta) => growthCheck(name, delta, maxGrowth, noise)));
  }
  for (const [name] of gone) {
    if (!renamed.has(name)) comparisons.push({ subject: name, status: 'removed', deltas: [] });
  }
  return { comparisons, checks };
}

function deltasOf(entry: BaselineEntry, weights: Weights, noise: NoiseFloors): Delta[] {
  return metricsOf(weights).flatMap((metric) => {
    const before = metricValue(entry.weights, metric);
    const after = metricValue(weights, metric);
    if (before === undefined || after === undefined) return [];
    const beyond = isBeyondNoise(before, after, noise[metric.size]);
    return [{ metric: metricName(metric), before, after, isBeyondNoise: beyond }];
  });
}

const metricsOf = (weights: Weights): Metric[] =>
  formsOf(weights).flatMap((form) => SIZE_NAMES.map((size) => ({ form, size })));

/** The most that passes is the baseline and what may come on top: noise, or growth if that is more. */
function growthCheck(
  subject: string,
  { metric, before, after }: Delta,
  maxGrowth: number,
  noise: NoiseFloors,
): CheckResult {
  const size = parseMetric(metric)?.size;
  const within = size === undefined ? 0 : noiseOf(before, noise[size]);
  const limit = before + Math.max(wholeShare(before, maxGrowth), within);
  return { ok: after <= limit, kind: 'max-growth', subject, metric, value: after, limit };
}
