import { byForm } from '../forms.ts';
import type { Measurement } from '../measure.ts';
import type { Labels } from '../render/labels.ts';
import { groupedInteger } from '../render/numbers.ts';
import { tableRows } from '../render/rows.ts';
import { barChart, type ChartBar } from './charts/bars.ts';
import { figure, legendOf } from './figure.ts';
import { html, type Markup } from './markup.ts';
import type { Plotter } from './plotter.ts';
import { dataTable } from './table.ts';

/** Sizes that have a bar, in the order of the table. */
const SHOWN_SIZES = ['json', 'gzip', 'brotli'] as const;
type ShownSize = (typeof SHOWN_SIZES)[number];
const COLORS: Readonly<Record<ShownSize, string>> = {
  json: 'var(--json)',
  gzip: 'var(--gzip)',
  brotli: 'var(--brotli)',
};

/**
 * The note's table, its sentences, and the sizes as bars.
 * @param sizes the first of them where not all were measured
 */
export function sizesMarkup(
  plotter: Plotter,
  id: string,
  name: string,
  measured: Pick<Measurement, 'weights'>,
  sentences: readonly string[],
  labels: Labels,
  sizes: readonly ShownSize[] = SHOWN_SIZES,
): Markup {
  const words = labels.html;
  const shown = labels.columns.length - SHOWN_SIZES.length + sizes.length;
  const columns = labels.columns.slice(labels.columns.length - SHOWN_SIZES.length);
  const bars = byForm(measured.weights).flatMap(([form, weight]): ChartBar[] => {
    const values = [weight.jsonBytes, weight.gzipBytes, weight.brotliBytes];
    return sizes.map((size, at) => ({
      group: labels.forms[form] ?? form,
      label: columns[at] ?? size,
      value: values[at] ?? 0,
      text: groupedInteger(values[at] ?? 0),
      color: COLORS[size],
    }));
  });
  const table = {
    caption: words.sizesOf(name),
    head: labels.columns.slice(0, shown),
    rows: tableRows(measured, labels).map((cells) => cells.slice(0, shown)),
  };
  return html`${dataTable(table)}
${sentences.map((sentence) => html`<p>${sentence}</p>\n`)}
${
  bars.length === 0
    ? undefined
    : figure(plotter, words, {
        id,
        title: words.sizes,
        description: bars.map(({ group, label, text }) => `${group}, ${label}: ${text}.`).join(' '),
        chart: barChart(bars, `${words.bytes} →`),
        legend: legendOf(sizes.map((size, at) => [size, columns[at] ?? size] as const)),
      })
}`;
}
