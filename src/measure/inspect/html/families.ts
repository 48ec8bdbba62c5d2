import { barChart } from '../../html/charts/bars.ts';
import type { Figure } from '../../html/figure.ts';
import { groupedInteger, percent } from '../../render/numbers.ts';
import { shownName } from '../../why/shown-name.ts';
import type { Family } from '../families.ts';

/** Families that have a bar and a row of their own; a log may make up any number of types. */
const MAX_BARS = 14;
const MAX_ROWS = 100;

/** Where the bytes are: events by type. */
export function familyFigure(id: string, families: readonly Family[]): Figure {
  const total = families.reduce((sum, { jsonBytes }) => sum + jsonBytes, 0);
  const share = (bytes: number): string => percent(total === 0 ? 0 : bytes / total);
  const bars = summed(families, MAX_BARS);
  return {
    id,
    title: 'JSON bytes by event type',
    description: bars.map(({ type, jsonBytes }) => `${type}: ${share(jsonBytes)}.`).join(' '),
    chart: barChart(
      bars.map(({ type: label, jsonBytes: value }) => ({
        label,
        value,
        text: `${groupedInteger(value)} (${share(value)})`,
        color: 'var(--json)',
      })),
      'bytes →',
    ),
    table: {
      caption: 'Events by type, as logical events, however they are stored',
      head: ['Type', 'events', 'JSON bytes', 'share', 'bytes each'],
      rows: summed(families, MAX_ROWS).map(({ type, events, jsonBytes }) => [
        type,
        groupedInteger(events),
        groupedInteger(jsonBytes),
        share(jsonBytes),
        (jsonBytes / events).toFixed(1),
      ]),
    },
  };
}

/** The largest, and all others in one. */
function summed(families: readonly Family[], most: number): Family[] {
  const fits = families.length <= most + 1; // one more takes the place of the sum
  const shown = families.slice(0, fits ? families.length : most);
  const others = families.slice(shown.length);
  const named = shown.map((family) => ({ ...family, type: shownName(family.type) }));
  if (others.length === 0) return named;
  const sum = (of: (family: Family) => number): number =>
    others.reduce((total, family) => total + of(family), 0);
  const type = `(${groupedInteger(others.length)} more)`;
  const [events, jsonBytes] = [sum((each) => each.events), sum((each) => each.jsonBytes)];
  return [...named, { type, events, jsonBytes }];
}
