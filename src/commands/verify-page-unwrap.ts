import { isObject, own } from '../codec/json.ts';
import { keysOf, show } from '../codec/show.ts';
import type { JsonValue } from '../codec/types.ts';
import { wireOf } from '../codec/wire/wires.ts';
import { WRAPPER_KEYS } from './verify-page-sniff.ts';

/** Wrappers taken off at most: transports stack two, a hostile file any number. */
const MAX_WRAPPERS = 8;

export interface Unwrapped {
  readonly inner: JsonValue;
  /** The keys that were taken off, such as `result.data`; undefined where there were none. */
  readonly wrapper: string | undefined;
}

/** Takes off what a transport such as JSON-RPC puts around a response: `{"result":…}`, `{"data":…}`. */
export function unwrap(value: JsonValue): Unwrapped {
  let inner = value;
  const keys: string[] = [];
  while (wireOf(inner) === undefined && isObject(inner) && keys.length < MAX_WRAPPERS) {
    const outer = inner;
    const key = [...WRAPPER_KEYS].find((wrapper) => isObject(own(outer, wrapper)));
    if (key === undefined) break;
    keys.push(key);
    inner = outer[key] as JsonValue; // its own, as found
  }
  return { inner, wrapper: keys.length === 0 ? undefined : keys.join('.') };
}

/** Why a value is no response of any wire. */
export function whyNoResponse(value: JsonValue): string {
  if (!isObject(value)) return `a response must be an object, got ${show(value)}`;
  if (own(value, 'type') === 'session')
    return 'this is the header of a session log, not a response';
  const error = own(value, 'error');
  if (error !== undefined) {
    const said = isObject(error) ? own(error, 'message') : error;
    return `the host answered with an error: ${show(said)}`;
  }
  return `not a history response: it has no list of records or events; found ${keysOf(value)}`;
}
