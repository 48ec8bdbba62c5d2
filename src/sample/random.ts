/**
 * Seeded pseudo-random numbers (mulberry32): the same seed gives the same samples on every
 * machine. Not for anything that has to be unpredictable.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in `[0, 1)` with 32 random bits. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in `[low, high]`. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True once in `1 / probability` calls, on average. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the values, each as likely as the others. */
  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T; // next() is below 1
  }

  /** One of the values, the early ones far more often: token frequencies are that uneven. */
  pickSkewed<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() ** 3 * values.length)] as T; // next() is below 1
  }

  /** A string that looks like a UUID of version 4. */
  uuid(): string {
    const digits = Array.from({ length: 30 }, () => this.integer(0, 15).toString(16)).join('');
    const parts = [
      digits.slice(0, 8),
      digits.slice(8, 12),
      `4${digits.slice(12, 15)}`,
      `${this.pick(['8', '9', 'a', 'b'])}${digits.slice(15, 18)}`,
      digits.slice(18, 30),
    ];
    return parts.join('-');
  }
}
