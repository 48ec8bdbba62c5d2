import { html, type Markup } from '../../html/markup.ts';
import { duration } from '../../plot/units.ts';
import { groupedInteger, percent } from '../../render/numbers.ts';
import { factsOf } from '../facts.ts';
import type { Inspection } from '../inspect.ts';

/** What a log is, as terms and values. */
export const factsMarkup = (inspection: Inspection): Markup => html`<dl>
${factsOf(inspection).map(([term, text]) => html`<dt>${term}</dt><dd><bdi>${text}</bdi></dd>\n`)}</dl>`;

/** The numbers that one looks for first. */
export function keyFigures(inspection: Inspection): Markup {
  const { events, sizes, gaps, timeline, stalls } = inspection;
  const { raw, packed } = sizes?.forms ?? {};
  const tokens = timeline.steps.reduce((sum, step) => sum + step.tokens, 0);
  const figures: [string, string][] = [
    [groupedInteger(events), 'logical events'],
    [groupedInteger(tokens), 'tokens, as deltas'],
  ];
  if (raw !== undefined && packed !== undefined && raw.jsonBytes > 0) {
    const change = packed.jsonBytes / raw.jsonBytes - 1;
    const sign = change > 0 ? '+' : '−';
    figures.push([
      `${sign}${percent(Math.abs(change))}`,
      `JSON bytes when packed: ${groupedInteger(raw.jsonBytes)} to ${groupedInteger(packed.jsonBytes)}`,
    ]);
  }
  if (gaps.p95 !== null) figures.push([duration(gaps.p95), 'p95 gap between tokens']);
  figures.push([
    groupedInteger(stalls.count),
    `${stalls.count === 1 ? 'stall' : 'stalls'} of ${duration(stalls.thresholdMs)} or more`,
  ]);
  return html`<ul class="figures">
${figures.map(([value, text]) => html`<li><strong>${value}</strong><span>${text}</span></li>\n`)}</ul>`;
}
