import { shortNumber } from '../../html/charts/axis.ts';
import type { Figure } from '../../html/figure.ts';
import { duration } from '../../plot/units.ts';
import { groupedInteger } from '../../render/numbers.ts';
import type { Inspection } from '../inspect.ts';
import { timeAxis, unitFor } from './time-axis.ts';
import { stepName } from './timeline-chart.ts';

const MS_PER_SECOND = 1000;
const MARGINS = { marginTop: 28, marginBottom: 40 } as const;
const HEIGHT_PX = 200;
/** So that the highest dot does not lie on the edge. */
const HEADROOM = 1.1;

/** Tokens per second over the time inside turns. */
export function rateFigure(id: string, { tokenRate, timeline }: Inspection): Figure {
  const { binMs, tokens } = tokenRate;
  const { inTurnMs } = timeline;
  const unit = unitFor(inTurnMs);
  const rate = (count: number): number => (count * MS_PER_SECOND) / binMs;
  const corners = [...tokens, 0].map((count, at) => ({
    time: Math.min(at * binMs, Math.max(1, inTurnMs)) / unit.ms, // the last bin may be cut short
    rate: rate(count),
  }));
  const peak = rate(tokens.reduce((max, count) => Math.max(max, count), 0));
  return {
    id,
    title: 'Tokens per second',
    description: `At most ${peak.toFixed(1)} tokens per second, in bins of ${duration(binMs)}.`,
    chart: (Plot, width) => ({
      height: HEIGHT_PX,
      ...MARGINS,
      ...timeAxis(width, inTurnMs).margins,
      x: timeAxis(width, inTurnMs).x,
      y: { label: '↑ tokens/s', grid: true, tickFormat: shortNumber, ticks: 5, zero: true },
      marks: [
        Plot.areaY(corners, { x: 'time', y: 'rate', fill: 'var(--stream)', curve: 'step-after' }),
        Plot.ruleY([0]),
      ],
    }),
    note: `Bins of ${duration(binMs)}.`,
    table: {
      caption: `Tokens in bins of ${duration(binMs)} of time inside turns`,
      head: ['From (ms)', 'tokens', 'tokens/s'],
      rows: tokens.map((count, at) => [
        groupedInteger(at * binMs),
        groupedInteger(count),
        rate(count).toFixed(1),
      ]),
    },
  };
}

/** How long each step waited for its first token; undefined where the log does not tell. */
export function waitFigure(id: string, { timeline }: Inspection): Figure | undefined {
  const { inTurnMs } = timeline;
  const unit = unitFor(inTurnMs);
  const points = timeline.steps.flatMap((row) => {
    const { waitMs, startMs } = row;
    return waitMs === undefined ? [] : [{ ...waitMs, time: startMs / unit.ms, row }];
  });
  if (points.length === 0) return undefined;
  const waitUnit = unitFor(Math.max(...points.map(({ max }) => max)));
  const waits = points.map(({ time, min, median, max }) => ({
    time,
    min: min / waitUnit.ms,
    median: median / waitUnit.ms,
    max: max / waitUnit.ms,
  }));
  const slowest = Math.max(...points.map(({ max }) => max));
  const isOneEach = timeline.stepsPerRow === 1;
  return {
    id,
    title: 'Time to the first token',
    description: `At most ${duration(slowest)} from the start of a step to its first token.`,
    chart: (Plot, width) => ({
      height: HEIGHT_PX,
      ...MARGINS,
      ...timeAxis(width, inTurnMs).margins,
      x: timeAxis(width, inTurnMs).x,
      y: {
        label: `↑ wait (${waitUnit.name})`,
        grid: true,
        ticks: 5,
        domain: waitDomain(waits),
      },
      marks: [
        isOneEach
          ? null
          : Plot.ruleX(waits, { x: 'time', y1: 'min', y2: 'max', stroke: 'var(--tail)' }),
        Plot.dot(waits, { x: 'time', y: 'median', r: isOneEach ? 3.5 : 2, fill: 'var(--stream)' }),
        Plot.ruleY([0]),
      ],
    }),
    note: isOneEach
      ? undefined
      : `Each dot is the median of ${groupedInteger(timeline.stepsPerRow)} neighbouring steps, each line their range.`,
    table: {
      caption: 'Time from the start of a step to its first token, ms',
      head: ['Step', 'min', 'median', 'max'],
      rows: points.map(({ row, min, median, max }) => [
        stepName(row),
        ...[min, median, max].map(groupedInteger),
      ]),
    },
  };
}

/** From 0, or from below it where the clock stepped back, to above the longest wait. */
function waitDomain(waits: readonly { readonly min: number; readonly max: number }[]) {
  const longest = Math.max(0, ...waits.map(({ max }) => max));
  const shortest = Math.min(0, ...waits.map(({ min }) => min));
  return [HEADROOM * shortest, HEADROOM * longest || 1];
}
