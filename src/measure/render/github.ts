import type { Report } from '../report.ts';
import { checkSentence, failures } from './checks.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';

/** GitHub shows no more than this many annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/** Workflow commands: an error for each failed check, then the markdown for the log. */
export function renderGithub(report: Report, labels: Labels): string {
  const failed = failures(report);
  const annotations = failed.slice(0, MAX_ANNOTATIONS).map((check) => {
    const file = check.subject === 'total' ? '' : `file=${escapeProperty(check.subject)},`;
    return `::error ${file}title=histpack::${escapeData(checkSentence(check))}`;
  });
  return `${annotations.map((line) => `${line}\n`).join('')}${renderMarkdown(report, labels)}`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
