import { HistpackError } from '../../errors.ts';
import { PERCENT_FORMS, parseBytes, parseInteger, parsePercent, SIZE_FORMS } from '../units.ts';
import { type Metric, metricName, metricValue, parseMetric, type Weights } from './metrics.ts';

/** Whether a budget holds for each log or for their sum. */
export type Scope = 'file' | 'total';

/** A limit on a size. */
export interface MaxBudget {
  readonly kind: 'max';
  readonly scope: Scope;
  readonly metric: Metric;
  /** Bytes, or a number of records. */
  readonly limit: number;
}

/** A limit on one size as a share of another. */
export interface RatioBudget {
  readonly kind: 'max-ratio';
  readonly scope: Scope;
  readonly metric: Metric;
  readonly of: Metric;
  readonly limit: number;
}

export type Budget = MaxBudget | RatioBudget;

/** What came of one check, whatever its kind; every renderer prints value and limit side by side. */
export interface CheckResult {
  readonly ok: boolean;
  readonly kind: 'max' | 'max-ratio' | 'max-growth';
  /** The log, or `total`. */
  readonly subject: string;
  /** `packed.brotli`, or `packed.json/raw.json`. */
  readonly metric: string;
  readonly value: number;
  readonly limit: number;
}

const METRIC_FORMS =
  '[total.]FORM.SIZE with FORM raw, projection, packed or another of --forms and SIZE records, json, gzip or brotli';

/**
 * Reads a budget such as `packed.brotli=550 kB`, `total.packed.records=700`.
 * @throws {HistpackError} `E_USAGE` that shows the accepted forms
 */
export function parseMax(text: string): MaxBudget {
  const { name, value } = splitAssignment(text, '--max packed.brotli=550kB');
  const { scope, path } = splitScope(name);
  const metric = parseMetric(path);
  if (metric === undefined) throw usage(`--max ${text}: expected ${METRIC_FORMS}`);
  const isCount = metric.size === 'records';
  const limit = isCount ? parseInteger(value) : parseBytes(value);
  if (limit !== undefined) return { kind: 'max', scope, metric, limit };
  const forms = isCount ? 'a bare integer' : SIZE_FORMS;
  throw usage(`--max ${text}: expected ${forms}, got ${JSON.stringify(value)}`);
}

/**
 * Reads a budget such as `packed.json/raw.json=10%`.
 * @throws {HistpackError} `E_USAGE` that shows the accepted forms
 */
export function parseMaxRatio(text: string): RatioBudget {
  const { name, value } = splitAssignment(text, '--max-ratio packed.json/raw.json=10%');
  const { scope, path } = splitScope(name);
  const [left = '', right = '', ...rest] = path.split('/');
  const [metric, of] = [parseMetric(left), parseMetric(right)];
  if (metric === undefined || of === undefined || rest.length > 0) {
    throw usage(`--max-ratio ${text}: expected two metrics with a slash, each ${METRIC_FORMS}`);
  }
  const limit = parsePercent(value);
  if (limit !== undefined) return { kind: 'max-ratio', scope, metric, of, limit };
  throw usage(`--max-ratio ${text}: expected ${PERCENT_FORMS}, got ${JSON.stringify(value)}`);
}

/**
 * Checks budgets of one scope against what a log or the total weighs.
 * @throws {HistpackError} `E_USAGE` where a budget is about a form that was not measured: a check
 *   that cannot fail would be worse than none
 */
export function checkBudgets(
  subject: string,
  scope: Scope,
  weights: Weights,
  budgets: readonly Budget[],
): CheckResult[] {
  return budgets
    .filter((budget) => budget.scope === scope)
    .map((budget) => {
      const value = required(weights, budget.metric);
      const { kind, limit, metric } = budget;
      if (kind === 'max') {
        return { ok: value <= limit, kind, subject, metric: metricName(metric), value, limit };
      }
      // An empty page has nothing to relate to: of nothing counts as of one, so no share is infinite.
      const share = value / Math.max(required(weights, budget.of), 1);
      const name = `${metricName(metric)}/${metricName(budget.of)}`;
      return { ok: share <= limit, kind, subject, metric: name, value: share, limit };
    });
}

function required(weights: Weights, metric: Metric): number {
  const value = metricValue(weights, metric);
  if (value !== undefined) return value;
  throw usage(`a budget is about ${metricName(metric)}, which --forms leaves out`);
}

function splitAssignment(text: string, example: string): { name: string; value: string } {
  const at = text.indexOf('=');
  if (at < 0) throw usage(`expected NAME=LIMIT such as ${example}, got ${JSON.stringify(text)}`);
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

const TOTAL = 'total.';

const splitScope = (name: string): { scope: Scope; path: string } =>
  name.startsWith(TOTAL)
    ? { scope: 'total', path: name.slice(TOTAL.length) }
    : { scope: 'file', path: name };

const usage = (message: string): HistpackError => new HistpackError({ code: 'E_USAGE', message });
