import type { PlotOptions } from '@observablehq/plot';
import { html, type Markup } from './markup.ts';
import type { Plot, Plotter } from './plotter.ts';
import { type DataTable, foldedTable } from './table.ts';
import type { HtmlWords } from './words.ts';

/** How wide a figure is drawn, px: once for the narrow page and once for the wide one. */
const NARROW_PX = 340;
const WIDE_PX = { full: 960, half: 460 } as const;

/** A chart as a function of its width, so that its text has the size of text at any width. */
export type Chart = (Plot: Plot, width: number) => PlotOptions;

export interface Figure {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  /** What it shows and what stands out, for those who do not see it. */
  readonly description: string;
  readonly chart: Chart;
  /** The numbers of the chart, where they do not stand beside it already. */
  readonly table?: DataTable;
  readonly size?: keyof typeof WIDE_PX;
  /** What stands over the chart, such as the meaning of its colours. */
  readonly legend?: Markup | undefined;
  readonly note?: string | undefined;
}

/** A chart with its name, its explanation and, folded away, its numbers. */
export function figure(plotter: Plotter, words: HtmlWords, drawn: Figure): Markup {
  const { id, title, description, chart, table, size = 'full', legend, note } = drawn;
  const at = (suffix: string, width: number): Markup =>
    plotter.draw({
      id: `${id}-${suffix}`,
      title,
      description,
      options: { width, ...chart(plotter.Plot, width) },
    });
  return html`<figure id="${id}" class="${size}">
<figcaption>${title}</figcaption>
${legend}
<div class="chart wide">${at('wide', WIDE_PX[size])}</div>
<div class="chart narrow">${at('narrow', NARROW_PX)}</div>
${note === undefined ? undefined : html`<p class="note">${note}</p>`}
${table && foldedTable(words.numbersOf(title), table)}
</figure>
`;
}

/** A class of the style sheet, whose colour it shows, and words. */
export type LegendEntry = readonly [className: string, text: string];

/** The meaning of colours and signs. */
export const legendOf = (entries: readonly LegendEntry[]): Markup =>
  html`<ul class="legend">${entries.map(
    ([name, text]) => html`<li><span class="swatch ${name}" aria-hidden="true"></span>${text}</li>`,
  )}</ul>`;
