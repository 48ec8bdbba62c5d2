import type { ChalkInstance } from 'chalk';
import Table from 'cli-table3';
import stringWidth from 'string-width';
import type { Measurement } from '../measure.ts';
import type { Report } from '../report.ts';
import { renderWhyText } from '../why/render.ts';
import { checkLines } from './checks.ts';
import type { Labels } from './labels.ts';
import { tableRows } from './rows.ts';
import { summaryLines, totalLines } from './summary.ts';

/** Only the bars between cells: the table is markdown and reads well in a terminal too. */
const MARKDOWN_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  mid: '',
  'mid-mid': '',
  'left-mid': '',
  'right-mid': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '|',
  middle: '|',
  right: '|',
} as const;

/** The note's table, padded, with the summary under it; one block a log and a total. */
export function renderTable(report: Report, labels: Labels, chalk: ChalkInstance): string {
  const several = report.measurements.length > 1;
  const blocks = report.measurements.map((measurement) => {
    const title = several ? [chalk.bold(measurement.file), ''] : [];
    const summary = summaryLines(measurement, labels);
    const { why } = measurement;
    const explained = why === undefined ? [] : ['', renderWhyText(why, labels.why, chalk)];
    return [...title, noteTable(measurement, labels, chalk), '', ...summary, ...explained].join(
      '\n',
    );
  });
  if (report.total !== undefined) {
    const title = chalk.bold(`${labels.total} (${report.measurements.length})`);
    const summary = totalLines(report.total, labels);
    blocks.push([title, '', noteTable(report.total, labels, chalk), '', ...summary].join('\n'));
  }
  const checks = checkLines(report, (ok) => (ok ? chalk.green('✔') : chalk.red('✖')));
  if (checks.length > 0) blocks.push(checks.join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function noteTable(
  weighed: Pick<Measurement, 'weights'>,
  labels: Labels,
  chalk: ChalkInstance,
): string {
  const rows = [[...labels.columns], ...tableRows(weighed, labels)];
  const rule = labels.columns.map((_, column) => {
    const width = Math.max(...rows.map((row) => stringWidth(row[column] ?? '')));
    return column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`;
  });
  const table = new Table({
    chars: MARKDOWN_BORDERS,
    style: { head: [], border: [] }, // its own colours ignore NO_COLOR
    colAligns: labels.columns.map((_, column) => (column === 0 ? 'left' : 'right')),
  });
  const [head = [], ...body] = rows;
  table.push(
    head.map((cell) => chalk.bold(cell)),
    rule.map((cell) => chalk.dim(cell)),
    ...body,
  );
  return table.toString();
}
