import type { Run } from '../../codec/run.ts';
import type { EpochMs, Seq } from '../../codec/types.ts';
import { type Bin, Histogram } from './histogram.ts';

/** The time from one token of a step to the next, ms. */
export interface Gaps {
  readonly count: number;
  /** How often the clock stepped back; these are in no bin. */
  readonly negative: number;
  readonly min: number | null;
  /** By the nearest rank, over those that are not negative; null where there are none, or not below 10 s. */
  readonly median: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  /** On a log scale, ms. */
  readonly bins: readonly Bin[];
}

/** A gap that a reader would notice. */
export interface Stall {
  /** The token that came late. */
  readonly seq: Seq;
  readonly time: EpochMs;
  readonly turn: number;
  readonly step: number;
  readonly gapMs: number;
  /** Where the wait ends, ms of time inside turns. */
  readonly atMs: number;
}

export interface Stalls {
  readonly thresholdMs: number;
  readonly count: number;
  readonly totalMs: number;
  /** The longest, the longest first. */
  readonly longest: readonly Stall[];
}

/** A second is what a reader notices. */
export const STALL_MS = 1_000;
/** Stalls that are listed. */
const MAX_STALLS = 50;
/** Gaps below this are counted by the ms, so that quantiles are exact. */
const EXACT_MS = 10_000;

/** Follows the tokens of each step. Memory: a fixed number of counts. */
export class GapCollector {
  readonly #histogram = new Histogram();
  readonly #exact = new Float64Array(EXACT_MS);
  readonly #stalls: Stall[] = [];
  #last: { turn: number; step: number; time: EpochMs } | undefined;
  #count = 0;
  #negative = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #stallCount = 0;
  #stallMs = 0;

  /** Takes the next run, with the positions of its members inside turns. */
  observe({ head, seq0, times }: Run, positions: readonly number[]): void {
    const { turn, step } = head;
    const follows = this.#last?.turn === turn && this.#last.step === step;
    let last = follows ? this.#last?.time : undefined;
    for (let member = 0; member < times.length; member++) {
      const time = times[member] as EpochMs; // inside by the loop's bound
      if (last !== undefined) {
        const gapMs = time - last;
        this.#add(gapMs);
        if (gapMs >= STALL_MS) {
          const atMs = positions[member] ?? 0;
          this.#addStall({ seq: seq0 + member, time, turn, step, gapMs, atMs });
        }
      }
      last = time;
    }
    if (last !== undefined) this.#last = { turn, step, time: last };
  }

  finish(): { gaps: Gaps; stalls: Stalls } {
    const isEmpty = this.#count === 0;
    return {
      gaps: {
        count: this.#count,
        negative: this.#negative,
        min: isEmpty ? null : this.#min,
        median: this.#quantile(0.5),
        p95: this.#quantile(0.95),
        max: isEmpty ? null : this.#max,
        bins: this.#histogram.finish(),
      },
      stalls: {
        thresholdMs: STALL_MS,
        count: this.#stallCount,
        totalMs: this.#stallMs,
        longest: this.#stalls,
      },
    };
  }

  #add(gapMs: number): void {
    this.#count += 1;
    if (gapMs < this.#min) this.#min = gapMs;
    if (gapMs > this.#max) this.#max = gapMs;
    if (gapMs < 0) {
      this.#negative += 1;
      return;
    }
    this.#histogram.add(gapMs);
    const whole = Math.floor(gapMs);
    if (whole < EXACT_MS) this.#exact[whole] = (this.#exact[whole] ?? 0) + 1;
  }

  #addStall(stall: Stall): void {
    this.#stallCount += 1;
    this.#stallMs += stall.gapMs;
    const isFull = this.#stalls.length === MAX_STALLS;
    if (isFull && stall.gapMs <= (this.#stalls.at(-1)?.gapMs ?? 0)) return;
    if (isFull) this.#stalls.pop();
    const at = this.#stalls.findIndex(({ gapMs }) => gapMs < stall.gapMs);
    this.#stalls.splice(at === -1 ? this.#stalls.length : at, 0, stall);
  }

  #quantile(share: number): number | null {
    const rank = Math.ceil(share * (this.#count - this.#negative));
    if (rank === 0) return null;
    let seen = 0;
    const gap = this.#exact.findIndex((count) => {
      seen += count;
      return seen >= rank;
    });
    return gap === -1 ? null : gap;
  }
}
