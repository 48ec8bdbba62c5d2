import type { Random } from './random.ts';

/**
 * Deals an amount out in a given number of shares, one by one and to the last unit. Shares lie between
 * half and one and a half times of what is left on average. Memory: two numbers.
 */
export class Shares {
  readonly #random: Random;
  #amount: number;
  #left: number;

  constructor(random: Random, amount: number, shares: number) {
    this.#random = random;
    this.#amount = amount;
    this.#left = shares;
  }

  /** The next share; the last one is the rest. */
  next(): number {
    const mean = this.#amount / this.#left;
    const drawn = Math.floor(mean * (0.5 + this.#random.next()) + this.#random.next());
    const share = this.#left === 1 ? this.#amount : Math.min(drawn, this.#amount);
    this.#amount -= share;
    this.#left -= 1;
    return share;
  }
}

/** Chooses exactly `chosen` of `of` places, one by one, each as likely as the others. */
export class Choice {
  readonly #random: Random;
  #chosen: number;
  #left: number;

  constructor(random: Random, chosen: number, of: number) {
    this.#random = random;
    this.#chosen = chosen;
    this.#left = of;
  }

  /** Whether the next place is among them. */
  next(): boolean {
    const isChosen = this.#random.next() * this.#left < this.#chosen;
    this.#left -= 1;
    if (isChosen) this.#chosen -= 1;
    return isChosen;
  }
}
