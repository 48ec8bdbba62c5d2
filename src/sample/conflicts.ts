import { type Cardinalities, deltasOf, leastEvents, stepsOf } from './cardinalities.ts';

/** Numbers that were asked for; the others follow from a profile. */
export interface AskedNumbers {
  readonly events?: number | undefined;
  readonly runs?: number | undefined;
  readonly turns?: number | undefined;
  readonly toolCalls?: number | undefined;
  /** Share of the steps that get their assistant message, 0 to 1. */
  readonly completed?: number | undefined;
}

/** Numbers that no session can have together. The message says which, and what the least is. */
export class CardinalityError extends Error {
  override readonly name = 'CardinalityError';
}

/**
 * Deltas of an average run, and of an average answer that gets a message: what becomes one line of
 * the log stays far below the 64 MiB at which readers stop, 25 bytes a delta and the spread of
 * sizes included.
 */
const LINE_DELTAS_MAX = 600_000;

/**
 * Refuses numbers that no session can have together.
 * @throws {CardinalityError}
 */
export function refuseConflicts(plan: Cardinalities, asked: AskedNumbers): void {
  const { events, runs, turns, toolCalls, completedSteps } = plan;
  const steps = stepsOf(plan);
  if (runs < steps) {
    throw new CardinalityError(
      `${namesOf(asked, ['runs', 'turns', 'toolCalls'])} cannot be met together: ` +
        `each of the ${steps} steps (one a turn and one a tool call) streams a run; the least is --runs ${steps}`,
    );
  }
  if (completedSteps < toolCalls) {
    const enough = Math.ceil(((toolCalls - 0.5) / steps) * 1_000) / 10;
    throw new CardinalityError(
      `${namesOf(asked, ['completed', 'turns', 'toolCalls'])} cannot be met together: ` +
        `a step that calls a tool has its message, so at most ${turns} of ${steps} steps can lack theirs; ` +
        `the least is --completed ${enough}%`,
    );
  }
  const enough = leastEvents(plan);
  if (events < enough) {
    throw new CardinalityError(
      `${namesOf(asked, ['events', 'runs', 'turns', 'toolCalls', 'completed'])} cannot be met together: ` +
        `a run has 3 deltas or more, and turns, steps, blocks and messages have events of their own; ` +
        `the least is --events ${enough}`,
    );
  }
  const deltas = deltasOf(plan);
  if (deltas / runs > LINE_DELTAS_MAX) {
    const enough = Math.ceil(deltas / LINE_DELTAS_MAX);
    throw new CardinalityError(
      `a run of ${Math.round(deltas / runs)} deltas makes a row longer than a line that readers take; ` +
        `the least is about --runs ${enough}`,
    );
  }
  if (completedSteps > 0 && deltas / steps > LINE_DELTAS_MAX) {
    const enough = Math.ceil(deltas / LINE_DELTAS_MAX) - toolCalls;
    throw new CardinalityError(
      `an answer of ${Math.round(deltas / steps)} deltas makes a message longer than a line that readers take; ` +
        `the least is about --turns ${enough}, or take --completed 0%`,
    );
  }
}

/** The flags that were given, of those that bear on a conflict. */
function namesOf(asked: AskedNumbers, keys: readonly (keyof AskedNumbers)[]): string {
  const given = keys.flatMap((key) => {
    const value = asked[key];
    if (value === undefined) return [];
    return [
      key === 'completed' ? `--completed ${+(value * 100).toFixed(4)}%` : `${flagOf(key)} ${value}`,
    ];
  });
  return given.join(' and ');
}

const flagOf = (key: keyof AskedNumbers): string =>
  `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
