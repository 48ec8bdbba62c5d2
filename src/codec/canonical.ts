import { type DeltaText, deltaText, type Run, type RunHead } from './run.ts';

const ZERO = 0x30;

/** Fewer than 10^15 is a safe integer, and so is the difference of two. No sign, no leading zero. */
const PLAIN_INTEGER = String.raw`(?:0|[1-9]\d{0,14})`;
/** What may stand where a number does; whether it is the right one is compared afterwards. */
const NUMBER = String.raw`[-+.eE\d]+`;
/** Characters that stand for themselves; half a surrogate pair would be escaped. */
const PLAIN = String.raw`[^"\\\x00-\x1f\ud800-\udfff]*`;
/** The inside of a string in the spelling of `JSON.stringify`, as long as that needs no `\u`. */
const STRING = String.raw`${PLAIN}(?:(?:\\["\\bfnrt]|[\ud800-\udbff][\udc00-\udfff])${PLAIN})*`;
const CALL = `"id":"${STRING}",(?:"name":"${STRING}",)?`;

/** A whole canonical delta line. Every loop in it ends at one character, so matching is linear. */
const DELTA_LINE =
  `\\{"type":"assistant/chunk","seq":${PLAIN_INTEGER},"time":${PLAIN_INTEGER},` +
  `"data":\\{"turn":${NUMBER},"step":${NUMBER},"chunk":\\{"type":"` +
  `(?:(?:text|reasoning)-delta","index":${NUMBER},"text"|` +
  `tool-call-delta","index":${NUMBER},${CALL}"argumentsDelta")` +
  `:"${STRING}"\\}\\}\\}\\n`;

/** V8 copies a slice that is shorter than this and its quotes; of a longer one it keeps all of the text alive. */
const MAX_COPIED_CHARS = 14;

/** Longer texts, which hold one huge line, could exhaust the stack of the regular expression. */
const MAX_CHARS = 1024 * 1024;

/**
 * The fast path for deltas: recognises canonical delta lines that continue a run straight in the
 * text and appends them to its columns, with no `JSON.parse` and no object a token. The expression
 * checks the shape of a line; what it leaves open (seq, head) is compared with what `deltaText`
 * would write. Whatever else is left to the slow path, so the two cannot disagree.
 */
export class CanonicalDeltas {
  readonly #line = new RegExp(DELTA_LINE, 'y');
  #head: RunHead | undefined;
  #parts: DeltaText | undefined;

  /**
   * Appends to `run` as many whole lines (each with its `\n`) as continue it, starting at `from`.
   * Returns the position after the last of them: `from` itself where none does. O(characters).
   */
  append(text: string, from: number, run: Run): number {
    if (text.length > MAX_CHARS) return from;
    if (this.#head !== run.head || this.#parts === undefined) {
      this.#head = run.head;
      this.#parts = deltaText(run.head);
    }
    const { beforeSeq, beforeTime, beforeFragment, after } = this.#parts;
    const line = this.#line;
    let accepted = from;
    for (;;) {
      line.lastIndex = accepted;
      if (!line.test(text)) return accepted;
      const seqStart = accepted + beforeSeq.length;
      const seqEnd = digitsEnd(text, seqStart);
      if (digits(text, seqStart, seqEnd) !== run.toSeq) return accepted;
      const timeStart = seqEnd + beforeTime.length;
      const timeEnd = digitsEnd(text, timeStart);
      const time = digits(text, timeStart, timeEnd);
      const start = timeEnd + beforeFragment.length;
      if (text.slice(timeEnd, start) !== beforeFragment || !run.acceptsTime(time)) return accepted;
      const literal = text.slice(start, line.lastIndex - after.length - 1);
      const isPlain = literal.length <= MAX_COPIED_CHARS && !literal.includes('\\');
      run.push(time, isPlain ? literal.slice(1, -1) : JSON.parse(literal));
      accepted = line.lastIndex;
    }
  }
}

/** The end of the digits at `start`; the text goes on behind them. */
function digitsEnd(text: string, start: number): number {
  let end = start;
  while ((text.charCodeAt(end) - ZERO) >>> 0 <= 9) end += 1;
  return end;
}

function digits(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + text.charCodeAt(at) - ZERO;
  return value;
}
