import type { Bin } from '../../inspect/histogram.ts';
import type { Chart } from '../figure.ts';
import { countAxis, shortNumber } from './axis.ts';

const HEIGHT_PX = 230;
const MAX_LABELS = 14;
/** Bins wider than this stand apart. */
const WIDE_BIN_PX = 12;

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
      y: countAxis(Math.max(...bins.map(({ count }) => count)), yLabel),
      marks: [
        Plot.rect(
          bars.filter(({ count }) => count > 0),
          {
            x1: 'at',
            x2: ({ at }) => at + 1,
            y1: () => 0,
            y2: 'count',
            fill: 'var(--stream)',
            stroke: 'var(--stream)', // a bar of one in a million is seen, too
            insetLeft: width / bins.length > WIDE_BIN_PX ? 1.5 : 0,
            insetRight: width / bins.length > WIDE_BIN_PX ? 1.5 : 0,
          },
        ),
        Plot.ruleY([0]),
      ],
    };
  };
