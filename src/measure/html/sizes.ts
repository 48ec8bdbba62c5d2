import { FORMS, type Measurement } from '../measure.ts';
import type { Labels } from '../render/labels.ts';
import { groupedInteger } from '../render/numbers.ts';
import { tableRows } from '../render/rows.ts';
import { barChart, type ChartBar } from './charts/bars.ts';
import { figure, legendOf } from './figure.ts';
import { html, type Markup } from './markup.ts';
import type { Plotter } from './plotter.ts';
import { dataTable } from './table.ts';

const COLORS = { json: 'var(--json)', gzip: 'var(--gzip)', brotli: 'var(--brotli)' } as const;

/** The note's table, its sentences, and the sizes as bars. */
export function sizesMarkup(
  plotter: Plotter,
  id: string,
  name: string,
  measured: Pick<Measurement, 'weights'>,
  sentences: readonly string[],
  labels: Labels,
): Markup {
  const words = labels.html;
  const [, , ...columns] = labels.columns;
  const sizes = ['json', 'gzip', 'brotli'] as const;
  const bars = FORMS.flatMap((form): ChartBar[] => {
    const weight = measured.weights[form];
    if (weight === undefined) return [];
    const values = [weight.jsonBytes, weight.gzipBytes, weight.brotliBytes];
    return sizes.map((size, at) => ({
      group: labels.forms[form],
      label: columns[at] ?? size,
      value: values[at] ?? 0,
      text: groupedInteger(values[at] ?? 0),
      color: COLORS[size],
    }));
  });
  const table = {
    caption: words.sizesOf(name),
    head: labels.columns,
    rows: tableRows(measured, labels),
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
