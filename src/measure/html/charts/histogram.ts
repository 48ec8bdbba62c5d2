import type { Bin } from '../../inspect/histogram.ts';
import type { Chart } from '../figure.ts';

const HEIGHT_PX = 230;
const MAX_LABELS = 14;

/** A histogram in bins of a log scale; each bin is named by where it begins. */
export const histogramChart =
  (bins: readonly Bin[], xLabel: string, yLabel: string): Chart =>
  (Plot, width) => {
    const every = Math.ceil(bins.length / MAX_LABELS);
    const bars = bins.map(({ from, count }, at) => ({ at, from, count }));
    return {
      height: HEIGHT_PX,
      marginLeft: 56,
      marginRight: 18,
      marginTop: 28,
      marginBottom: 42,
      x: {
        label: xLabel,
        domain: [0, Math.max(1, bins.length)],
        ticks: bars.filter(({ at }) => at % every === 0).map(({ at }) => at),
        tickFormat: (at: number) => shortNumber(bins[at]?.from ?? 0),
      },
      y: { label: yLabel, grid: true, tickFormat: 's', ticks: 5, zero: true },
      marks: [
        Plot.rect(bars, {
          x1: 'at',
          x2: ({ at }) => at + 1,
          y1: () => 0,
          y2: 'count',
          fill: 'var(--stream)',
          insetLeft: width / bins.length > 12 ? 1.5 : 0.5,
        }),
        Plot.ruleY([0]),
      ],
    };
  };

const THOUSANDS = ['', 'k', 'M', 'G', 'T', 'P'];

/** `1`, `20`, `5k`, `2M`: edges of bins are round. */
function shortNumber(value: number): string {
  let [rest, unit] = [value, 0];
  while (rest >= 1000 && unit < THOUSANDS.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${rest}${THOUSANDS[unit]}`;
}
