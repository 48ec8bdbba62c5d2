import type { Chart } from '../figure.ts';
import { shortNumber } from './axis.ts';

/** One bar of a horizontal bar chart. */
export interface ChartBar {
  readonly label: string;
  readonly value: number;
  /** The number in words, which stands at the bar. */
  readonly text: string;
  /** A colour of the style sheet. */
  readonly color: string;
  /** Bars with the same group stand together under its name; without it each stands for itself. */
  readonly group?: string;
}

/** Below this a label does not fit beside its bar, so that it goes above it. */
const BESIDE_MIN_PX = 600;
const CHAR_PX = 7;
const BAR_PX = 15;
const LABEL_PX = 17;
const GROUP_GAP_PX = 10;
const MAX_LABEL_CHARS = 42;
const PADDING_PX = 6;

/**
 * Horizontal bars to one scale from 0, each with its number. Rows are placed by hand: a group has its
 * name beside its bars, or above them where the page is narrow.
 */
export function barChart(bars: readonly ChartBar[], axis: string): Chart {
  const groups = new Map<string, ChartBar[]>();
  for (const bar of bars) {
    const name = bar.group ?? bar.label;
    groups.set(name, [...(groups.get(name) ?? []), bar]);
  }
  const names = [...groups.keys()];
  const longest = (texts: readonly string[]): number =>
    Math.max(0, ...texts.map(({ length }) => Math.min(length, MAX_LABEL_CHARS))) * CHAR_PX;
  return (Plot, width) => {
    const isBeside = width >= BESIDE_MIN_PX;
    const gap = bars.length === names.length && isBeside ? 4 : GROUP_GAP_PX;
    const rows: (ChartBar & { readonly y1: number; readonly y2: number })[] = [];
    const heads: { readonly name: string; readonly y: number }[] = [];
    let y = 0;
    for (const [name, group] of groups) {
      const middle = y + (group.length * BAR_PX) / 2;
      heads.push({ name: cut(name), y: isBeside ? middle : y + LABEL_PX / 2 });
      if (!isBeside) y += LABEL_PX;
      for (const bar of group) {
        rows.push({ ...bar, y1: y + 1, y2: y + BAR_PX - 1 });
        y += BAR_PX;
      }
      y += gap;
    }
    const marginLeft = isBeside ? longest(names) + PADDING_PX : 1;
    const marginRight = longest(bars.map(({ text }) => text)) + PADDING_PX;
    return {
      height: y + 40,
      marginLeft,
      marginRight,
      marginTop: 4,
      marginBottom: 36,
      x: {
        label: axis,
        domain: [0, Math.max(1, ...bars.map(({ value }) => value))],
        tickFormat: shortNumber,
        grid: true,
        ticks: isBeside ? 8 : 4,
      },
      y: { axis: null, domain: [0, y], range: [4, y + 4] },
      marks: [
        Plot.rect(rows, { x1: () => 0, x2: 'value', y1: 'y1', y2: 'y2', fill: 'color' }),
        Plot.text(rows, {
          x: 'value',
          y: ({ y1, y2 }) => (y1 + y2) / 2,
          text: 'text',
          textAnchor: 'start',
          dx: PADDING_PX,
        }),
        Plot.text(heads, {
          x: () => 0,
          y: 'y',
          text: 'name',
          textAnchor: isBeside ? 'end' : 'start',
          dx: isBeside ? -PADDING_PX : PADDING_PX / 2,
        }),
        Plot.ruleX([0]),
      ],
    };
  };
}

const cut = (text: string): string =>
  text.length > MAX_LABEL_CHARS ? `${text.slice(0, MAX_LABEL_CHARS - 1)}…` : text;
