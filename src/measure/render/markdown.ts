import type { Measurement } from '../measure.ts';
import type { Report } from '../report.ts';
import { whyMarkdownLines } from '../why/render.ts';
import { checkLines } from './checks.ts';
import type { Labels } from './labels.ts';
import { tableRows } from './rows.ts';
import { summaryLines, totalLines } from './summary.ts';

/** The note's table as it stands in the note, unpadded, to be pasted into a document. */
export function renderMarkdown(report: Report, labels: Labels): string {
  const several = report.measurements.length > 1;
  const blocks = report.measurements.map((measurement) =>
    [
      ...(several ? [`### ${escapeCell(measurement.file)}`, ''] : []),
      ...markdownTable(measurement, labels),
      '',
      ...summaryLines(measurement, labels),
      ...(measurement.why === undefined
        ? []
        : ['', ...whyMarkdownLines(measurement.why, labels.why)]),
    ].join('\n'),
  );
  if (report.total !== undefined) {
    const summary = totalLines(report.total, labels);
    blocks.push(
      [`### ${labels.total}`, '', ...markdownTable(report.total, labels), '', ...summary].join(
        '\n',
      ),
    );
  }
  const checks = checkLines(report, (ok) => (ok ? '✅' : '❌'));
  if (checks.length > 0) blocks.push(checks.map((line) => `- ${escapeCell(line)}`).join('\n'));
  return `${blocks.join('\n\n')}\n`;
}

function markdownTable(weighed: Pick<Measurement, 'weights'>, labels: Labels): string[] {
  const rule = labels.columns.map((_, column) => (column === 0 ? '---' : '---:'));
  return [[...labels.columns], rule, ...tableRows(weighed, labels)].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
}

/** A file name may hold anything. */
const escapeCell = (text: string): string => text.replace(/[\\`*_|<>[\]]/g, '\\$&');
