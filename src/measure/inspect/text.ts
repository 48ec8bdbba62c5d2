import type { ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import stringWidth from 'string-width';
import { barLines } from '../plot/bars.ts';
import { cutTo } from '../plot/pad.ts';
import { groupedInteger } from '../render/numbers.ts';
import { MAX_PATH_CHARS, shownName } from '../why/shown-name.ts';
import { factsOf } from './facts.ts';
import type { Inspection } from './inspect.ts';
import { countAll } from './states.ts';
import { inspectionPlots } from './text-plots.ts';

/** Steps listed; the JSON form has them all. */
export const MAX_STEPS = 20;
/** What the numbers of the table of families take. */
const NUMBER_COLUMNS = 46;
const MIN_BAR_COLUMNS = 12;
const LABEL_COLUMNS = 14;

/** Where the width of the terminal is not known. */
export const DEFAULT_COLUMNS = 80;

/**
 * An inspection for people: facts, families, plots, cadence.
 * @param columns plots and tables are no wider
 */
export function renderInspection(
  inspection: Inspection,
  chalk: ChalkInstance,
  columns: number = DEFAULT_COLUMNS,
): string {
  const { file, cadence } = inspection;
  const blocks = [
    [
      chalk.bold(shownName(file, MAX_PATH_CHARS)),
      ...factsOf(inspection).map(([label, text]) => factLine(label, text, chalk)),
    ],
    familyTable(inspection, chalk, columns),
    ...inspectionPlots(inspection, columns, chalk),
    cadence.length === 0 ? [] : cadenceTable(inspection, chalk),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Counts and bytes by type, with a bar for the bytes where there is room. */
function familyTable({ families }: Inspection, chalk: ChalkInstance, columns: number): string[] {
  const names = families.map(({ type }) => cutTo(shownName(type), columns - NUMBER_COLUMNS));
  const lines = table(
    ['Events by type', 'events', 'JSON bytes', 'bytes each'],
    families.map(({ events, jsonBytes }, at) => [
      names[at] ?? '',
      groupedInteger(events),
      groupedInteger(jsonBytes),
      (jsonBytes / events).toFixed(1),
    ]),
    chalk,
  );
  const [head = '', ...body] = lines;
  const widest = Math.max(0, ...lines.map((line) => stringWidth(line)));
  if (columns - widest < MIN_BAR_COLUMNS) return lines;
  const bars = barLines(
    families.map(({ jsonBytes: value }, at) => ({ label: body[at] ?? '', value, text: '' })),
    columns,
  );
  return [head, ...bars];
}

const factLine = (label: string, text: string, chalk: ChalkInstance): string =>
  `  ${chalk.dim(label.padEnd(LABEL_COLUMNS))}${text}`;

function cadenceTable({ cadence, steps }: Inspection, chalk: ChalkInstance): string[] {
  const rows = cadence
    .slice(0, MAX_STEPS)
    .map((each) => [
      `turn ${each.turn} step ${each.step}`,
      each.state,
      groupedInteger(each.tokens),
      each.firstTokenMs === undefined ? '-' : groupedInteger(each.firstTokenMs),
      each.tokensPerSecond === undefined ? '-' : each.tokensPerSecond.toFixed(1),
    ]);
  const hidden = countAll(steps) - rows.length;
  const lines = table(['Cadence', 'state', 'tokens', 'first token ms', 'tokens/s'], rows, chalk);
  return hidden > 0 ? [...lines, `… and ${hidden} more steps (--json lists them)`] : lines;
}

/** Columns without borders; the first and words to the left, numbers to the right. */
function table(head: readonly string[], rows: readonly string[][], chalk: ChalkInstance): string[] {
  const none = Object.fromEntries(BORDERS.map((name) => [name, '']));
  const grid = new Table({
    chars: none,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 },
    colAligns: head.map((name, column) => (column === 0 || name === 'state' ? 'left' : 'right')),
  });
  grid.push(
    head.map((cell) => chalk.bold(cell)),
    ...rows.map((row) => [...row]),
  );
  return grid
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

const BORDERS = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'mid', 'mid-mid', 'left-mid', 'right-mid'],
  ...['bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left', 'middle', 'right'],
];
