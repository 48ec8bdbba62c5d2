import { MIN_ROW_MEMBERS } from '../codec/run.ts';

/** How many of what a session has. All of it follows from these. */
export interface Cardinalities {
  /** Logical events. */
  readonly events: number;
  /** Maximal runs of deltas, each long enough for a row. */
  readonly runs: number;
  readonly turns: number;
  /** Calls, each made by a step of its own; the step that follows gets its result. */
  readonly toolCalls: number;
  /** Steps that get their assistant message. */
  readonly completedSteps: number;
}

/** A turn has a step for each tool call and one more, which answers. */
export const stepsOf = ({ turns, toolCalls }: Pick<Cardinalities, 'turns' | 'toolCalls'>): number =>
  turns + toolCalls;

const EVENTS_PER_TURN = 3; // turn/start, user/message, turn/end
const EVENTS_PER_STEP = 2; // step/start, step/end
const EVENTS_PER_RUN = 2; // block-start, block-end
const EVENTS_PER_MESSAGE = 3; // usage, finish, assistant/message
const EVENTS_PER_CALL = 2; // tool/call, tool/result

/** Events that are no deltas. The last block of a step without a message has no end. */
export function ordinaryEvents(counts: Omit<Cardinalities, 'events'>): number {
  const steps = stepsOf(counts);
  return (
    EVENTS_PER_TURN * counts.turns +
    EVENTS_PER_STEP * steps +
    EVENTS_PER_RUN * counts.runs -
    (steps - counts.completedSteps) +
    EVENTS_PER_MESSAGE * counts.completedSteps +
    EVENTS_PER_CALL * counts.toolCalls
  );
}

/** The least number of events with which the other numbers can be met. */
export const leastEvents = (counts: Omit<Cardinalities, 'events'>): number =>
  ordinaryEvents(counts) + MIN_ROW_MEMBERS * counts.runs;

/** The deltas of a session. */
export const deltasOf = (counts: Cardinalities): number => counts.events - ordinaryEvents(counts);
