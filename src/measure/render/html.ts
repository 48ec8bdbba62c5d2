import { pageText, type Section } from '../html/document.ts';
import { html } from '../html/markup.ts';
import { openPlotter } from '../html/plotter.ts';
import { sizesMarkup } from '../html/sizes.ts';
import { whyMarkup } from '../html/why.ts';
import type { Report } from '../report.ts';
import { MAX_PATH_CHARS, shownName } from '../why/shown-name.ts';
import { checkLines } from './checks.ts';
import type { Labels } from './labels.ts';
import { reductionLines, summaryLines } from './summary.ts';

/** The tables of a report as one page, with bars; a section for each log, the total and the checks. */
export async function renderHtml(report: Report, labels: Labels): Promise<string> {
  const plotter = await openPlotter();
  const words = labels.html;
  const { measurements, total, options } = report;
  const logs = measurements.map((measurement, at): Section => {
    const name = shownName(measurement.file, MAX_PATH_CHARS);
    const id = `log-${at + 1}`;
    const sentences = summaryLines(measurement, labels);
    const { why } = measurement;
    return {
      id,
      title: name,
      body: html`${sizesMarkup(plotter, `${id}-sizes`, name, measurement, sentences, labels)}
${why && html`<h3>${labels.why.title}</h3>\n${whyMarkup(why, labels)}`}`,
    };
  });
  const sections = [
    ...(total === undefined
      ? []
      : [
          {
            id: 'total',
            title: `${labels.total} (${measurements.length})`,
            body: sizesMarkup(
              plotter,
              'total-sizes',
              labels.total,
              total,
              reductionLines(total, labels),
              labels,
            ),
          },
        ]),
    ...checkSections(report, labels),
    ...logs,
  ];
  const footer = `histpack measure; ${words.made(options.gzipLevel, options.brotliQuality)}`;
  return pageText({ title: words.title, sections, footer }, words);
}

/** What failed stands before what was measured. */
function checkSections(report: Report, { html: words }: Labels): Section[] {
  const problems = [
    ...report.errors,
    ...report.measurements.flatMap(({ warnings }) => warnings),
  ].map(
    ({ code, message, file }) =>
      html`<li><code>${code}</code> <bdi>${file === undefined ? '' : `${file}: `}${message}</bdi></li>\n`,
  );
  const checks = checkLines(report, (ok) => (ok ? '✔' : '✖'));
  const lines = checks.map((line) => html`<li><bdi>${line}</bdi></li>\n`);
  return [
    { id: 'problems', title: words.problems, lines: problems },
    { id: 'checks', title: words.checks, lines },
  ].flatMap(({ id, title, lines }) =>
    lines.length === 0 ? [] : [{ id, title, body: html`<ul class="${id}">\n${lines}</ul>` }],
  );
}
