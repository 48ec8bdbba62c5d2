import { distributionOf } from './distribution.ts';
import { countStates, type State, type StateCounts } from './states.ts';

/** A turn, or several neighbours where there are many. Times are positions inside turns, ms. */
export interface TimelineTurn {
  /** Of the first of them. */
  readonly turn: number;
  readonly turns: number;
  readonly states: StateCounts;
  readonly startMs: number;
  readonly endMs: number;
}

/** A step, or several neighbours where there are many. Times are positions inside turns, ms. */
export interface TimelineStep {
  /** Those of the first of them. */
  readonly turn: number;
  readonly step: number;
  readonly steps: number;
  readonly states: StateCounts;
  readonly tokens: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Of a single step alone. */
  readonly firstTokenMs?: number;
  readonly lastTokenMs?: number;
  /** From `step/start` to the first token, over those steps that tell. */
  readonly waitMs?: { readonly min: number; readonly median: number; readonly max: number };
}

/** Turns and steps in the order of the log, in a bounded number of rows. */
export interface Timeline {
  /** Time inside turns in all, ms. */
  readonly inTurnMs: number;
  /** 1, or how many neighbours a row stands for. */
  readonly turnsPerRow: number;
  readonly stepsPerRow: number;
  readonly turns: readonly TimelineTurn[];
  readonly steps: readonly TimelineStep[];
}

/** Rows of turns and of steps at most: as many as a wide plot can show. */
export const MAX_TIMELINE_ROWS = 500;

/** What the timeline needs of one turn. */
export interface TurnPlace {
  readonly turn: number;
  readonly state: State;
  readonly startMs: number;
  readonly endMs: number;
}

/** What it needs of one step. */
export interface StepPlace extends TurnPlace {
  readonly step: number;
  readonly tokens: number;
  readonly firstTokenMs: number | undefined;
  readonly lastTokenMs: number | undefined;
  /** By the log's own clock. */
  readonly waitMs: number | undefined;
}

/** A list that need not be in memory as such. */
export interface Listed<Item> {
  readonly length: number;
  readonly at: (index: number) => Item;
}

/** Puts turns and steps into rows, one group at a time. */
export function timelineOf(
  turns: readonly TurnPlace[],
  steps: Listed<StepPlace>,
  inTurnMs: number,
): Timeline {
  const turnsPerRow = Math.ceil(turns.length / MAX_TIMELINE_ROWS) || 1;
  const stepsPerRow = Math.ceil(steps.length / MAX_TIMELINE_ROWS) || 1;
  return {
    inTurnMs,
    turnsPerRow,
    stepsPerRow,
    turns: groupsOf(listed(turns), turnsPerRow, (first, group) => ({
      turn: first.turn,
      turns: group.length,
      ...spanOf(group),
    })),
    steps: groupsOf(steps, stepsPerRow, stepRow),
  };
}

/** An array as such a list. */
export const listed = <Item>(items: readonly Item[]): Listed<Item> => ({
  length: items.length,
  at: (index) => items[index] as Item, // asked for what is there alone
});

function stepRow(first: StepPlace, group: readonly StepPlace[]): TimelineStep {
  const waits = distributionOf(group.flatMap(({ waitMs }) => waitMs ?? []));
  const isOne = group.length === 1;
  return {
    turn: first.turn,
    step: first.step,
    steps: group.length,
    tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
    ...spanOf(group),
    ...(isOne && first.firstTokenMs !== undefined ? { firstTokenMs: first.firstTokenMs } : {}),
    ...(isOne && first.lastTokenMs !== undefined ? { lastTokenMs: first.lastTokenMs } : {}),
    ...(waits === undefined
      ? {}
      : { waitMs: { min: waits.min, median: waits.median, max: waits.max } }),
  };
}

function spanOf(group: readonly TurnPlace[]): Pick<TimelineTurn, 'states' | 'startMs' | 'endMs'> {
  return {
    states: countStates(group.map(({ state }) => state)),
    startMs: Math.min(...group.map(({ startMs }) => startMs)),
    endMs: Math.max(...group.map(({ endMs }) => endMs)),
  };
}

function groupsOf<Item, Row>(
  { length, at }: Listed<Item>,
  size: number,
  rowOf: (first: Item, group: readonly Item[]) => Row,
): Row[] {
  return Array.from({ length: Math.ceil(length / size) }, (_, row) => {
    const from = row * size;
    const count = Math.min(size, length - from);
    const group = Array.from({ length: count }, (_, member) => at(from + member));
    return rowOf(group[0] as Item, group); // none is empty
  });
}
