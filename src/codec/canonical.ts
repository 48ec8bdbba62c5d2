import { quote } from './json.ts';
import { type DeltaText, deltaText, type Run, type RunHead } from './run.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const FIRST_PRINTABLE = 0x20;
const ZERO = 0x30;
const SURROGATE = 0xd800;
const SURROGATE_MASK = 0xf800;
const LAST_UNIT = 0xffff; // a code point above it stands for a whole pair
const MAX_DIGITS = 15; // fewer than 10^15 is a safe integer, and so is the difference of two

/**
 * The fast path for deltas: recognises canonical delta lines that continue a run straight in the
 * text and appends them to its columns, with no `JSON.parse` and no object a token. It accepts a
 * line only where every character is the one that `deltaText` would write; whatever else is left
 * to the slow path, so the two cannot disagree.
 */
export class CanonicalDeltas {
  #head: RunHead | undefined;
  #parts: DeltaText | undefined;

  /**
   * Appends to `run` as many whole lines (each with its `\n`) as continue it, starting at `from`.
   * Returns the position after the last of them: `from` itself where none does. O(characters).
   */
  append(text: string, from: number, run: Run): number {
    if (this.#head !== run.head || this.#parts === undefined) {
      this.#head = run.head;
      this.#parts = deltaText(run.head);
    }
    const { beforeSeq, beforeTime, beforeFragment, after } = this.#parts;
    let accepted = from;
    for (;;) {
      if (!text.startsWith(beforeSeq, accepted)) return accepted;
      const seqStart = accepted + beforeSeq.length;
      const seqEnd = digitsEnd(text, seqStart);
      if (seqEnd < 0 || digits(text, seqStart, seqEnd) !== run.toSeq) return accepted;
      if (!text.startsWith(beforeTime, seqEnd)) return accepted;
      const timeStart = seqEnd + beforeTime.length;
      const timeEnd = digitsEnd(text, timeStart);
      if (timeEnd < 0) return accepted;
      const time = digits(text, timeStart, timeEnd);
      if (!text.startsWith(beforeFragment, timeEnd) || !run.acceptsTime(time)) return accepted;

      const start = timeEnd + beforeFragment.length;
      if (text.charCodeAt(start) !== QUOTE) return accepted;
      let end = plainStringEnd(text, start + 1);
      let fragment: string | undefined;
      if (text.charCodeAt(end) === QUOTE) fragment = text.slice(start + 1, end);
      else {
        end = stringEnd(text, end);
        fragment = canonicalString(text.slice(start, end + 1));
      }
      if (fragment === undefined || !text.startsWith(after, end + 1)) return accepted;
      const lineEnd = end + 1 + after.length;
      if (text.charCodeAt(lineEnd) !== NEWLINE) return accepted;
      run.push(time, fragment);
      accepted = lineEnd + 1;
    }
  }
}

/** The end of a number without sign, fraction, leading zero or too many digits; -1 where it is another. */
function digitsEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    const digit = text.charCodeAt(end) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break; // also NaN, past the end
    end += 1;
  }
  const length = end - start;
  if (length === 0 || length > MAX_DIGITS) return -1;
  return length > 1 && text.charCodeAt(start) === ZERO ? -1 : end;
}

function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}

/**
 * The first character from `start` that is not plain in a JSON string: a quote, a backslash, a
 * control, or half of a surrogate pair, which `JSON.stringify` would escape.
 */
function plainStringEnd(text: string, start: number): number {
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH || !(code >= FIRST_PRINTABLE)) return at;
    if ((code & SURROGATE_MASK) !== SURROGATE) continue;
    if ((text.codePointAt(at) as number) <= LAST_UNIT) return at; // `code` says that `at` is inside
    at += 1;
  }
}

/** The position of the quote that ends a string in which an escape stands at `at`; else of what breaks it. */
function stringEnd(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === BACKSLASH) end = plainStringEnd(text, end + 2);
  return end;
}

/** The value of a JSON string literal, if `JSON.stringify` would write it the same way. */
function canonicalString(literal: string): string | undefined {
  try {
    const value = JSON.parse(literal) as string; // it begins with a quote
    return quote(value) === literal ? value : undefined;
  } catch {
    return undefined; // not a literal at all: the slow path says what is wrong with the line
  }
}
