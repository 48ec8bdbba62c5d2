/** How a turn or a step stands at the end of the log. */
export type State = 'completed' | 'interrupted' | 'running';
export type StateCounts = Readonly<Record<State, number>>;

/** How many there are in all. */
export const countAll = ({ completed, interrupted, running }: StateCounts): number =>
  completed + interrupted + running;

/** How many are in each state. */
export function countStates(states: Iterable<State>): StateCounts {
  const counts = { completed: 0, interrupted: 0, running: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}
