import { groupedInteger } from '../../measure/render/numbers.ts';
import { GROUP_NAMES } from '../phases.ts';
import type { BenchReport, FormCost, GroupCost, PhaseCost } from '../report.ts';
import type { Summary } from '../summary.ts';

/** A table to be shown: the first column is text, the others are numbers. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const ABSENT = '';
const BYTES_PER_MB = 1e6;

/** The sizes that stand above the costs: what `measure` counts. */
const SIZES = [
  ['Top-level records', 'records'],
  ['JSON bytes', 'jsonBytes'],
  ['gzip bytes', 'gzipBytes'],
  ['Brotli bytes', 'brotliBytes'],
] as const satisfies readonly (readonly [string, keyof FormCost])[];

/** A row a phase, and for each form its time and its heap peak. */
export function costTable({ forms }: BenchReport): TextTable {
  const head = [
    'Phase',
    ...forms.flatMap(({ form }) => [`${form}: ms (min–max)`, `${form}: heap MB`]),
  ];
  const sizes = SIZES.map(([title, key]) => [
    title,
    ...forms.flatMap((form) => [groupedInteger(form[key]), ABSENT]),
  ]);
  const costs = GROUP_NAMES.flatMap((group) => {
    const found = forms.map(({ groups }) => groups.find((each) => each.group === group));
    const rows = phaseNames(found).map((name) => {
      const phases = found.map((each) => each?.phases.find(({ phase }) => phase === name));
      const title = phases.find((each) => each !== undefined)?.title ?? name;
      return [`${group}: ${title}`, ...phases.flatMap(costCells)];
    });
    return rows.length > 1 ? [...rows, [`${group}: sum`, ...found.flatMap(costCells)]] : rows;
  });
  return { head, rows: [...sizes, ...costs] };
}

/** The phases that any form has, in the order of the first that has most of them. */
function phaseNames(groups: readonly (GroupCost | undefined)[]): string[] {
  const lists = groups.map((group) => group?.phases.map(({ phase }) => phase) ?? []);
  const longest = lists.reduce((best, list) => (list.length > best.length ? list : best), []);
  return [...new Set([...longest, ...lists.flat()])];
}

const costCells = (cost: PhaseCost | GroupCost | undefined): string[] =>
  cost === undefined
    ? [ABSENT, ABSENT]
    : [spreadText(cost.ms, msText), (cost.heapPeakBytes.median / BYTES_PER_MB).toFixed(1)];

/** The note's second table. */
export const foldTable = ({ foldCosts }: BenchReport): TextTable => ({
  head: ['Members of one row', 'fold: ms (min–max)', 'ns a member'],
  rows: foldCosts.map(({ members, ms, nsPerMember }) => [
    groupedInteger(members),
    spreadText(ms, msText),
    nsPerMember.toFixed(1),
  ]),
});

const spreadText = ({ median, min, max }: Summary, text: (value: number) => string): string =>
  min === max ? text(median) : `${text(median)} (${text(min)}–${text(max)})`;

const SMALL_MS = 10;
const LARGE_MS = 1_000;

/** Three digits or so: the others are noise. */
function msText(ms: number): string {
  if (ms >= LARGE_MS) return groupedInteger(Math.round(ms));
  return ms < SMALL_MS ? ms.toFixed(2) : ms.toFixed(0);
}
