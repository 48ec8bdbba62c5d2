import { RowError } from '../row.ts';

/**
 * Integers as short text, the number code of columnar rows (docs/columnar.md): some continuation
 * digits (28 of them), then one final digit (64), most significant first, and in front a space where
 * the number is negative. The code is bijective, so every integer has one spelling. None of these
 * characters is escaped in JSON, and 0 to 63 takes one of them.
 */
const FINAL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CONTINUATION = "!#$%&'()*+,./:;<=>?@[]^`{|}~";
const MINUS = ' ';

const FINAL_COUNT = FINAL.length; // 64
const CONTINUATION_COUNT = CONTINUATION.length; // 28

/** By character code: a final digit n as n, a continuation digit n as -1 - n, others as NO_DIGIT. */
const NO_DIGIT = -128;
const DIGITS = new Int8Array(128).fill(NO_DIGIT);
for (const [value, digit] of [...FINAL].entries()) DIGITS[digit.charCodeAt(0)] = value;
for (const [value, digit] of [...CONTINUATION].entries()) DIGITS[digit.charCodeAt(0)] = -1 - value;
const MINUS_CODE = MINUS.charCodeAt(0);

/** A safe integer in the number code. */
export function digits(value: number): string {
  const magnitude = Math.abs(value);
  // At most 63, so inside the alphabet; the digits in front follow from what is left.
  let text = FINAL[magnitude % FINAL_COUNT] as string;
  let rest = Math.floor(magnitude / FINAL_COUNT);
  while (rest > 0) {
    rest -= 1;
    text = (CONTINUATION[rest % CONTINUATION_COUNT] as string) + text;
    rest = Math.floor(rest / CONTINUATION_COUNT);
  }
  return value < 0 ? MINUS + text : text;
}

/**
 * The numbers of a text.
 * @param name that of the text, for messages
 * @throws {RowError} for a character that is no digit, a number that is no safe integer, minus
 *   zero, or an end within a number
 */
export function readDigits(text: string, name: string): number[] {
  const values: number[] = [];
  let rest = 0;
  let isNegative = false;
  let isWithin = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const digit = DIGITS[code] ?? NO_DIGIT;
    if (digit >= 0) {
      const value = rest * FINAL_COUNT + digit;
      if (isWithin && !isReadable(value, isNegative)) throw wrong(text, name, at);
      values.push(isNegative ? -value : value);
      rest = 0;
      isNegative = false;
      isWithin = false;
    } else {
      if (digit !== NO_DIGIT) rest = rest * CONTINUATION_COUNT - digit;
      else if (code === MINUS_CODE && !isWithin) isNegative = true;
      else throw wrong(text, name, at);
      isWithin = true;
    }
  }
  if (isWithin) throw new RowError(`${name}: the text ends within a number`);
  return values;
}

const isReadable = (value: number, isNegative: boolean): boolean =>
  value <= Number.MAX_SAFE_INTEGER && !(isNegative && value === 0);

const wrong = (text: string, name: string, at: number): RowError =>
  new RowError(
    `${name}: no number ends or goes on with ${JSON.stringify(text[at])} at character ${at}`,
  );
