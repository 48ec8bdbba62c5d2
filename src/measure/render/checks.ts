import type { CheckResult } from '../check/budgets.ts';
import type { Comparison, Delta } from '../check/compare.ts';
import type { Report } from '../report.ts';
import { growthLines } from '../why/render.ts';
import { deltaText, groupedInteger } from './numbers.ts';

const PERCENT_DIGITS = 2;
/** As many as a share can differ in. */
const MAX_PERCENT_DIGITS = 14;

/** A value as checks show it: shares in percent, sizes in whole bytes, never rounded to a unit. */
export const checkValue = (
  { kind }: Pick<CheckResult, 'kind'>,
  value: number,
  digits = PERCENT_DIGITS,
): string => (kind === 'max-ratio' ? percentOf(value, digits) : groupedInteger(value));

const percentOf = (share: number, digits = PERCENT_DIGITS): string =>
  `${(share * 100).toFixed(digits)}%`;

/** Two decimals, or as many more as it takes to tell two shares apart. */
function digitsFor(a: number, b: number): number {
  let digits = PERCENT_DIGITS;
  while (a !== b && digits < MAX_PERCENT_DIGITS && percentOf(a, digits) === percentOf(b, digits)) {
    digits += 1;
  }
  return digits;
}

/** One check as a sentence: value, limit and excess side by side. */
export function checkSentence(check: CheckResult): string {
  const { ok, kind, subject, metric, value, limit } = check;
  const digits = digitsFor(value, limit);
  const show = (size: number): string => checkValue(check, size, digits);
  if (ok) return `${subject}: ${metric} ${show(value)} is within ${show(limit)}`;
  const limitName = kind === 'max-growth' ? 'what the baseline allows' : 'its limit';
  return `${subject}: ${metric} ${show(value)} is above ${limitName} ${show(limit)}, by ${show(value - limit)}`;
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
    ...comparisons.flatMap((each) => [
      comparisonLine(each),
      ...growthLines(each.grew ?? []).map((line) => `  ${line}`),
    ]),
    ...budgets.map((check) => `${mark(check.ok)} ${checkSentence(check)}`),
    ...(checks.length === 0
      ? []
      : [`${checks.length - failed.length} of ${checks.length} checks passed.`]),
  ];
}
