import { isObject, own } from './json.ts';
import type { JsonObject, Seq } from './types.ts';

/**
 * Where the events that a fork has from its parent end (FORMAT section 9): at `seedLength` in formats
 * 0 and 1; later ones mark it in the log. The parent's own marks are copied along, so neither the
 * first `session/end-seed` nor the first inherited one is the border, but the last inherited one.
 */
export class InheritedPrefix {
  readonly #seedLength: number | undefined;
  #markedUntil: Seq | undefined;

  /** @param seedLength that of the header; undefined where it has none */
  constructor(seedLength: number | undefined) {
    this.#seedLength = seedLength;
  }

  /** Looks at an event that is not a delta; whether it has just moved the border. */
  observe(event: JsonObject, seq: Seq): boolean {
    if (this.#seedLength !== undefined || own(event, 'type') !== 'session/end-seed') return false;
    const data = own(event, 'data');
    if (!isObject(data) || own(data, 'inherited') !== true) return false;
    this.#markedUntil = seq;
    return true;
  }

  /** The inherited events of a log that ends before `endSeq`; undefined where nothing tells. */
  within(endSeq: Seq): number | undefined {
    const events = this.#seedLength ?? this.#markedUntil;
    return events === undefined ? undefined : Math.min(events, endSeq);
  }
}
