import type { Report } from '../report.ts';
import { failures } from './checks.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';

/** By this line a workflow finds the comment that it wrote the last time. */
export const COMMENT_MARKER = '<!-- histpack-report -->';

/** The body of a pull-request comment: a verdict, and the tables folded away. */
export function renderComment(report: Report, labels: Labels): string {
  const open = report.ok ? '' : ' open';
  const broken = report.errors.map(({ message }) => `- ❌ ${plainText(message)}`);
  return [
    COMMENT_MARKER,
    `### ${verdict(report)}`,
    '',
    ...(broken.length === 0 ? [] : [...broken, '']),
    `<details${open}><summary>Measurements</summary>`,
    '',
    renderMarkdown(report, labels),
    '</details>',
    '',
  ].join('\n');
}

function verdict(report: Report): string {
  const total = report.checks.length;
  const failed = failures(report).length;
  const broken = report.errors.length;
  const parts = [
    ...(broken === 0 ? [] : [`${broken} log${broken === 1 ? '' : 's'} could not be measured`]),
    ...(failed === 0 ? [] : [`${failed} of ${total} checks failed`]),
  ];
  if (parts.length === 0 && total > 0) parts.push(`all ${total} checks passed`);
  return ['Session log sizes', parts.join(', ')].filter(Boolean).join(': ');
}

/** A message as one line of markdown that means nothing else. */
const plainText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_|<>[\]]/g, '\\$&');
