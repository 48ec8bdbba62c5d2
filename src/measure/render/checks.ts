import type { CheckResult } from '../check/budgets.ts';
import type { Comparison, Delta } from '../check/compare.ts';
import type { Report } from '../report.ts';
import { groupedInteger } from './numbers.ts';

const PERCENT_DIGITS = 2;

/** A value as checks show it: shares in percent, sizes in whole bytes, never rounded to a unit. */
export const checkValue = ({ kind }: Pick<CheckResult, 'kind'>, value: number): string =>
  kind === 'max-ratio' ? exactPercent(value) : groupedInteger(value);

/** Two decimals; where they would hide a difference, sentences say it in full. */
const exactPercent = (share: number): string => `${(share * 100).toFixed(PERCENT_DIGITS)}%`;

/** A difference with its sign; percent beside it where there is something to relate it to. */
export function deltaText(before: number, after: number): string {
  const difference = after - before;
  if (difference === 0) return '±0';
  const sign = difference > 0 ? '+' : '-';
  const share = before === 0 ? '' : ` (${sign}${exactPercent(Math.abs(difference) / before)})`;
  return `${sign}${groupedInteger(Math.abs(difference))}${share}`;
}

/** One check as a sentence: value, limit and excess side by side. */
export function checkSentence(check: CheckResult): string {
  const { ok, kind, subject, metric, value, limit } = check;
  const shown = checkValue(check, value);
  const allowed = checkValue(check, limit);
  if (ok) return `${subject}: ${metric} ${shown} is within ${allowed}`;
  const excess =
    kind === 'max-ratio' && shown === allowed
      ? `by ${value - limit}` // rounding would hide it
      : `by ${kind === 'max-ratio' ? exactPercent(value - limit) : groupedInteger(value - limit)}`;
  const limitName = kind === 'max-growth' ? 'what the baseline allows' : 'its limit';
  return `${subject}: ${metric} ${shown} is above ${limitName} ${allowed}, ${excess}`;
}

/** The failed checks, in order. */
export const failures = ({ checks }: Report): CheckResult[] => checks.filter(({ ok }) => !ok);

/** One comparison as a line: a word where a number would be infinite. */
export function comparisonLine({ subject, status, from, deltas }: Comparison): string {
  if (status === 'new') return `${subject}: new, not in the baseline`;
  if (status === 'removed') return `${subject}: in the baseline, but not measured`;
  const name = status === 'renamed' ? `${subject} (renamed from ${from})` : subject;
  const moved = deltas.filter(({ before, after }) => before !== after);
  if (moved.length === 0) return `${name}: as in the baseline`;
  return `${name}: ${moved.map(deltaPhrase).join(', ')}`;
}

const deltaPhrase = ({ metric, before, after, isBeyondNoise }: Delta): string =>
  `${metric} ${deltaText(before, after)}${isBeyondNoise ? '' : ', within noise'}`;

/** The lines under a table: comparisons and checks; none where nothing was checked. */
export function checkLines(report: Report, mark: (ok: boolean) => string): string[] {
  const { checks, comparisons } = report;
  const failed = failures(report);
  const budgets = checks.filter(({ kind, ok }) => kind !== 'max-growth' || !ok);
  return [
    ...comparisons.map(comparisonLine),
    ...budgets.map((check) => `${mark(check.ok)} ${checkSentence(check)}`),
    ...(checks.length === 0
      ? []
      : [`${checks.length - failed.length} of ${checks.length} checks passed.`]),
  ];
}
