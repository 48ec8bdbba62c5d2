import type { EpochMs } from '../../codec/types.ts';

/**
 * Time that passes inside turns. Hours may lie between two turns and would flatten everything else, so
 * the time from the end of a turn to the start of the next does not count. A clock that steps back
 * stands still, so that positions never fall.
 */
export class TurnClock {
  #elapsedMs = 0;
  #last: EpochMs | undefined;
  #isBetweenTurns = false;

  /** The position so far, ms. */
  get elapsedMs(): number {
    return this.#elapsedMs;
  }

  /** A turn starts: what has passed since the last event is not of it. */
  startTurn(time: EpochMs): number {
    this.#last = time;
    this.#isBetweenTurns = false;
    return this.#elapsedMs;
  }

  /** A turn ends with this event. */
  endTurn(time: EpochMs): number {
    const position = this.advance(time);
    this.#isBetweenTurns = true;
    return position;
  }

  /** The position of the next event, ms. */
  advance(time: EpochMs): number {
    const gap = this.#last === undefined || this.#isBetweenTurns ? 0 : time - this.#last;
    this.#last = time;
    // A log may claim any number: what is no length of time does not count.
    if (gap > 0 && gap <= Number.MAX_SAFE_INTEGER) this.#elapsedMs += gap;
    return this.#elapsedMs;
  }

  /** The positions of the members of a run. A token is never between turns, whatever the log says. */
  advanceRun(times: readonly EpochMs[]): number[] {
    if (this.#isBetweenTurns && times[0] !== undefined) this.startTurn(times[0]);
    return times.map((time) => this.advance(time));
  }
}
