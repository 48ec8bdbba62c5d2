import type { PageContext, Representation } from './representation.ts';
import { RESPONSE_START, recordText, responseEnd } from './response.ts';
import { isRun, type Span, spanInterval } from './span.ts';
import type { Interval, Seq } from './types.ts';

/** At which end of a page records are given up to make it fit. */
export type FitEnd = 'start' | 'end';

/**
 * Finds the largest part of a page whose response has at most `maxBytes` of JSON, cut between
 * records: its beginning for a page that is read forward, its end for one that is read backward.
 * One record stays whatever it weighs, so that paging always moves on. Memory: read backward, two
 * numbers for each record that fits.
 */
export class PageFit {
  readonly #fit: Fit;
  readonly #write: ReturnType<Representation['open']>;

  constructor(
    representation: Representation,
    page: Interval & PageContext,
    maxBytes: number,
    giveUp: FitEnd,
  ) {
    this.#fit = giveUp === 'end' ? new ForwardFit(page, maxBytes) : new BackwardFit(page, maxBytes);
    this.#write = representation.open(page);
  }

  /** Whether looking at more spans cannot change the result. */
  get isFull(): boolean {
    return this.#fit.isFull;
  }

  /** Looks at the next span of the page, cut to it. */
  observe(span: Span): void {
    // A record that holds a whole run is told apart from one a member by how many there are.
    const sizes: number[] = [];
    this.#write(span, {
      event: (text) => sizes.push(EVENT_WRAPPER + utf8Length(text)),
      chunks: (text) => sizes.push(CHUNKS_WRAPPER + utf8Length(text)),
      record: (key, text) => sizes.push(utf8Length(recordText(key, text))),
    });
    const { fromSeq } = spanInterval(span);
    const isOneEach = isRun(span) && sizes.length === span.length;
    for (const [position, bytes] of sizes.entries()) {
      this.#fit.add(isOneEach ? fromSeq + position : fromSeq, bytes + COMMA);
    }
  }

  /** The part that fits. */
  finish(): Interval {
    return this.#fit.finish();
  }
}

/** Takes the records of a page in order. */
interface Fit {
  readonly isFull: boolean;
  /** `bytes` are those of the record and a comma. */
  add(start: Seq, bytes: number): void;
  finish(): Interval;
}

/** Keeps records from the start of a page. */
class ForwardFit implements Fit {
  readonly #page: Interval;
  readonly #maxBytes: number;
  #records = 0;
  #bytes = 0;
  /** Where the latest record begins. */
  #lastStart: Seq;
  #cut: Seq | undefined;

  constructor(page: Interval, maxBytes: number) {
    this.#page = page;
    this.#maxBytes = maxBytes;
    this.#lastStart = page.fromSeq;
  }

  get isFull(): boolean {
    return this.#cut !== undefined;
  }

  add(start: Seq, bytes: number): void {
    this.#check(start);
    if (this.#cut !== undefined) return;
    this.#records += 1;
    this.#bytes += bytes;
    this.#lastStart = start;
  }

  finish(): Interval {
    const { fromSeq, toSeq } = this.#page;
    this.#check(toSeq);
    return { fromSeq, toSeq: this.#cut ?? toSeq };
  }

  /**
   * Gives up the latest record where a page that ends behind it, at `toSeq`, is too large. Known
   * only with the next record, since a projection may drop events between the two.
   */
  #check(toSeq: Seq): void {
    const isTooLarge = responseBytes({ ...this.#page, toSeq }, this.#bytes) > this.#maxBytes;
    if (isTooLarge && this.#records > 1) this.#cut ??= this.#lastStart;
  }
}

/** Keeps records up to the end of a page. */
class BackwardFit implements Fit {
  readonly isFull = false;
  readonly #page: Interval;
  readonly #maxBytes: number;
  /** Where each record begins, and its bytes; those before `#first` are given up. */
  #records: { readonly start: Seq; readonly bytes: number }[] = [];
  #first = 0;
  /** Of the records kept. */
  #bytes = 0;
  #fromSeq: Seq;

  constructor(page: Interval, maxBytes: number) {
    this.#page = page;
    this.#maxBytes = maxBytes;
    this.#fromSeq = page.fromSeq;
  }

  add(start: Seq, bytes: number): void {
    this.#records.push({ start, bytes });
    this.#bytes += bytes;
    while (responseBytes(this.finish(), this.#bytes) > this.#maxBytes) {
      const [given, next] = this.#records.slice(this.#first, this.#first + 2);
      if (given === undefined || next === undefined) return;
      this.#bytes -= given.bytes;
      this.#fromSeq = next.start;
      this.#first += 1;
    }
    if (this.#first < COMPACT_AT) return;
    this.#records = this.#records.slice(this.#first);
    this.#first = 0;
  }

  finish(): Interval {
    return { fromSeq: this.#fromSeq, toSeq: this.#page.toSeq };
  }
}

/** Of a response whose records have so many bytes, with a comma each. */
const responseBytes = (page: Interval, recordBytes: number): number =>
  RESPONSE_START.length + Math.max(0, recordBytes - COMMA) + responseEnd(page).length;

/** Records that are given up before they are forgotten. */
const COMPACT_AT = 4096;
const EVENT_WRAPPER = '{"event":}'.length;
const CHUNKS_WRAPPER = '{"chunks":}'.length;
const COMMA = ','.length;

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
