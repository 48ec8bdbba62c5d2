import { createHmac } from 'node:crypto';
import { fillUnit } from './filler.ts';
import { KEPT_KEYS } from './vocabulary.ts';

/** Names of fewer units than this could get the same pseudonym by chance, so they are remembered. */
const REMEMBERED_UNITS = 24;
/** Attempts to find a pseudonym that is still free, with few letters and then with all. */
const NARROW_ATTEMPTS = 100;
const ATTEMPTS = 2_000;

/**
 * Replaces names by others of the same length and shape: the same name always by the same, and two
 * names by two, so that references still match. A keyed hash chooses the letters; nobody without
 * the key can try names out. Memory: the short names of a log.
 */
export class Pseudonyms {
  readonly #key: Uint8Array;
  readonly #known = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** @param key secret; with the same one, the same names get the same pseudonyms */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (name.length >= REMEMBERED_UNITS) return this.#attempt(name, 0);
    let pseudonym = '';
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      pseudonym = this.#attempt(name, attempt);
      if (!this.#taken.has(pseudonym) && !KEPT_KEYS.has(pseudonym)) break;
    }
    this.#known.set(name, pseudonym);
    this.#taken.add(pseudonym);
    return pseudonym;
  }

  #attempt(name: string, attempt: number): string {
    const isWide = attempt >= NARROW_ATTEMPTS;
    let pseudonym = '';
    let choices = Buffer.alloc(0);
    for (let at = 0; at < name.length; at++) {
      const from = at % HASH_BYTES;
      if (from === 0) choices = this.#hash(name, `${attempt} ${at}`);
      pseudonym += String.fromCharCode(fillUnit(name.charCodeAt(at), choices[from] ?? 0, isWide));
    }
    return pseudonym;
  }

  #hash(name: string, salt: string): Buffer<ArrayBuffer> {
    return Buffer.from(
      createHmac('sha256', this.#key).update(`${salt}\n${name}`, 'utf16le').digest(),
    );
  }
}

const HASH_BYTES = 32;
