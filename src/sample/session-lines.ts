import { rowText } from '../codec/row.ts';
import { eachMemberText, MIN_ROW_MEMBERS, Run, type RunHead } from '../codec/run.ts';
import type { EpochMs, JsonObject, Seq } from '../codec/types.ts';
import type { DrawGap } from './gaps.ts';
import type { Random } from './random.ts';

/** How runs are stored: a row a run, or a line a delta. */
export const SAMPLE_LAYOUTS = {
  packed: function* (run: Run): Generator<string> {
    if (run.length >= MIN_ROW_MEMBERS) yield rowText(run);
    else yield* SAMPLE_LAYOUTS.unpacked(run);
  },
  unpacked: function* (run: Run): Generator<string> {
    for (let from = run.seq0; from < run.toSeq; from += SLICE_MEMBERS) {
      const lines: string[] = [];
      eachMemberText(run.slice(from, from + SLICE_MEMBERS), (text) => lines.push(text));
      yield* lines;
    }
  },
} as const satisfies Record<string, (run: Run) => Generator<string>>;

export type SampleLayout = keyof typeof SAMPLE_LAYOUTS;

/** Members written at a time: the lines of a long run must not be held together. */
const SLICE_MEMBERS = 1_024;

/** Numbers the lines of a session: each event gets the next seq, and a time one gap later. */
export class SessionLines {
  readonly #random: Random;
  readonly #gap: DrawGap;
  readonly #layout: SampleLayout;
  #seq: Seq = 0;
  #time: EpochMs;
  #hasTicked = false;

  constructor(options: {
    readonly random: Random;
    readonly gap: DrawGap;
    readonly layout: SampleLayout;
    readonly startsAt: EpochMs;
  }) {
    this.#random = options.random;
    this.#gap = options.gap;
    this.#layout = options.layout;
    this.#time = options.startsAt;
  }

  /** The seq of the next event. */
  get seq(): Seq {
    return this.#seq;
  }

  /** An ordinary event; `more` stands behind its data. */
  event(type: string, data: JsonObject, more: JsonObject = {}): string {
    return JSON.stringify({ type, seq: this.#seq++, time: this.#tick(), data, ...more });
  }

  /** The deltas of a block, as the layout stores them. */
  *run(head: RunHead, fragments: string[]): Generator<string> {
    const times = fragments.map(() => this.#tick());
    const run = new Run(head, this.#seq, times, fragments);
    this.#seq = run.toSeq;
    yield* SAMPLE_LAYOUTS[this.#layout](run);
  }

  /** The time of the next event: the first has that of the session itself. */
  #tick(): EpochMs {
    if (this.#hasTicked) this.#time += this.#gap(this.#random);
    this.#hasTicked = true;
    return this.#time;
  }
}
