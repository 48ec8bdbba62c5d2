import type { Chart } from '../../html/figure.ts';
import type { Inspection } from '../inspect.ts';
import type { TimelineStep } from '../timeline.ts';
import { NARROW_PX, timeAxis, unitFor } from './time-axis.ts';

/** Up to so many steps have a row each; more of them share one. */
const MAX_ROWS = 40;
const ROW_PX = 18;
const LANE_PX = 44;
const TOP_PX = 22;
const BOTTOM_PX = 40;
/** Turns narrower than this have no room for their name. */
const MIN_NAMED_TURN_PX = 46;

/** `turn 1 step 2`. */
export const stepName = ({ turn, step }: Pick<TimelineStep, 'turn' | 'step'>): string =>
  `turn ${turn} step ${step}`;

/** Turns as bands, steps as bars with their first tokens, and stalls. */
export function timelineChart({ timeline, stalls }: Inspection): Chart {
  const { turns, steps, inTurnMs } = timeline;
  const unit = unitFor(inTurnMs);
  const hasRows = steps.length <= MAX_ROWS;
  const rowPx = hasRows ? ROW_PX : LANE_PX;
  const height = (hasRows ? steps.length : 1) * rowPx;
  const at = (ms: number): number => ms / unit.ms;
  const rowOf = new Map(steps.map((row, index) => [stepName(row), hasRows ? index : 0]));
  const place = (row: TimelineStep, inset: number) => {
    const index = rowOf.get(stepName(row)) ?? 0;
    return { y1: index * rowPx + inset, y2: (index + 1) * rowPx - inset };
  };
  const waits = steps.flatMap((row) => {
    const { startMs: from, firstTokenMs: to } = row;
    return to === undefined ? [] : [{ x1: at(from), x2: at(to), ...place(row, 4) }];
  });
  const streams = steps.flatMap((row) => {
    const isGroup = row.steps > 1;
    const [from, to] = isGroup ? [row.startMs, row.endMs] : [row.firstTokenMs, row.lastTokenMs];
    if (from === undefined || to === undefined) return [];
    return [{ x1: at(from), x2: at(to), ...place(row, 4) }];
  });
  const tails = steps.flatMap((row) => {
    const from = row.lastTokenMs ?? (row.steps === 1 ? row.startMs : undefined);
    if (from === undefined || row.endMs <= from) return [];
    const { y1, y2 } = place(row, 0);
    return [{ x1: at(from), x2: at(row.endMs), y: (y1 + y2) / 2 }];
  });
  const firsts = waits.map(({ x2, y1, y2 }) => ({ x: x2, y1: y1 - 2, y2: y2 + 2 }));
  const late = stalls.longest.map((stall) => {
    const index = rowOf.get(stepName(stall)) ?? 0;
    const [x1, x2] = [at(Math.max(0, stall.atMs - stall.gapMs)), at(stall.atMs)];
    return { x1, x2, y1: index * rowPx + 3, y2: (index + 1) * rowPx - 3 };
  });
  const marked = steps.flatMap((row) => {
    const sign = row.states.interrupted > 0 ? '✕' : row.states.running > 0 ? '▸' : undefined;
    if (sign === undefined || row.steps > 1) return [];
    const { y1, y2 } = place(row, 0);
    return [{ x: at(row.endMs), y: (y1 + y2) / 2, sign }];
  });
  return (Plot, width) => {
    const { margins, x } = timeAxis(width, inTurnMs);
    const room = width - margins.marginLeft - margins.marginRight;
    const isNarrow = width < NARROW_PX;
    const rowNames = hasRows
      ? steps.map((row) => ({ row, name: isNarrow ? `${row.turn}·${row.step}` : stepName(row) }))
      : steps.slice(0, 1).map((row) => ({ row, name: 'steps' }));
    const named = turns.filter(
      ({ startMs, endMs, turns: count }) =>
        count === 1 && ((endMs - startMs) / Math.max(1, inTurnMs)) * room > MIN_NAMED_TURN_PX,
    );
    return {
      height: height + TOP_PX + BOTTOM_PX,
      ...margins,
      marginTop: TOP_PX,
      marginBottom: BOTTOM_PX,
      x,
      y: { axis: null, domain: [0, height], range: [TOP_PX, TOP_PX + height] },
      marks: [
        Plot.rect(
          turns.filter((_, index) => index % 2 === 0),
          {
            x1: ({ startMs }) => at(startMs),
            x2: ({ endMs }) => at(endMs),
            y1: () => 0,
            y2: () => height,
            fill: 'var(--band)',
          },
        ),
        Plot.text(named, {
          x: ({ startMs }) => at(startMs),
          y: () => 0,
          text: ({ turn }) => `turn ${turn}`,
          textAnchor: 'start',
          dx: 3,
          dy: -9,
        }),
        Plot.text(rowNames, {
          x: () => 0,
          y: ({ row }) => {
            const { y1, y2 } = place(row, 0);
            return (y1 + y2) / 2;
          },
          text: 'name',
          textAnchor: 'end',
          dx: -6,
        }),
        Plot.link(tails, { x1: 'x1', x2: 'x2', y: 'y', stroke: 'var(--tail)', strokeWidth: 1.5 }),
        hasRows
          ? Plot.rect(waits, {
              x1: 'x1',
              x2: 'x2',
              y1: 'y1',
              y2: 'y2',
              fill: 'var(--wait)',
              stroke: 'var(--stream)',
            })
          : null,
        Plot.rect(streams, { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: 'var(--stream)' }),
        Plot.rect(late, {
          x1: 'x1',
          x2: 'x2',
          y1: 'y1',
          y2: 'y2',
          fill: 'var(--bad)',
          stroke: 'var(--bad)',
        }),
        Plot.ruleX(firsts, {
          x: 'x',
          y1: 'y1',
          y2: 'y2',
          stroke: 'var(--mark)',
          strokeWidth: hasRows ? 2 : 1,
        }),
        Plot.text(marked, {
          x: 'x',
          y: 'y',
          text: 'sign',
          fill: 'var(--bad)',
          fontWeight: 'bold',
          textAnchor: 'start',
          dx: 3,
        }),
        Plot.ruleY([height]),
      ],
    };
  };
}
