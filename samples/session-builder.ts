import type { JsonObject, JsonValue, Seq, SessionEvent } from '../src/codec/types.ts';
import { Random } from '../src/sample/random.ts';

/** How an event enters the model-visible surface. */
export type SurfaceOp =
  | 'append'
  | { readonly op: 'replace'; readonly start: Seq; readonly end: Seq };

/** Makes the form in which `sourceEventSeqs` is stored from the seqs themselves. */
export type SourceForm = (seqs: readonly Seq[]) => JsonValue;

export interface SessionSettings {
  /** Becomes the id `session-<name>` and so shows where a copied log came from. */
  readonly name: string;
  readonly seed: number;
  readonly sourceForm?: SourceForm;
}

/** 2026-09-01T08:00:00Z; any fixed instant would do. */
const CREATED_AT = 1788249600000;

/**
 * Collects the events of one session: gives each the next seq and the time of its own clock, which
 * only `wait` moves. Key order is that of dsh, since samples are compared byte for byte.
 */
export class SessionBuilder {
  readonly header: JsonObject;
  readonly events: SessionEvent[] = [];
  readonly random: Random;
  readonly #sourceForm: SourceForm;
  #time = CREATED_AT;

  constructor({ name, seed, sourceForm = (seqs) => [...seqs] }: SessionSettings) {
    this.random = new Random(seed);
    this.#sourceForm = sourceForm;
    this.header = {
      type: 'session',
      version: 0,
      id: `session-${name}`,
      createdAt: CREATED_AT,
      cwd: '/tmp/project',
      delegationDepth: 0,
    };
  }

  /** Moves the clock; a negative number steps it back, as real clocks do. */
  wait(milliseconds: number): void {
    this.#time += milliseconds;
  }

  /** Moves the clock as far as the next token takes: tokens come in bursts, most gaps are 0 or 1. */
  waitForToken(): void {
    const { random } = this;
    if (random.chance(0.25)) this.wait(random.integer(11, 34));
    else if (random.chance(0.3)) this.wait(1);
  }

  /** Adds an ordinary event. */
  add(type: string, data: JsonValue): Seq {
    const seq = this.events.length;
    this.events.push({ type, seq, time: this.#time, data });
    return seq;
  }

  /** Adds a message that the model sees, made from the events `sources` where there are any. */
  addSurface(type: string, data: JsonValue, surfaceOp: SurfaceOp, sources: readonly Seq[]): Seq {
    const seq = this.events.length;
    const cited = sources.length === 0 ? {} : { sourceEventSeqs: this.#sourceForm(sources) };
    this.events.push({ type, seq, time: this.#time, data, ...cited, surfaceOp });
    return seq;
  }
}

/** The form of later writers: three or more consecutive seqs as an inclusive pair. */
export const pairedSources: SourceForm = (seqs) => {
  const stored: JsonValue[] = [];
  for (let at = 0; at < seqs.length; ) {
    const first = seqs[at] as Seq; // below the length by the loop's bound
    let end = at + 1;
    while (end < seqs.length && seqs[end] === first + (end - at)) end++;
    if (end - at >= 3) stored.push([first, first + (end - at) - 1]);
    else for (const seq of seqs.slice(at, end)) stored.push(seq);
    at = end;
  }
  return stored;
};
