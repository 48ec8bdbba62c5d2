import { type Figure, type LegendEntry, legendOf } from '../../html/figure.ts';
import { duration } from '../../plot/units.ts';
import { groupedInteger } from '../../render/numbers.ts';
import type { Inspection } from '../inspect.ts';
import { countAll, type State } from '../states.ts';
import type { TimelineStep } from '../timeline.ts';
import { stepName, timelineChart } from './timeline-chart.ts';

/** Turns as bands, steps as bars with their first tokens, and stalls. */
export function timelineFigure(id: string, inspection: Inspection): Figure {
  const { timeline, stalls } = inspection;
  const { steps, stepsPerRow, inTurnMs } = timeline;
  const isOneEach = stepsPerRow === 1;
  return {
    id,
    title: 'Timeline of turns and steps',
    description:
      `${groupedInteger(countAll(inspection.steps))} steps over ${duration(inTurnMs)} inside turns; ` +
      `${groupedInteger(stalls.count)} stalls of ${duration(stalls.thresholdMs)} or more.`,
    chart: timelineChart(inspection),
    legend: legendOf(legendEntries(inspection)),
    note: isOneEach
      ? 'Time between turns is left out.'
      : `Time between turns is left out. Each bar and each row of the table stands for ${groupedInteger(stepsPerRow)} neighbouring steps.`,
    table: {
      caption: 'Steps; times in ms, counted inside turns',
      head: ['Step', 'steps', 'state', 'start', 'end', 'first token after', 'tokens'],
      textColumns: [2],
      rows: steps.map((row) => [
        stepName(row),
        groupedInteger(row.steps),
        stateText(row),
        groupedInteger(row.startMs),
        groupedInteger(row.endMs),
        row.waitMs === undefined ? '-' : groupedInteger(row.waitMs.median),
        groupedInteger(row.tokens),
      ]),
    },
  };
}

/** What is drawn, and no more. */
function legendEntries({ timeline, stalls }: Inspection): LegendEntry[] {
  const isOneEach = timeline.stepsPerRow === 1;
  const has = (state: State): boolean => timeline.steps.some(({ states }) => states[state] > 0);
  const entries: [isDrawn: boolean, ...LegendEntry][] = [
    [isOneEach, 'wait', 'waiting for the first token'],
    [isOneEach, 'first', 'first token'],
    [true, 'stream', isOneEach ? 'streaming' : 'steps'],
    [isOneEach, 'tail', 'after the last token'],
    [stalls.count > 0, 'bad', 'stall'],
    [isOneEach && has('interrupted'), 'sign', '✕ interrupted'],
    [isOneEach && has('running'), 'sign', '▸ running'],
  ];
  return entries.flatMap(([isDrawn, ...entry]) => (isDrawn ? [entry] : []));
}

function stateText({ steps, states }: TimelineStep): string {
  const held = Object.entries(states).filter(([, count]) => count > 0);
  return held.map(([state, count]) => (steps === 1 ? state : `${count} ${state}`)).join(', ');
}
