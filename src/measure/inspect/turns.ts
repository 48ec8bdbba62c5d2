import { isObject, own } from '../../codec/json.ts';
import { isAppendOrigin, stepKey } from '../../codec/page.ts';
import type { Run } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { EpochMs, JsonValue } from '../../codec/types.ts';
import { countStates, type State, type StateCounts } from './states.ts';
import { type StepPlace, type Timeline, type TurnPlace, timelineOf } from './timeline.ts';

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

/** What is known of one turn; positions are ms of time inside turns. */
interface TurnFacts extends TurnPlace {
  endMs: number;
  state: State;
}

interface StepFacts {
  readonly turn: number;
  readonly step: number;
  readonly startMs: number;
  endMs: number;
  firstTokenMs: number | undefined;
  lastTokenMs: number | undefined;
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
  readonly #turns = new Map<number, TurnFacts>();
  readonly #steps = new Map<string, StepFacts>();

  /** Takes the next span, with the positions inside turns of its event or of its members. */
  observe(span: Span, positions: Float64Array): void {
    if (isRun(span)) {
      this.#observeRun(span, positions);
      return;
    }
    const { event } = span;
    const data = own(event, 'data');
    if (!isObject(data)) return;
    const turn = own(data, 'turn');
    const step = own(data, 'step');
    const type = own(event, 'type');
    if (typeof turn !== 'number') return;
    const position = positions[0] ?? 0;
    if (type === 'turn/start') this.#turn(turn, position).state = 'running';
    if (type === 'turn/end') this.#turn(turn, position).state = turnState(own(data, 'reason'));
    const known = this.#turns.get(turn);
    if (known !== undefined) known.endMs = position;
    if (typeof step !== 'number') return;
    if (type === 'step/start')
      this.#step(turn, step, position).startedAt = timeOf(own(event, 'time'));
    if (type === 'step/end') this.#step(turn, step, position).hasEnded = true;
    if (type === 'assistant/message' && isAppendOrigin(event)) {
      const isInterrupted = own(data, 'interrupted') === true;
      this.#step(turn, step, position).message = isInterrupted ? 'interrupted' : 'complete';
    }
    const facts = this.#steps.get(stepKey(turn, step));
    if (facts !== undefined) facts.endMs = position;
  }

  /** @param inTurnMs time inside turns in all */
  finish(inTurnMs: number): {
    turns: StateCounts;
    steps: StateCounts;
    cadence: StepReport[];
    timeline: Timeline;
  } {
    const facts = [...this.#steps.values()];
    const cadence = facts.map(stepReport);
    const turns = [...this.#turns.values()];
    return {
      turns: countStates(turns.map(({ state }) => state)),
      steps: countStates(cadence.map(({ state }) => state)),
      cadence,
      timeline: timelineOf(turns, facts.map(stepPlace), inTurnMs),
    };
  }

  #observeRun({ head, times, fragments }: Run, positions: Float64Array): void {
    const step = this.#step(head.turn, head.step, positions[0] ?? 0);
    const first = head.name === undefined ? fragments.findIndex((text) => text !== '') : 0;
    step.firstTokenAt ??= times[first];
    step.firstTokenMs ??= positions[first];
    step.lastTokenAt = times.at(-1);
    step.lastTokenMs = positions.at(-1);
    step.endMs = positions.at(-1) ?? step.endMs;
    step.tokens += fragments.length;
    const turn = this.#turns.get(head.turn);
    if (turn !== undefined) turn.endMs = step.endMs;
  }

  #turn(turn: number, position: number): TurnFacts {
    let facts = this.#turns.get(turn);
    if (facts === undefined) {
      facts = { turn, startMs: position, endMs: position, state: 'running' };
      this.#turns.set(turn, facts);
    }
    return facts;
  }

  #step(turn: number, step: number, position: number): StepFacts {
    const key = stepKey(turn, step);
    let facts = this.#steps.get(key);
    if (facts === undefined) {
      facts = {
        turn,
        step,
        startMs: position,
        endMs: position,
        firstTokenMs: undefined,
        lastTokenMs: undefined,
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

const stepPlace = (facts: StepFacts): StepPlace => {
  const { turn, step, startMs, endMs, tokens, firstTokenMs, lastTokenMs } = facts;
  const { startedAt, firstTokenAt } = facts;
  return {
    ...{ turn, step, startMs, endMs, tokens, firstTokenMs, lastTokenMs },
    state: stepState(facts),
    waitMs:
      startedAt === undefined || firstTokenAt === undefined ? undefined : firstTokenAt - startedAt,
  };
};

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

const timeOf = (time: JsonValue | undefined): EpochMs | undefined =>
  typeof time === 'number' ? time : undefined;
