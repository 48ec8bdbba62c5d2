import { hasKeyCount, isFiniteNumber, isObject, isSafeInteger, isSeq, own } from './json.ts';
import { kindOfChunk } from './kinds.ts';
import type { Delta } from './run.ts';
import type { JsonValue } from './types.ts';

const EVENT_KEYS = 4; // type, seq, time, data
const DATA_KEYS = 3; // turn, step, chunk
const TEXT_CHUNK_KEYS = 3; // type, index, text
const CALL_CHUNK_KEYS = 4; // type, index, id, argumentsDelta

/**
 * Takes a delta event apart, if it is one that may pack: exactly the keys of its kind, a seq and a
 * time that are safe integers, numbers and strings where they belong (FORMAT section 3). Anything
 * else gives undefined and stays as it is stored: what is not fully recognised is never rewritten.
 */
export function readDelta(event: JsonValue): Delta | undefined {
  if (!isObject(event) || own(event, 'type') !== 'assistant/chunk') return undefined;
  const seq = own(event, 'seq');
  const time = own(event, 'time');
  const data = own(event, 'data');
  if (!hasKeyCount(event, EVENT_KEYS) || !isSeq(seq) || !isSafeInteger(time)) return undefined;
  if (!isObject(data) || !hasKeyCount(data, DATA_KEYS)) return undefined;
  const turn = own(data, 'turn');
  const step = own(data, 'step');
  const chunk = own(data, 'chunk');
  if (!isFiniteNumber(turn) || !isFiniteNumber(step) || !isObject(chunk)) return undefined;

  const kind = kindOfChunk(own(chunk, 'type'));
  if (kind === undefined) return undefined;
  const index = own(chunk, 'index');
  const fragment = own(chunk, kind.fragmentKey);
  if (!isFiniteNumber(index) || typeof fragment !== 'string') return undefined;
  if (!kind.isToolCall) {
    if (!hasKeyCount(chunk, TEXT_CHUNK_KEYS)) return undefined;
    return {
      head: { kind, turn, step, index, id: undefined, name: undefined },
      seq,
      time,
      fragment,
    };
  }
  const id = own(chunk, 'id');
  const name = own(chunk, 'name');
  if (typeof id !== 'string' || (name !== undefined && typeof name !== 'string')) return undefined;
  if (!hasKeyCount(chunk, name === undefined ? CALL_CHUNK_KEYS : CALL_CHUNK_KEYS + 1)) {
    return undefined;
  }
  return { head: { kind, turn, step, index, id, name }, seq, time, fragment };
}
