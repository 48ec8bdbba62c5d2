import type { Fault } from '../errors.ts';
import type { Weight } from './channel.ts';
import type { CheckResult } from './check/budgets.ts';
import type { Comparison } from './check/compare.ts';
import type { CompressionOptions } from './compressors.ts';
import { type ByForm, byForm, type Form, type ProjectionName } from './forms.ts';
import { countedParts } from './lineage.ts';
import type { Measurement } from './measure.ts';
import { type Reduction, reductionsOf } from './reductions.ts';

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const REPORT_SCHEMA_VERSION = 1;

/** The sums over several logs. */
export interface Total {
  readonly files: number;
  readonly events: number;
  readonly weights: ByForm<Weight>;
  readonly reductions: readonly Reduction[];
  /** Only where inherited events were left out, since another log counts them. */
  readonly countedOnce?: CountedOnce;
}

/** Forks of which a total counts the own part alone. */
export interface CountedOnce {
  readonly forks: readonly string[];
  /** Inherited events that were left out. */
  readonly events: number;
}

/** What `measure` found, as plain data: every output format is made from it. */
export interface Report {
  readonly schemaVersion: typeof REPORT_SCHEMA_VERSION;
  readonly options: CompressionOptions & { readonly projection: ProjectionName };
  readonly measurements: readonly (Measurement & { readonly reductions: readonly Reduction[] })[];
  /** Only with more than one log. */
  readonly total?: Total;
  /** Logs that could not be measured. */
  readonly errors: readonly Fault[];
  /** False where a check failed or a log could not be measured. */
  readonly ok: boolean;
  /** Budgets and growth limits; empty where none were asked for. */
  readonly checks: readonly CheckResult[];
  /** How each log stands to the baseline; empty without one. */
  readonly comparisons: readonly Comparison[];
}

/** What was checked beside the measuring. */
export interface Checked {
  readonly checks: readonly CheckResult[];
  readonly comparisons: readonly Comparison[];
}

const NOTHING_CHECKED: Checked = { checks: [], comparisons: [] };

/** Puts measurements into a report. */
export function makeReport(
  measurements: readonly Measurement[],
  options: Report['options'],
  errors: readonly Fault[] = [],
  { checks, comparisons }: Checked = NOTHING_CHECKED,
): Report {
  const report = {
    schemaVersion: REPORT_SCHEMA_VERSION,
    options,
    measurements: measurements.map((each) => ({ ...each, reductions: reductionsOf(each) })),
    errors,
    ok: errors.length === 0 && checks.every(({ ok }) => ok),
    checks,
    comparisons,
  } as const;
  return measurements.length > 1 ? { ...report, total: totalOf(measurements) } : report;
}

/** The sums over some measurements; events that several logs hold by inheritance are counted once. */
export function totalOf(measurements: readonly Measurement[]): Total {
  const parts = countedParts(measurements);
  const forks = measurements.filter((each, at) => parts[at] !== each).map(({ file }) => file);
  const events = sumOf(parts);
  const countedOnce = { forks, events: sumOf(measurements) - events };
  const weights: Record<Form, Weight> = {};
  for (const part of parts) {
    for (const [form, weight] of byForm(part.weights)) {
      const sum = weights[form];
      weights[form] = sum === undefined ? weight : add(sum, weight);
    }
  }
  return {
    files: measurements.length,
    events,
    weights,
    reductions: reductionsOf({ weights }),
    ...(forks.length === 0 ? {} : { countedOnce }),
  };
}

const sumOf = (parts: readonly { readonly events: number }[]): number =>
  parts.reduce((sum, { events }) => sum + events, 0);

const add = (a: Weight, b: Weight): Weight => ({
  records: a.records + b.records,
  rows: a.rows + b.rows,
  jsonBytes: a.jsonBytes + b.jsonBytes,
  gzipBytes: a.gzipBytes + b.gzipBytes,
  brotliBytes: a.brotliBytes + b.brotliBytes,
});
