import type { JsonObject, JsonValue } from './types.ts';

/** Longer texts are left to `JSON.stringify`, which then costs less than looking at each character. */
const MAX_LOOKED_AT_CHARS = 32;

/** The JSON text of a string, as `JSON.stringify` writes it (lone surrogates escaped). */
export const quote = (text: string): string =>
  text.length <= MAX_LOOKED_AT_CHARS && isPlain(text) ? `"${text}"` : JSON.stringify(text);

/** Whether no character is escaped: most fragments, and telling so is faster than the native call. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code === 0x22 || code === 0x5c || (code >= 0xd800 && code <= 0xdfff)) {
      return false;
    }
  }
  return true;
}

/** Whether a parsed value is an object, neither `null` nor an array. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Whether an object has exactly `count` own keys. With a check of that many different own keys
 * it proves that there are no others.
 */
export const hasKeyCount = (value: JsonObject, count: number): boolean =>
  Object.keys(value).length === count;

/** An own property, so that a key such as `__proto__` can never lend a value. */
export const own = (value: JsonObject, key: string): JsonValue | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined;

/**
 * Whether a value is a number that JSON can write again. `1e400` parses to Infinity, which
 * `JSON.stringify` would turn into `null`.
 */
export const isFiniteNumber = (value: JsonValue | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** Whether a value is an integer that a double holds exactly. */
export const isSafeInteger = (value: JsonValue | undefined): value is number =>
  Number.isSafeInteger(value);

/** Whether a value can be a `seq`. */
export const isSeq = (value: JsonValue | undefined): value is number =>
  isSafeInteger(value) && value >= 0;
