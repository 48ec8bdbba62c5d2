import { isObject, own } from '../json.ts';
import { isAppendOrigin, stepKey } from '../page.ts';
import type { JsonObject, JsonValue, SessionEvent } from '../types.ts';
import type { Moment, SettledStep, StepState } from './settled.ts';
import { Stream } from './stream.ts';

interface Step {
  readonly turn: number;
  readonly step: number;
  state: StepState;
  attempt: number;
  stream: Stream;
  usage: JsonValue | undefined;
  message: SettledStep['message'];
}

type Play = (step: Step, data: JsonObject, at: Moment) => void;

/** What each type of event does to its step; every other type leaves the view alone. */
const PLAYS: { readonly [type: string]: Play } = {
  'assistant/chunk': (step, data, at) => {
    const chunk = own(data, 'chunk');
    if (isObject(chunk) && step.message === undefined) step.stream.play(chunk, at);
  },
  'llm/retry': (step) => {
    restart(step);
    step.state = 'retrying';
  },
  // Where a page begins between the two, only the second tells of the retry.
  'llm/retry-started': (step) => {
    if (step.state !== 'retrying') restart(step);
    step.state = 'streaming';
  },
  'assistant/message': (step, data, at) => {
    const message = own(data, 'message');
    // Early logs have the content beside turn and step.
    const content = own(isObject(message) ? message : data, 'content');
    step.state = own(data, 'interrupted') === true ? 'interrupted' : 'completed';
    step.usage = own(data, 'usage');
    step.message = { ...at, content };
  },
};

function restart(step: Step): void {
  step.attempt += 1;
  step.stream = new Stream();
  step.message = undefined;
  step.usage = undefined;
}

/**
 * The reference fold: plays events one by one and says what a user sees in the end, step by step.
 * The view is the same whether it is played the raw events of a page, its rows expanded, or the
 * compact inputs of `foldPage`. O(characters) for a whole page.
 *
 * Events without a numeric turn and step are passed over, and so are replacement copies of
 * messages, and chunks that come after the message of their step.
 */
export class SettledView {
  readonly #steps = new Map<string, Step>();

  /** Plays the next event. */
  play(event: SessionEvent): void {
    const { type, seq, time, data } = event;
    const play = Object.hasOwn(PLAYS, type) ? PLAYS[type] : undefined;
    if (play === undefined || !isObject(data)) return;
    // An event is parsed JSON by its type's contract.
    const isCopy = type === 'assistant/message' && !isAppendOrigin(event as unknown as JsonObject);
    const [turn, step] = [own(data, 'turn'), own(data, 'step')];
    if (isCopy || typeof turn !== 'number' || typeof step !== 'number') return;
    play(this.#step(turn, step), data, { seq, time });
  }

  /** The steps so far, in the order in which they were first heard of. */
  steps(): SettledStep[] {
    return [...this.#steps.values()].map(({ stream, usage, ...step }) => {
      const settled = stream.settled(step.state === 'interrupted');
      return { ...step, ...settled, usage: usage ?? settled.usage };
    });
  }

  #step(turn: number, step: number): Step {
    const key = stepKey(turn, step);
    let known = this.#steps.get(key);
    if (known === undefined) {
      known = {
        turn,
        step,
        state: 'streaming',
        attempt: 1,
        stream: new Stream(),
        usage: undefined,
        message: undefined,
      };
      this.#steps.set(key, known);
    }
    return known;
  }
}

/** The settled view of some events. */
export function settle(events: Iterable<SessionEvent>): SettledStep[] {
  const view = new SettledView();
  for (const event of events) view.play(event);
  return view.steps();
}
