/** Fragments that a dictionary holds at most, and their UTF-16 units together: what a client keeps. */
export const MAX_ENTRIES = 32_768;
export const MAX_CHARS = 4 * 1024 * 1024;

/**
 * The distinct fragments of a page so far, with their numbers, as a writer keeps them. A reader builds
 * the same list row by row, so a row says only which fragments are new.
 */
export class Dictionary {
  #numbers = new Map<string, number>();
  #chars = 0;

  /** The number of fragments. */
  get size(): number {
    return this.#numbers.size;
  }

  /** Whether `fragments` more with `chars` in all can be added. */
  hasRoomFor(fragments: number, chars: number): boolean {
    return this.size + fragments <= MAX_ENTRIES && this.#chars + chars <= MAX_CHARS;
  }

  numberOf(fragment: string): number | undefined {
    return this.#numbers.get(fragment);
  }

  add(fragment: string): void {
    this.#numbers.set(fragment, this.size);
    this.#chars += fragment.length;
  }

  clear(): void {
    this.#numbers = new Map();
    this.#chars = 0;
  }
}
