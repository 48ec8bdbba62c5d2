import type { PageContext, Representation } from './representations.ts';
import { responseFraming } from './response.ts';
import { isRun, type Span, spanInterval } from './span.ts';
import type { Interval, Seq } from './types.ts';

/** At which end of a page records are given up to make it fit. */
export type FitEnd = 'start' | 'end';

/**
 * Finds the largest part of a page whose response has at most `maxBytes` of JSON, cut between
 * records: its beginning for a page that is read forward, its end for one that is read backward.
 * One record stays whatever it weighs, so that paging always moves on. Memory: the records that
 * fit, two numbers each.
 */
export class PageFit {
  readonly #page: Interval;
  readonly #maxBytes: number;
  readonly #giveUp: FitEnd;
  readonly #write: ReturnType<Representation['open']>;
  /** Where each kept record begins, and its bytes with the comma before it. */
  #starts: Seq[] = [];
  #sizes: number[] = [];
  #first = 0;
  #bytes: number;
  /** Where the first record begins that no longer fits. */
  #cut: Seq | undefined;

  constructor(
    representation: Representation,
    page: Interval & PageContext,
    maxBytes: number,
    giveUp: FitEnd,
  ) {
    this.#page = page;
    this.#maxBytes = maxBytes;
    this.#giveUp = giveUp;
    this.#write = representation.open(page);
    // Trimming only makes the watermarks shorter or equal in digits.
    const { start, end } = responseFraming({ fromSeq: page.toSeq, toSeq: page.toSeq });
    this.#bytes = start.length + end.length + 1; // `hasMore:false` is a character longer
  }

  /** Whether looking at more spans cannot change the result. */
  get isFull(): boolean {
    return this.#cut !== undefined;
  }

  /** Looks at the next span of the page, cut to it. */
  observe(span: Span): void {
    // A record that holds a whole run is told apart from one a member by how many there are.
    const sizes: number[] = [];
    const note = (text: string, wrapper: number) => sizes.push(utf8Length(text) + wrapper + 1);
    this.#write(span, {
      event: (text) => note(text, EVENT_WRAPPER),
      chunks: (text) => note(text, CHUNKS_WRAPPER),
    });
    const { fromSeq } = spanInterval(span);
    const isOneEach = isRun(span) && sizes.length === span.length;
    for (const [position, bytes] of sizes.entries()) {
      this.#add(isOneEach ? fromSeq + position : fromSeq, bytes);
    }
  }

  /** The part that fits. */
  finish(): Interval {
    const { fromSeq, toSeq } = this.#page;
    if (this.#giveUp === 'end') return { fromSeq, toSeq: this.#cut ?? toSeq };
    const hasCut = this.#first > 0;
    return { fromSeq: hasCut ? (this.#starts[this.#first] ?? fromSeq) : fromSeq, toSeq };
  }

  #add(start: Seq, bytes: number): void {
    if (this.#cut !== undefined) return;
    const kept = this.#starts.length - this.#first;
    if (this.#giveUp === 'end') {
      if (kept > 0 && this.#bytes + bytes > this.#maxBytes) {
        this.#cut = start;
        return;
      }
      if (kept === 0) this.#starts.push(start); // only whether there is one matters here
      this.#bytes += bytes;
      return;
    }
    this.#starts.push(start);
    this.#sizes.push(bytes);
    this.#bytes += bytes;
    while (this.#bytes > this.#maxBytes && this.#first < this.#starts.length - 1) {
      this.#bytes -= this.#sizes[this.#first] ?? 0;
      this.#first += 1;
    }
    this.#compact();
  }

  /** Forgets what was given up, now and then. */
  #compact(): void {
    if (this.#first < COMPACT_AT) return;
    // One stays, so that `finish` knows of the cut.
    this.#starts = this.#starts.slice(this.#first - 1);
    this.#sizes = this.#sizes.slice(this.#first - 1);
    this.#first = 1;
  }
}

const COMPACT_AT = 4096;
const EVENT_WRAPPER = '{"event":}'.length;
const CHUNKS_WRAPPER = '{"chunks":}'.length;

/** The UTF-8 bytes of a text without encoding it. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // A surrogate pair is two units and four bytes; a lone one never stands in JSON text of ours.
    bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}
