import { createHash, randomBytes } from 'node:crypto';
import { Run, type RunHead } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { JsonObject } from '../../codec/types.ts';
import { blank } from './filler.ts';
import { rewriteStrings, type StringPlace } from './json-strings.ts';
import { Pseudonyms } from './pseudonyms.ts';
import { isEventType, isNameKey, KEPT_KEYS, KEPT_WORDS } from './vocabulary.ts';

const KEY_BYTES = 32;

/**
 * Takes the content out of a log and leaves its shape: seqs, times, sizes, structure. Every string is
 * replaced by filler of the same length, but for the words of the format in `vocabulary.ts`; ids and
 * names by pseudonyms. Record counts, JSON bytes, pages and runs stay what they were.
 */
export class Redactor {
  readonly #pseudonyms: Pseudonyms;

  /** @param seed gives the same pseudonyms again; without it they differ from run to run */
  constructor(seed?: string) {
    const key =
      seed === undefined ? randomBytes(KEY_BYTES) : createHash('sha256').update(seed).digest();
    this.#pseudonyms = new Pseudonyms(key);
  }

  /** The pseudonym of an id or a name. */
  name(name: string): string {
    return this.#pseudonyms.of(name);
  }

  /** The JSON text of an event or of a header. */
  json(text: string): string {
    return rewriteStrings(text, (value, place) => this.#replace(value, place));
  }

  span(span: Span): Span {
    if (!isRun(span)) {
      const text = this.json(span.text);
      const event: JsonObject = JSON.parse(text);
      return { seq: span.seq, text, event };
    }
    const { head, seq0, times, fragments, verbatim } = span;
    return new Run(
      this.#head(head),
      seq0,
      times,
      fragments.map(blank),
      verbatim && new Map([...verbatim].map(([member, text]) => [member, this.json(text)])),
    );
  }

  #head(head: RunHead): RunHead {
    const { id, name } = head;
    return {
      ...head,
      id: id === undefined ? undefined : this.name(id),
      name: name === undefined ? undefined : this.name(name),
    };
  }

  #replace(value: string, { isKey, key, depth }: StringPlace): string {
    if (isKey) return KEPT_KEYS.has(value) ? value : this.name(value);
    if (KEPT_WORDS.get(key)?.has(value) === true) return value;
    if (key === 'type' && depth === 1) return isEventType(value) ? value : this.name(value);
    return isNameKey(key) ? this.name(value) : blank(value);
  }
}
