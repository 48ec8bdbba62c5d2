import { placeText } from '../../../errors.ts';
import type { CompressionOptions } from '../../compressors.ts';
import { pageText, type Section } from '../../html/document.ts';
import { type Figure, figure } from '../../html/figure.ts';
import { html, type Markup } from '../../html/markup.ts';
import { openPlotter, type Plotter } from '../../html/plotter.ts';
import { sizesMarkup } from '../../html/sizes.ts';
import { dataTable } from '../../html/table.ts';
import { whyMarkup } from '../../html/why.ts';
import type { Measurement } from '../../measure.ts';
import { duration } from '../../plot/units.ts';
import { LABELS } from '../../render/labels.ts';
import { groupedInteger } from '../../render/numbers.ts';
import { summaryLines } from '../../render/summary.ts';
import { MAX_PATH_CHARS, shownName } from '../../why/shown-name.ts';
import type { Inspection } from '../inspect.ts';
import { MAX_STEPS_EXPLAINED } from '../sizes.ts';
import { countAll } from '../states.ts';
import { rateFigure, waitFigure } from './cadence.ts';
import { gapFigure, runLengthFigure } from './distributions.ts';
import { factsMarkup, keyFigures } from './facts.ts';
import { familyFigure } from './families.ts';
import { timelineFigure } from './timeline.ts';
import { stepName } from './timeline-chart.ts';

/** Stalls in a table; the JSON form has more. */
const MAX_STALLS = 10;
const labels = LABELS.en;

/** One log, looked through and perhaps measured. */
export interface InspectedLog {
  readonly inspection: Inspection;
  readonly measurement: Measurement | undefined;
}

/** The report on logs as one page: a section each. Loads the plotting library. */
export async function renderInspectionPage(
  logs: readonly InspectedLog[],
  { gzipLevel, brotliQuality }: CompressionOptions,
): Promise<string> {
  const plotter = await openPlotter();
  const name = ({ inspection }: InspectedLog): string => shownName(inspection.file, MAX_PATH_CHARS);
  const [first] = logs;
  const isOne = logs.length === 1 && first !== undefined;
  const sections = isOne
    ? logSections(plotter, first, 'log')
    : logs.map((log, at) => ({
        id: `log-${at + 1}`,
        title: name(log),
        body: html`${logSections(plotter, log, `log-${at + 1}`).map(
          ({ id, title, body }) => html`<h3 id="${id}">${title}</h3>\n${body}\n`,
        )}`,
      }));
  return pageText(
    {
      title: isOne ? name(first) : `${groupedInteger(logs.length)} session logs`,
      sections,
      footer: `histpack inspect${logs.some(isCompressed) ? `; ${labels.html.made(gzipLevel, brotliQuality)}` : ''}`,
    },
    labels.html,
  );
}

/** Whether gzip and Brotli bytes were asked for. */
const isCompressed = ({ inspection }: InspectedLog): boolean =>
  inspection.sizes?.compression !== undefined;

function logSections(plotter: Plotter, log: InspectedLog, id: string): Section[] {
  const { inspection, measurement } = log;
  const draw = (figures: readonly (Figure | undefined)[]): Markup =>
    html`${figures.map((drawn) =>
      drawn === undefined ? undefined : figure(plotter, labels.html, drawn),
    )}`;
  const all: (Section | undefined)[] = [
    {
      id: `${id}-overview`,
      title: 'Overview',
      body: html`${keyFigures(inspection)}\n${factsMarkup(inspection)}`,
    },
    problemSection(inspection, `${id}-problems`),
    measurement && {
      id: `${id}-sizes`,
      title: 'Sizes by representation',
      body: sizesMarkup(
        plotter,
        `${id}-sizes-chart`,
        shownName(inspection.file),
        measurement,
        // The last sentence is about Brotli.
        summaryLines(measurement, labels).slice(0, isCompressed(log) ? undefined : -1),
        labels,
        isCompressed(log) ? undefined : ['json'],
      ),
    },
    inspection.families.length === 0
      ? undefined
      : {
          id: `${id}-where`,
          title: labels.html.where,
          body: html`${draw([familyFigure(`${id}-families`, inspection.families)])}
${breakdowns(log)}`,
        },
    inspection.timeline.steps.length === 0
      ? undefined
      : {
          id: `${id}-timeline`,
          title: 'Turns, steps and stalls',
          body: html`${draw([timelineFigure(`${id}-steps`, inspection)])}${stallTable(inspection)}`,
        },
    inspection.tokenRate.tokens.length === 0
      ? undefined
      : {
          id: `${id}-cadence`,
          title: 'Cadence',
          body: draw([rateFigure(`${id}-rate`, inspection), waitFigure(`${id}-wait`, inspection)]),
        },
    inspection.runLengths === undefined
      ? undefined
      : {
          id: `${id}-runs`,
          title: 'Runs and gaps',
          body: html`<div class="pair">${draw([
            runLengthFigure(`${id}-lengths`, inspection),
            gapFigure(`${id}-gaps`, inspection),
          ])}</div>`,
        },
  ];
  return all.filter((section) => section !== undefined);
}

/** By representation: by family, part of a record, turn, step and tool. */
function breakdowns({ inspection, measurement }: InspectedLog): Markup | undefined {
  if (measurement?.why !== undefined) return whyMarkup(measurement.why, labels);
  if (countAll(inspection.steps) <= MAX_STEPS_EXPLAINED) return undefined;
  const limit = groupedInteger(MAX_STEPS_EXPLAINED);
  return html`<p class="note">A log of more than ${limit} steps is not broken down further.</p>`;
}

function stallTable({ stalls }: Inspection): Markup | undefined {
  const { count, totalMs, thresholdMs, longest } = stalls;
  const limit = duration(thresholdMs);
  if (count === 0) return html`<p>No gap between two tokens of a step is ${limit} or longer.</p>`;
  const shown = longest.slice(0, MAX_STALLS);
  const which =
    count > shown.length ? `the ${shown.length} longest of ${groupedInteger(count)}` : 'all';
  return dataTable({
    caption: `Stalls of ${limit} or more, ${which}; ${duration(totalMs)} in all`,
    head: ['Step', 'seq', 'gap (ms)', 'at (ms inside turns)'],
    rows: shown.map((stall) => [
      stepName(stall),
      groupedInteger(stall.seq),
      groupedInteger(stall.gapMs),
      groupedInteger(stall.atMs),
    ]),
  });
}

function problemSection(inspection: Inspection, id: string): Section | undefined {
  const { salvaged, warnings } = inspection;
  const problems = [...(salvaged === undefined ? [] : [salvaged]), ...warnings];
  if (problems.length === 0) return undefined;
  const items = problems.map((problem) => {
    const place = placeText(problem);
    return html`<li><code>${problem.code}</code> <bdi>${shownName(problem.message, MAX_PATH_CHARS)}</bdi>${
      place === '' ? undefined : html` <span class="note"><bdi>${place}</bdi></span>`
    }</li>\n`;
  });
  return { id, title: labels.html.problems, body: html`<ul class="problems">\n${items}</ul>` };
}
