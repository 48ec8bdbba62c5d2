import { isClose, isMet, type Result, type Row } from './result.ts';

const HEADS = ['what', 'goal', 'measured', 'middle half', 'n', 'met', 'from'] as const;

/** The results as a Markdown table whose columns also line up in a terminal. */
export function renderTable(results: readonly Result[]): string {
  const rows = results.map((result) =>
    'skipped' in result ? skippedCells(result) : cells(result),
  );
  const widths = HEADS.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |\n`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEADS, rule, ...rows].map(line).join('');
}

function cells(row: Row): string[] {
  const { what, goal, value, note } = row;
  const number = (amount: number): string => withUnit(amount, row.unit);
  return [
    what,
    goal === undefined ? '' : `${goal.bound} ${withUnit(goal.limit, row.unit)}`,
    number(value.median),
    value.count === 1 ? '' : `${number(value.low)} to ${number(value.high)}`,
    String(value.count),
    verdict(row),
    note,
  ];
}

/** With a question mark where the samples do not agree. */
function verdict(row: Row): string {
  const word = { true: 'yes', false: '**no**', undefined: '' }[`${isMet(row)}`];
  return isClose(row) ? `${word}?` : word;
}

const skippedCells = ({ what, skipped }: { what: string; skipped: string }): string[] => [
  what,
  '',
  'skipped',
  '',
  '',
  '',
  skipped,
];

function withUnit(amount: number, unit: Row['unit']): string {
  if (unit === '×') return `${Number(amount.toFixed(2))} ×`;
  return `${Number(amount.toFixed(amount < 100 ? 1 : 0))} ${unit}`;
}
