/**
 * Where a fragment that starts at a place of a text is expected to end: a fixed guess at how models
 * cut text into tokens, so that only the cuts that differ cost anything (docs/columnar.md, "Cuts").
 * Of the tokens in the real logs at hand it meets 85 %. It need not be right; it must never change,
 * since decoders guess along.
 */

const OTHER = 0; // punctuation of ASCII
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const SPACE = 4;
const LINE_END = 5;
const QUOTE = 6;
const CONTROL = 7;
const HAN = 8;
const HIGH_SURROGATE = 9;
const FOREIGN = 10; // everything else that is not ASCII

const CLASSES = new Uint8Array(128).fill(OTHER);
CLASSES.fill(CONTROL, 0, 0x20);
CLASSES.fill(LOWER, 0x61, 0x7b);
CLASSES.fill(UPPER, 0x41, 0x5b);
CLASSES.fill(DIGIT, 0x30, 0x3a);
CLASSES[0x0a] = LINE_END;
CLASSES[0x0d] = LINE_END;
CLASSES[0x20] = SPACE;
CLASSES[0x22] = QUOTE;
CLASSES[0x7f] = CONTROL;

const MAX_NUMBER_DIGITS = 3;
const MAX_HAN = 2;
/** What may stand before the letters of a word: space, `_`, `.`, `/`, `-`. */
const isLead = (code: number): boolean =>
  code === 0x20 || code === 0x5f || (code >= 0x2d && code <= 0x2f);
const isColonOrComma = (code: number): boolean => code === 0x3a || code === 0x2c;

/** The end of the fragment expected at `from`, which lies inside the text. O(characters passed). */
export function expectedCut(text: string, from: number): number {
  const code = text.charCodeAt(from);
  const kind = classOf(text, from);
  if (kind === LOWER || kind === UPPER) return wordEnd(text, from, kind);
  const next = classOf(text, from + 1);
  if (isLead(code) && (next === LOWER || next === UPPER)) return wordEnd(text, from + 1, next);
  switch (kind) {
    case DIGIT:
      return runEnd(text, from, DIGIT, from + MAX_NUMBER_DIGITS);
    case HAN:
      return runEnd(text, from, HAN, from + MAX_HAN);
    case LINE_END:
      return runEnd(text, from, LINE_END);
    case OTHER:
      // Between the parts of a JSON document the space belongs to the mark before it.
      return isColonOrComma(code) && next === SPACE && classOf(text, from + 2) === QUOTE
        ? from + 2
        : markEnd(text, from);
    case SPACE:
      return spaceEnd(text, from, next);
    case HIGH_SURROGATE:
      return Math.min(from + 2, text.length);
    default:
      return from + 1;
  }
}

function spaceEnd(text: string, from: number, next: number): number {
  if (next === QUOTE) return from + 2;
  if (next === OTHER) return markEnd(text, from + 1);
  // Of several spaces the last belongs to what follows.
  return next === SPACE ? runEnd(text, from, SPACE) - 1 : from + 1;
}

/** Small letters, one capital before them or none; or capitals alone. */
function wordEnd(text: string, from: number, kind: number): number {
  if (kind === LOWER) return runEnd(text, from, LOWER);
  return classOf(text, from + 1) === LOWER
    ? runEnd(text, from + 1, LOWER)
    : runEnd(text, from, UPPER);
}

/** Marks and the line ends behind them. */
const markEnd = (text: string, from: number): number =>
  runEnd(text, runEnd(text, from, OTHER), LINE_END);

function runEnd(text: string, from: number, kind: number, limit = text.length): number {
  let end = from;
  while (end < limit && classOf(text, end) === kind) end += 1;
  return end;
}

/** The class of a UTF-16 unit; behind the end that of a control character, which joins nothing. */
function classOf(text: string, at: number): number {
  const code = text.charCodeAt(at); // NaN behind the end
  if (code < 128) return CLASSES[code] as number;
  if (code >= 0x4e00 && code <= 0x9fff) return HAN;
  if (code >= 0xd800 && code <= 0xdbff) return HIGH_SURROGATE;
  return code >= 128 ? FOREIGN : CONTROL;
}
