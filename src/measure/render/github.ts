import type { Report } from '../report.ts';
import { checkSentence, failures } from './checks.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';

/** GitHub shows no more than this many annotations of a kind for a step. */
const MAX_ANNOTATIONS = 10;

/** Workflow commands: an error for each broken log and failed check, then the markdown for the log. */
export function renderGithub(report: Report, labels: Labels): string {
  const broken = report.errors.map(({ file, message }) => annotation(file, message));
  const failed = failures(report).map((check) =>
    annotation(check.subject === 'total' ? undefined : check.subject, checkSentence(check)),
  );
  const annotations = [...broken, ...failed].slice(0, MAX_ANNOTATIONS);
  return `${annotations.join('')}${renderMarkdown(report, labels)}`;
}

function annotation(file: string | undefined, message: string): string {
  const place = file === undefined ? '' : `file=${escapeProperty(file)},`;
  return `::error ${place}title=histpack::${escapeData(message)}\n`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
