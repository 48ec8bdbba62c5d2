import {
  type Cardinalities,
  deltasOf,
  leastEvents,
  ordinaryEvents,
  stepsOf,
} from './cardinalities.ts';
import { type AskedNumbers, refuseConflicts } from './conflicts.ts';
import type { Profile } from './profiles.ts';

/**
 * The numbers of a session: those asked for, exactly, and such others as fit them.
 * @throws {CardinalityError}
 */
export function planSession(asked: AskedNumbers, profile: Profile): Cardinalities {
  const turns = asked.turns ?? derivedTurns(asked, profile);
  const preferredCalls = Math.round(turns * profile.toolCallsPerTurn);
  const toolCalls =
    asked.toolCalls ??
    largest(0, preferredCalls, (calls) => isPossible(least(turns, calls, asked, profile), asked));
  const base = least(turns, toolCalls, asked, profile);
  const preferredRuns = preferredRunsOf(base, asked.events, profile);
  const runs =
    asked.runs ??
    largest(base.runs, preferredRuns, (some) => isPossible({ ...base, runs: some }, asked));
  const counts = { ...base, runs };
  const events = asked.events ?? ordinaryEvents(counts) + runs * profile.membersPerRun;
  const plan = { ...counts, events };
  refuseConflicts(plan, asked);
  return plan;
}

type Counts = Omit<Cardinalities, 'events'>;

/** A session with these turns and calls and otherwise as little as may be. */
function least(turns: number, toolCalls: number, asked: AskedNumbers, profile: Profile): Counts {
  const steps = stepsOf({ turns, toolCalls });
  const completedSteps =
    asked.completed === undefined
      ? Math.max(toolCalls, Math.round(steps * profile.completed))
      : Math.round(steps * asked.completed);
  return { turns, toolCalls, completedSteps, runs: asked.runs ?? steps };
}

/** Whether a session can have these numbers: what `refuseConflicts` asks for. */
function isPossible(counts: Counts, { events }: AskedNumbers): boolean {
  const { runs, completedSteps, toolCalls } = counts;
  if (runs < stepsOf(counts) || completedSteps < toolCalls) return false;
  return events === undefined || leastEvents(counts) <= events;
}

/** As many turns of the profile's size as the numbers have room for, or as few as they need. */
function derivedTurns(asked: AskedNumbers, profile: Profile): number {
  const { completed = 1, toolCalls = 0 } = asked;
  // Only the last step of a turn can lack its message.
  const fewest = completed === 0 ? 1 : Math.ceil((toolCalls * (1 - completed)) / completed);
  const preferred = Math.max(1, fewest, preferredTurns(asked, profile));
  return largest(Math.max(1, fewest), preferred, (turns) =>
    isPossible(least(turns, toolCalls, asked, profile), asked),
  );
}

/** Turns of the profile's size. */
function preferredTurns({ events, runs, toolCalls }: AskedNumbers, profile: Profile): number {
  const { toolCallsPerTurn, runsPerStep, membersPerRun } = profile;
  const runsPerTurn = (1 + toolCallsPerTurn) * runsPerStep;
  const rooms = [
    events === undefined ? undefined : events / (runsPerTurn * membersPerRun),
    runs === undefined ? undefined : (runs - (toolCalls ?? 0)) / runsPerTurn,
    toolCalls === undefined || toolCallsPerTurn === 0 ? undefined : toolCalls / toolCallsPerTurn,
  ].filter((room) => room !== undefined);
  if (rooms.length === 0) return profile.turns;
  return Math.max(1, Math.floor(Math.min(...rooms)));
}

/** By the profile's runs in a step; where the number of events is given, by the length of its runs. */
function preferredRunsOf(
  base: Counts,
  events: number | undefined,
  { runsPerStep, membersPerRun }: Profile,
): number {
  const steps = stepsOf(base);
  if (events === undefined) return Math.max(steps, Math.round(steps * runsPerStep));
  const deltas = deltasOf({ ...base, runs: steps, events });
  return Math.max(steps, Math.round(deltas / membersPerRun));
}

/** The largest integer of `[low, high]` that passes, `low` where none does; passing must be monotone. */
function largest(low: number, high: number, passes: (value: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (passes(middle)) from = middle;
    else to = middle - 1;
  }
  return from;
}
