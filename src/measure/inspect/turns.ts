import { isObject, own } from '../../codec/json.ts';
import { isAppendOrigin } from '../../codec/page.ts';
import type { Run } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { EpochMs, JsonObject, JsonValue } from '../../codec/types.ts';
import { countStates, type State, type StateCounts } from './states.ts';
import { type StepField, StepTable } from './step-table.ts';
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

/** What stands in the `message` column of a step. */
const MESSAGE = { none: 0, complete: 1, interrupted: 2 } as const;

/** Reasons of a `turn/end` after which the answer is whole; every other is an interruption. */
const COMPLETE_REASONS: ReadonlySet<JsonValue | undefined> = new Set([
  undefined,
  'completed',
  'max-tokens',
]);

const MS_PER_SECOND = 1000;

/** Follows turns and steps. Memory: about 150 bytes for each. */
export class TurnReader {
  readonly #turns = new Map<number, TurnFacts>();
  readonly #steps = new StepTable();

  /** Takes the next span, with the positions inside turns of its event or of its members. */
  observe(span: Span, positions: readonly number[]): void {
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
    if (typeof step === 'number') this.#observeStep(turn, step, event, data, position);
  }

  /**
   * @param inTurnMs time inside turns in all
   * @param maxCadence steps to be told one by one, from the first on
   */
  finish(
    inTurnMs: number,
    maxCadence: number,
  ): { turns: StateCounts; steps: StateCounts; cadence: StepReport[]; timeline: Timeline } {
    const steps = this.#steps;
    const turns = [...this.#turns.values()];
    const stepStates = { completed: 0, interrupted: 0, running: 0 };
    for (let row = 0; row < steps.length; row++) stepStates[stepState(steps, row)] += 1;
    const cadence = Array.from({ length: Math.min(steps.length, maxCadence) }, (_, row) =>
      stepReport(steps, row),
    );
    const place = { length: steps.length, at: (row: number) => stepPlace(steps, row) };
    return {
      turns: countStates(turns.map(({ state }) => state)),
      steps: stepStates,
      cadence,
      timeline: timelineOf(turns, place, inTurnMs),
    };
  }

  #observeStep(
    turn: number,
    step: number,
    event: JsonObject,
    data: JsonObject,
    position: number,
  ): void {
    const steps = this.#steps;
    const type = own(event, 'type');
    const row = (): number => steps.rowOf(turn, step, position);
    if (type === 'step/start') steps.set(row(), 'startedAt', timeOf(own(event, 'time')));
    if (type === 'step/end') steps.set(row(), 'hasEnded', 1);
    if (type === 'assistant/message' && isAppendOrigin(event)) {
      const isInterrupted = own(data, 'interrupted') === true;
      steps.set(row(), 'message', isInterrupted ? MESSAGE.interrupted : MESSAGE.complete);
    }
    const known = steps.find(turn, step);
    if (known !== undefined) steps.set(known, 'endMs', position);
  }

  #observeRun({ head, times, fragments }: Run, positions: readonly number[]): void {
    const steps = this.#steps;
    const row = steps.rowOf(head.turn, head.step, positions[0] ?? 0);
    const first = head.name === undefined ? fragments.findIndex((text) => text !== '') : 0;
    if (steps.known(row, 'firstTokenAt') === undefined) {
      steps.set(row, 'firstTokenAt', times[first]);
      steps.set(row, 'firstTokenMs', positions[first]);
    }
    const last = positions.at(-1);
    steps.set(row, 'lastTokenAt', times.at(-1));
    steps.set(row, 'lastTokenMs', last);
    steps.set(row, 'endMs', last);
    steps.set(row, 'tokens', steps.get(row, 'tokens') + fragments.length);
    const turn = this.#turns.get(head.turn);
    if (turn !== undefined && last !== undefined) turn.endMs = last;
  }

  #turn(turn: number, position: number): TurnFacts {
    let facts = this.#turns.get(turn);
    if (facts === undefined) {
      facts = { turn, startMs: position, endMs: position, state: 'running' };
      this.#turns.set(turn, facts);
    }
    return facts;
  }
}

function stepPlace(steps: StepTable, row: number): StepPlace {
  const of = (field: StepField): number => steps.get(row, field);
  return {
    ...{ turn: of('turn'), step: of('step'), startMs: of('startMs'), endMs: of('endMs') },
    tokens: of('tokens'),
    firstTokenMs: steps.known(row, 'firstTokenMs'),
    lastTokenMs: steps.known(row, 'lastTokenMs'),
    state: stepState(steps, row),
    waitMs: waitOf(steps, row),
  };
}

/** From `step/start` to the first token, where the log tells both. */
function waitOf(steps: StepTable, row: number): number | undefined {
  const wait = steps.get(row, 'firstTokenAt') - steps.get(row, 'startedAt');
  return Number.isNaN(wait) ? undefined : wait;
}

function turnState(reason: JsonValue | undefined): State {
  const kind = isObject(reason) ? own(reason, 'kind') : reason;
  return COMPLETE_REASONS.has(kind) ? 'completed' : 'interrupted';
}

function stepReport(steps: StepTable, row: number): StepReport {
  const tokens = steps.get(row, 'tokens');
  const firstTokenMs = waitOf(steps, row);
  const spanMs = steps.get(row, 'lastTokenAt') - steps.get(row, 'firstTokenAt');
  return {
    turn: steps.get(row, 'turn'),
    step: steps.get(row, 'step'),
    state: stepState(steps, row),
    tokens,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    ...(spanMs > 0 ? { tokensPerSecond: ((tokens - 1) * MS_PER_SECOND) / spanMs } : {}),
  };
}

/** A step without a message has failed or was cut off once it has ended, and runs until then. */
function stepState(steps: StepTable, row: number): State {
  const message = steps.get(row, 'message');
  if (message === MESSAGE.complete) return 'completed';
  const hasEnded = steps.get(row, 'hasEnded') === 1;
  return message === MESSAGE.interrupted || hasEnded ? 'interrupted' : 'running';
}

const timeOf = (time: JsonValue | undefined): EpochMs | undefined =>
  typeof time === 'number' ? time : undefined;
