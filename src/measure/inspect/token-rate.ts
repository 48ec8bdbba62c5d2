import { sumGroups } from '../plot/regroup.ts';

/** Tokens over time. */
export interface TokenRate {
  /** Width of a bin, ms of time inside turns. */
  readonly binMs: number;
  /** Tokens in each bin; bin k covers `[k * binMs, (k + 1) * binMs)`. */
  readonly tokens: readonly number[];
}

/** The finest resolution, ms. */
const FINEST_BIN_MS = 125;

/** Bins at most: as many as a wide plot can show. */
export const MAX_RATE_BINS = 256;

/**
 * Counts tokens in bins of equal width. The width doubles whenever there would be too many bins, so
 * memory does not grow with the log, and there are never less than half of what is allowed in a long one.
 */
export class TokenRateCounter {
  #binMs = FINEST_BIN_MS;
  #tokens: number[] = [];

  /** Takes the positions of tokens inside turns, ms, which never fall. */
  observe(positions: readonly number[]): void {
    for (const position of positions) {
      let bin = Math.floor(position / this.#binMs);
      while (bin >= MAX_RATE_BINS) {
        this.#halve();
        bin = Math.floor(position / this.#binMs);
      }
      while (this.#tokens.length <= bin) this.#tokens.push(0);
      this.#tokens[bin] = (this.#tokens[bin] ?? 0) + 1;
    }
  }

  finish(): TokenRate {
    return { binMs: this.#binMs, tokens: this.#tokens };
  }

  #halve(): void {
    this.#binMs *= 2;
    this.#tokens = sumGroups(this.#tokens, 2);
  }
}
