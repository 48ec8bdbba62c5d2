import type { ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import stringWidth from 'string-width';
import { barLines } from '../plot/bars.ts';
import { cutTo } from '../plot/pad.ts';
import { groupedInteger } from '../render/numbers.ts';
import { shownName } from '../why/shown-name.ts';
import type { Inspection } from './inspect.ts';
import type { StateCounts } from './states.ts';
import { inspectionPlots } from './text-plots.ts';
import type { StepReport } from './turns.ts';

/** Steps listed; the JSON form has them all. */
const MAX_STEPS = 20;
const MS_PER_SECOND = 1000;
/** What the numbers of the table of families take. */
const NUMBER_COLUMNS = 46;
/** As long as paths may be. */
const MAX_PATH_CHARS = 4096;
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
      ...facts(inspection).map(([label, text]) => factLine(label, text, chalk)),
    ],
    familyTable(inspection, chalk, columns),
    ...inspectionPlots(inspection, columns, chalk),
    cadence.length === 0 ? [] : cadenceTable(cadence, chalk),
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

function facts(inspection: Inspection): [string, string][] {
  const { header, events, stored, runLengths, inherited, embedded } = inspection;
  const lines: [string, string][] = [
    [
      'session',
      `${shownName(header.id)}, format ${header.version}, created ${isoTime(header.createdAt)}`,
    ],
    ['file', fileFacts(inspection)],
    ['events', `${groupedInteger(events)}${events === 0 ? '' : `, seq 0 to ${events - 1}`}`],
    [
      'records',
      `${groupedInteger(stored.records)}: ${groupedInteger(stored.rows)} chunk rows of ` +
        `${groupedInteger(stored.packedDeltas)} deltas, ${groupedInteger(stored.looseDeltas)} loose deltas`,
    ],
    ['turns', states(inspection.turns)],
    ['steps', states(inspection.steps)],
  ];
  if (header.cwd !== undefined) lines.splice(1, 0, ['cwd', shownName(header.cwd, MAX_PATH_CHARS)]);
  if (header.parentSession !== undefined) {
    lines.splice(1, 0, [
      'parent',
      `${shownName(header.parentSession)}${header.origin ? ` (${shownName(header.origin)})` : ''}`,
    ]);
  }
  if (runLengths !== undefined) {
    const { count, min, median, p95, max } = runLengths;
    const lengths = `min ${min}, median ${median}, p95 ${p95}, max ${max}`;
    lines.push(['runs', `${groupedInteger(count)} of length ${lengths}`]);
  }
  if (inspection.wallMs !== null) lines.push(['wall time', seconds(inspection.wallMs)]);
  if (inherited !== undefined) {
    const { events: seed, ownEvents, jsonBytes } = inherited;
    const text = `${groupedInteger(seed)} events (${groupedInteger(jsonBytes)} JSON bytes) from the parent`;
    lines.push(['inherited', `${text}, ${groupedInteger(ownEvents)} of its own`]);
  }
  if (embedded.streams > 0) {
    const { streams, rows, members, jsonBytes } = embedded;
    const text = `${groupedInteger(streams)} embedded, ${groupedInteger(rows)} rows of ${groupedInteger(members)} fragments`;
    lines.push(['streams', `${text}, ${groupedInteger(jsonBytes)} JSON bytes`]);
  }
  return lines;
}

function fileFacts({ encoding, fileBytes, decodedBytes, frames, lines }: Inspection): string {
  const decoded = encoding === 'raw' ? '' : `, ${groupedInteger(decodedBytes)} decoded`;
  const framed = frames === undefined ? '' : `, ${groupedInteger(frames)} frames`;
  return `${encoding}, ${groupedInteger(fileBytes)} bytes${decoded}${framed}, ${groupedInteger(lines)} lines`;
}

const states = ({ completed, interrupted, running }: StateCounts): string =>
  `${completed} completed, ${interrupted} interrupted, ${running} running`;

function cadenceTable(cadence: readonly StepReport[], chalk: ChalkInstance): string[] {
  const rows = cadence
    .slice(0, MAX_STEPS)
    .map((each) => [
      `turn ${each.turn} step ${each.step}`,
      each.state,
      groupedInteger(each.tokens),
      each.firstTokenMs === undefined ? '-' : groupedInteger(each.firstTokenMs),
      each.tokensPerSecond === undefined ? '-' : each.tokensPerSecond.toFixed(1),
    ]);
  const hidden = cadence.length - rows.length;
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

const seconds = (ms: number): string => `${(ms / MS_PER_SECOND).toFixed(3)} s`;

/** A time that is no date stays a number. */
function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}
