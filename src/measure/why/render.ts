import type { ChalkInstance } from 'chalk';
import stringWidth from 'string-width';
import { deltaText } from '../render/numbers.ts';
import type { Growth } from './grew.ts';
import type { WhyLabels } from './labels.ts';
import { escapeMarkdown, shownName } from './shown-name.ts';
import { type WhyTable, whyTables } from './tables.ts';
import type { Why } from './why.ts';

/** What grew, as many lines as are worth reading; the JSON form has them all. */
const MAX_GROWTHS = 10;

/** For a terminal: aligned tables, advice under them. Ends without a line feed. */
export function renderWhyText(why: Why, labels: WhyLabels, chalk: ChalkInstance): string {
  const tables = whyTables(why, labels);
  const blocks = tables.map((table) => textTable(table, chalk).join('\n'));
  if (tables.some(({ head }) => head[0] === labels.leaveOneOut)) {
    blocks.push(chalk.dim(labels.leaveOneOutNote));
  }
  if (why.advice.length > 0) {
    blocks.push(why.advice.map(labels.advice).join('\n'));
  }
  return [chalk.bold(labels.title), ...blocks].join('\n\n');
}

/** The same in markdown, as lines, folded away. */
export function whyMarkdownLines(why: Why, labels: WhyLabels): string[] {
  const tables = whyTables(why, labels);
  const hasLeftOut = tables.some(({ head }) => head[0] === labels.leaveOneOut);
  const blocks = [
    ...tables.map(markdownTable),
    ...(hasLeftOut ? [[labels.leaveOneOutNote]] : []),
    ...(why.advice.length > 0
      ? [why.advice.map((each) => `- ${escapeMarkdown(labels.advice(each))}`)]
      : []),
  ];
  return [
    `<details><summary>${labels.title}</summary>`,
    '',
    ...blocks.flatMap((lines) => [...lines, '']),
    '</details>',
  ];
}

/** What grew since a baseline: `packed text-chunks +1,234 (+5.00%)`. */
export const growthLines = (growths: readonly Growth[]): string[] =>
  growths
    .slice(0, MAX_GROWTHS)
    .map(
      ({ form, family, before, after }) =>
        `${form} ${shownName(family)} ${deltaText(before, after)}`,
    );

function textTable({ head, rows }: WhyTable, chalk: ChalkInstance): string[] {
  const all = [head, ...rows].map(([name = '', ...numbers]) => [shownName(name), ...numbers]);
  const widths = head.map((_, column) =>
    Math.max(...all.map((cells) => stringWidth(cells[column] ?? ''))),
  );
  const lines = all.map((cells) =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 0, column > 0))
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line, at) => (at === 0 ? chalk.bold(line) : line));
}

function padded(cell: string, width: number, toRight: boolean): string {
  const space = ' '.repeat(width - stringWidth(cell));
  return toRight ? space + cell : cell + space;
}

function markdownTable({ head, rows }: WhyTable): string[] {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  const body = rows.map(([name = '', ...numbers]) => [escapeMarkdown(shownName(name)), ...numbers]);
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`);
}
