import type { Report } from '../report.ts';
import { failures } from './checks.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';

/** By this line a workflow finds the comment that it wrote the last time. */
export const COMMENT_MARKER = '<!-- histpack-report -->';

/** The body of a pull-request comment: a verdict, and the tables folded away. */
export function renderComment(report: Report, labels: Labels): string {
  const failed = failures(report).length;
  const total = report.checks.length;
  const verdict =
    total === 0
      ? 'Session log sizes'
      : failed === 0
        ? `Session log sizes: all ${total} checks passed`
        : `Session log sizes: ${failed} of ${total} checks failed`;
  const open = failed > 0 ? ' open' : '';
  return [
    COMMENT_MARKER,
    `### ${verdict}`,
    '',
    `<details${open}><summary>Measurements</summary>`,
    '',
    renderMarkdown(report, labels),
    '</details>',
    '',
  ].join('\n');
}
