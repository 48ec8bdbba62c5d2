import { isObject, own } from '../../codec/json.ts';
import { stepKey } from '../../codec/page.ts';
import type { Interval, JsonValue, Seq } from '../../codec/types.ts';
import { at, plural, type Tally } from './tally.ts';

/** Follows turns and steps: a step lies in its turn, a chunk in its step, and each ends before the next begins. */
export class NestingCheck {
  readonly #tally: Tally;
  #turn: number | undefined;
  #step: string | undefined;

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  /** Chunks of a step, by `stepKey`. */
  chunk(step: string | undefined, where: Interval): void {
    if (step !== undefined && step === this.#step) return;
    this.#tally.add(
      'W_CHUNK_OUTSIDE_STEP',
      where,
      (n) => `${plural(n, 'chunk')} outside the step ${n === 1 ? 'it names' : 'they name'}`,
    );
  }

  /** Any other event; only those of turns and steps matter. */
  event(type: JsonValue | undefined, data: JsonValue | undefined, seq: Seq): void {
    const turn = isObject(data) ? own(data, 'turn') : undefined;
    const step = isObject(data) ? own(data, 'step') : undefined;
    if (typeof turn !== 'number') return;
    if (type === 'turn/start') {
      if (this.#turn !== undefined) this.#complain(seq, 'turn/start within another turn');
      this.#turn = turn;
      this.#step = undefined;
    } else if (type === 'turn/end') {
      if (this.#turn !== turn) this.#complain(seq, 'turn/end of a turn that is not open');
      else if (this.#step !== undefined) this.#complain(seq, 'turn/end within a step');
      this.#turn = undefined;
      this.#step = undefined;
    } else if (typeof step !== 'number') {
      return;
    } else if (type === 'step/start') {
      if (this.#turn !== turn) this.#complain(seq, 'step/start outside its turn');
      else if (this.#step !== undefined) this.#complain(seq, 'step/start within another step');
      this.#step = stepKey(turn, step);
    } else if (type === 'step/end') {
      if (this.#step !== stepKey(turn, step))
        this.#complain(seq, 'step/end of a step that is not open');
      this.#step = undefined;
    }
  }

  #complain(seq: Seq, what: string): void {
    this.#tally.add('W_NESTING', at(seq), (n) => plural(n, what, what), what);
  }
}
