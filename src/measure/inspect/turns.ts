import { isObject, own } from '../../codec/json.ts';
import { isAppendOrigin, stepKey } from '../../codec/page.ts';
import type { Run } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { EpochMs, JsonValue } from '../../codec/types.ts';

/** How a turn or a step stands at the end of the log. */
export type State = 'completed' | 'interrupted' | 'running';
export type StateCounts = Readonly<Record<State, number>>;

/** One step, with its token cadence; times in ms, absent where the log does not tell. */
export interface StepReport {
  readonly turn: number;
  readonly step: number;
  readonly state: State;
  /** Deltas, which is tokens as the provider cut them. */
  readonly tokens: number;
  /** From `step/start` to the first delta with content. */
  readonly firstTokenMs?: number;
  /** Tokens over the time from the first of them to the last. */
  readonly tokensPerSecond?: number;
}

interface StepFacts {
  readonly turn: number;
  readonly step: number;
  startedAt: EpochMs | undefined;
  firstTokenAt: EpochMs | undefined;
  lastTokenAt: EpochMs | undefined;
  tokens: number;
  hasEnded: boolean;
  message: 'none' | 'complete' | 'interrupted';
}

/** Reasons of a `turn/end` after which the answer is whole; every other is an interruption. */
const COMPLETE_REASONS: ReadonlySet<JsonValue | undefined> = new Set([
  undefined,
  'completed',
  'max-tokens',
]);

const MS_PER_SECOND = 1000;

/** Follows turns and steps. Memory: a few numbers for each step. */
export class TurnReader {
  readonly #turns = new Map<number, State>();
  readonly #steps = new Map<string, StepFacts>();

  observe(span: Span): void {
    if (isRun(span)) {
      this.#observeRun(span);
      return;
    }
    const { event } = span;
    const data = own(event, 'data');
    if (!isObject(data)) return;
    const turn = own(data, 'turn');
    const step = own(data, 'step');
    const type = own(event, 'type');
    if (typeof turn !== 'number') return;
    if (type === 'turn/start') this.#turns.set(turn, 'running');
    if (type === 'turn/end') this.#turns.set(turn, turnState(own(data, 'reason')));
    if (typeof step !== 'number') return;
    if (type === 'step/start') this.#step(turn, step).startedAt = timeOf(own(event, 'time'));
    if (type === 'step/end') this.#step(turn, step).hasEnded = true;
    if (type === 'assistant/message' && isAppendOrigin(event)) {
      const isInterrupted = own(data, 'interrupted') === true;
      this.#step(turn, step).message = isInterrupted ? 'interrupted' : 'complete';
    }
  }

  finish(): { turns: StateCounts; steps: StateCounts; cadence: StepReport[] } {
    const cadence = [...this.#steps.values()].map(stepReport);
    return {
      turns: countStates(this.#turns.values()),
      steps: countStates(cadence.map(({ state }) => state)),
      cadence,
    };
  }

  #observeRun({ head, times, fragments }: Run): void {
    const step = this.#step(head.turn, head.step);
    const first = head.name === undefined ? fragments.findIndex((text) => text !== '') : 0;
    step.firstTokenAt ??= times[first];
    step.lastTokenAt = times.at(-1);
    step.tokens += fragments.length;
  }

  #step(turn: number, step: number): StepFacts {
    const key = stepKey(turn, step);
    let facts = this.#steps.get(key);
    if (facts === undefined) {
      facts = {
        turn,
        step,
        startedAt: undefined,
        firstTokenAt: undefined,
        lastTokenAt: undefined,
        tokens: 0,
        hasEnded: false,
        message: 'none',
      };
      this.#steps.set(key, facts);
    }
    return facts;
  }
}

function turnState(reason: JsonValue | undefined): State {
  const kind = isObject(reason) ? own(reason, 'kind') : reason;
  return COMPLETE_REASONS.has(kind) ? 'completed' : 'interrupted';
}

function stepReport(facts: StepFacts): StepReport {
  const { turn, step, startedAt, firstTokenAt, lastTokenAt, tokens } = facts;
  const spanMs =
    firstTokenAt === undefined || lastTokenAt === undefined ? 0 : lastTokenAt - firstTokenAt;
  return {
    turn,
    step,
    state: stepState(facts),
    tokens,
    ...(startedAt === undefined || firstTokenAt === undefined
      ? {}
      : { firstTokenMs: firstTokenAt - startedAt }),
    ...(spanMs > 0 ? { tokensPerSecond: ((tokens - 1) * MS_PER_SECOND) / spanMs } : {}),
  };
}

/** A step without a message has failed or was cut off once it has ended, and runs until then. */
function stepState({ message, hasEnded }: StepFacts): State {
  if (message === 'complete') return 'completed';
  return message === 'interrupted' || hasEnded ? 'interrupted' : 'running';
}

function countStates(states: Iterable<State>): StateCounts {
  const counts = { completed: 0, interrupted: 0, running: 0 };
  for (const state of states) counts[state] += 1;
  return counts;
}

const timeOf = (time: JsonValue | undefined): EpochMs | undefined =>
  typeof time === 'number' ? time : undefined;
