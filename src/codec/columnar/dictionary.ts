/** Fragments that a dictionary holds at most, and their UTF-16 units together: what a client keeps. */
export const MAX_ENTRIES = 32_768;
export const MAX_CHARS = 4 * 1024 * 1024;

/**
 * The distinct fragments of a page so far, by number. Writer and reader build the same one row by
 * row, so a row says only which fragments are new.
 */
export class Dictionary {
  #fragments: string[] = [];
  #numbers = new Map<string, number>();
  #chars = 0;

  /** The number of fragments. */
  get size(): number {
    return this.#fragments.length;
  }

  /** Whether `fragments` more with `chars` in all can be added. */
  hasRoomFor(fragments: number, chars: number): boolean {
    return this.size + fragments <= MAX_ENTRIES && this.#chars + chars <= MAX_CHARS;
  }

  /** Whether they could be added to an empty one. */
  hasRoomWhenEmpty(fragments: number, chars: number): boolean {
    return fragments <= MAX_ENTRIES && chars <= MAX_CHARS;
  }

  numberOf(fragment: string): number | undefined {
    return this.#numbers.get(fragment);
  }

  fragment(number: number): string | undefined {
    return this.#fragments[number];
  }

  add(fragment: string): void {
    this.#numbers.set(fragment, this.size);
    this.#fragments.push(fragment);
    this.#chars += fragment.length;
  }

  clear(): void {
    this.#fragments = [];
    this.#numbers = new Map();
    this.#chars = 0;
  }
}
