import { histogramChart } from '../../html/charts/histogram.ts';
import type { Figure } from '../../html/figure.ts';
import { binText, duration } from '../../plot/units.ts';
import { groupedInteger } from '../../render/numbers.ts';
import type { Bin } from '../histogram.ts';
import type { Inspection } from '../inspect.ts';

/** How long runs are, over maximal runs. */
export function runLengthFigure(id: string, inspection: Inspection): Figure | undefined {
  const { runLengths, runLengthBins: bins } = inspection;
  if (runLengths === undefined) return undefined;
  const { count, min, median, p95, max } = runLengths;
  const text = `${groupedInteger(count)} runs: min ${groupedInteger(min)}, median ${groupedInteger(median)}, p95 ${groupedInteger(p95)}, max ${groupedInteger(max)} tokens.`;
  return {
    id,
    title: 'Run lengths',
    description: text,
    size: 'half',
    chart: histogramChart(bins, 'tokens in a run, log scale →', '↑ runs'),
    note: text,
    table: binTable('Runs by length', 'Tokens', 'runs', bins),
  };
}

/** How long it takes from one token to the next. */
export function gapFigure(id: string, { gaps }: Inspection): Figure | undefined {
  if (gaps.bins.length === 0) return undefined;
  const { count, negative, median, p95, max } = gaps;
  const quantile = (name: string, ms: number | null): string =>
    ms === null ? `${name} 10 s or more` : `${name} ${duration(ms)}`;
  const text =
    `${groupedInteger(count)} gaps: ${quantile('median', median)}, ${quantile('p95', p95)}, max ${duration(max ?? 0)}` +
    `${negative > 0 ? `; ${groupedInteger(negative)} where the clock stepped back are not shown` : ''}.`;
  return {
    id,
    title: 'Gaps between tokens',
    description: text,
    size: 'half',
    chart: histogramChart(gaps.bins, 'gap (ms), log scale →', '↑ gaps'),
    note: text,
    table: binTable('Gaps between the tokens of a step, ms', 'Gap', 'gaps', gaps.bins),
  };
}

const binTable = (caption: string, name: string, counted: string, bins: readonly Bin[]) => ({
  caption,
  head: [name, counted],
  rows: bins.map((bin) => [binText(bin), groupedInteger(bin.count)]),
});
