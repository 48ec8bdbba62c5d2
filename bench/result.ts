import { type Summary, summarize } from './stats.ts';

/** How a value is read: a ratio, a time or a size. */
export type Unit = '×' | 'ms' | 'MB';

/** A line of DESIGN's speed table. Never an absolute time: machines differ, ratios hardly do. */
export interface Goal {
  readonly bound: 'at least' | 'at most';
  readonly limit: number;
}

/** One line of the result. */
export interface Row {
  readonly what: string;
  readonly unit: Unit;
  /** Absent where the number only explains another row. */
  readonly goal?: Goal;
  readonly value: Summary;
  /** Where the value comes from, such as the times behind a ratio. */
  readonly note: string;
}

/** A line that could not be measured here, and why. */
export interface Skipped {
  readonly what: string;
  readonly skipped: string;
}

export type Result = Row | Skipped;

export const atLeast = (limit: number): Goal => ({ bound: 'at least', limit });
export const atMost = (limit: number): Goal => ({ bound: 'at most', limit });

/** Whether a row's median keeps its goal; undefined where it has none. */
export function isMet({ goal, value }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return goal.bound === 'at least' ? value.median >= goal.limit : value.median <= goal.limit;
}

/** Whether the goal lies within the middle half of the samples: another run may then decide otherwise. */
export const isClose = ({ goal, value }: Row): boolean =>
  goal !== undefined && value.low <= goal.limit && goal.limit <= value.high;

/** Samples of two contenders, taken in the same rounds. */
export interface Pairs {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

/**
 * Summarises the ratio of two contenders: first the ratio of every round, then the median of those.
 * Both samples of a round met the same load of the machine, so most of it cancels.
 */
export function ratioOf(above: readonly number[], below: readonly number[]): Summary {
  const ratios = above.map((value, round) => value / (below[round] as number)); // one per round
  // A time below zero is a mistake of the benchmark and would look like a goal kept.
  if (ratios.some((ratio) => !(ratio > 0))) throw new RangeError(`no ratio of times: ${ratios}`);
  return summarize(ratios);
}

/** The same ratio in CPU time, which tells a slow program from a busy machine. */
export const cpuNote = ({ ours, theirs }: Pairs): string =>
  `in CPU time ${ratioOf(ours, theirs).median.toFixed(2)} ×`;

/** Decimal, like the sizes of the logs and the stricter reading of the goals. */
const MB = 1_000_000;

/** Several samples as text: the median with its unit. */
export function shown(samples: readonly number[], unit: 'ms' | 'MB'): string {
  const { median } = summarize(samples);
  if (unit === 'MB') return `${Math.round(median)} MB`;
  return median >= 100 ? `${Math.round(median)} ms` : `${median.toFixed(1)} ms`;
}

/** Bytes in the unit of the memory goals. */
export const megabytes = (bytes: number): number => bytes / MB;
