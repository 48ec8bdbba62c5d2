import type { ChalkInstance } from 'chalk';
import { byForm } from '../forms.ts';
import { barLines } from '../plot/bars.ts';
import { sumGroups } from '../plot/regroup.ts';
import { sparkline } from '../plot/sparkline.ts';
import { binText, duration } from '../plot/units.ts';
import { LABELS } from '../render/labels.ts';
import { groupedInteger } from '../render/numbers.ts';
import type { Bin } from './histogram.ts';
import type { Inspection } from './inspect.ts';

/** Stalls listed; the JSON form has more. */
const MAX_STALLS = 5;
const INDENT = '  ';
const MS_PER_SECOND = 1000;

/** The plots of an inspection, each as its lines; those that would be empty are left out. */
export function inspectionPlots(
  inspection: Inspection,
  columns: number,
  chalk: ChalkInstance,
): string[][] {
  const titled = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [chalk.bold(title), ...lines.map((line) => INDENT + line)];
  const room = columns - INDENT.length;
  const { runLengthBins, gaps, stalls } = inspection;
  return [
    titled('JSON bytes by representation', sizeLines(inspection, room)),
    titled('Run lengths (tokens)', binLines(runLengthBins, room)),
    titled(
      `Gaps between tokens (ms)${gaps.negative > 0 ? `, ${groupedInteger(gaps.negative)} negative` : ''}`,
      binLines(gaps.bins, room),
    ),
    titled('Tokens over time', rateLines(inspection, room)),
    titled(stallTitle(inspection), stalls.longest.slice(0, MAX_STALLS).map(stallLine)),
  ].filter((lines) => lines.length > 0);
}

function sizeLines({ sizes }: Inspection, columns: number): string[] {
  const bars = byForm(sizes?.forms ?? {}).map(([form, { jsonBytes }]) => ({
    label: LABELS.en.forms[form] ?? form,
    value: jsonBytes,
    text: groupedInteger(jsonBytes),
  }));
  return barLines(bars, columns);
}

const binLines = (bins: readonly Bin[], columns: number): string[] =>
  barLines(
    bins.map((bin) => ({
      label: binText(bin),
      value: bin.count,
      text: groupedInteger(bin.count),
    })),
    columns,
  );

/** A sparkline over the time inside turns, and what its ends and its height are. */
function rateLines({ tokenRate, timeline }: Inspection, columns: number): string[] {
  const { binMs, tokens } = tokenRate;
  if (tokens.length === 0) return [];
  const perColumn = Math.ceil(tokens.length / columns);
  const columnMs = perColumn * binMs;
  const shown = sumGroups(tokens, perColumn);
  const peak = (Math.max(...shown) * MS_PER_SECOND) / columnMs;
  return [
    sparkline(shown).trimEnd(),
    `${duration(timeline.inTurnMs)} inside turns, ${duration(columnMs)} a column, at most ${peak.toFixed(1)} tokens/s`,
  ];
}

function stallTitle({ stalls }: Inspection): string {
  const { count, totalMs, thresholdMs } = stalls;
  const which = count > MAX_STALLS ? `, the ${MAX_STALLS} longest` : '';
  return `Stalls of ${duration(thresholdMs)} or more: ${groupedInteger(count)}, ${duration(totalMs)} in all${which}`;
}

const stallLine = ({ gapMs, seq, turn, step }: Inspection['stalls']['longest'][number]): string =>
  `${duration(gapMs)} before seq ${seq}, turn ${turn} step ${step}`;
