import { isObject, quote } from './json.ts';
import type { JsonObject, JsonValue } from './types.ts';

const SHOWN_CHARS = 40;
const SHOWN_KEYS = 8;

/** A foreign value for a message. It goes into no list or object, which may be of any depth. */
export function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  if (typeof value !== 'string') return String(value); // 1e400 is Infinity, which JSON calls null
  return quote(value.length > SHOWN_CHARS ? `${value.slice(0, SHOWN_CHARS)}…` : value);
}

/** The keys of a foreign object for a message, the first few of them. */
export function keysOf(value: JsonObject): string {
  const keys = Object.keys(value);
  const shown = keys.slice(0, SHOWN_KEYS).map(show).join(', ');
  return keys.length > SHOWN_KEYS ? `${shown}, … (${keys.length} keys)` : shown || 'none';
}
