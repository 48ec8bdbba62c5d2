import { isFiniteNumber, isObject, isSeq, own } from '../json.ts';
import { kindOfRow } from '../kinds.ts';
import { keysOf, show } from '../show.ts';
import type { JsonValue, SessionEvent } from '../types.ts';
import { RecordError } from './fault.ts';

/** Before the type of a row in the envelope of an event. */
export const ROW_EVENT_PREFIX = 'chunkrow/' as const;

/** Whether a type belongs to rows, in the log or on the 0.1.2 wire: no event can have it. */
export const isRowType = (type: string): boolean =>
  kindOfRow(type) !== undefined || type.startsWith(ROW_EVENT_PREFIX);

/**
 * Reads an event of a response: an object with the four keys of FORMAT section 2. Types and further
 * keys are open. The same object comes back.
 * @throws {RecordError} naming what it lacks.
 */
export function readEvent(event: JsonValue | undefined): SessionEvent {
  if (!isObject(event)) throw new RecordError(`event must be an object, got ${show(event)}`);
  const type = own(event, 'type');
  const seq = own(event, 'seq');
  const time = own(event, 'time');
  if (typeof type !== 'string') {
    throw new RecordError(`the event's type must be a string, got ${show(type)}`);
  }
  if (isRowType(type)) throw new RecordError(`a chunk row (${show(type)}) stands as an event`);
  if (!isSeq(seq)) {
    throw new RecordError(`the event's seq must be a safe integer >= 0, got ${show(seq)}`);
  }
  if (!isFiniteNumber(time)) {
    throw new RecordError(`the event's time must be a number, got ${show(time)}`);
  }
  if (!Object.hasOwn(event, 'data')) {
    throw new RecordError(`the event has no data; found ${keysOf(event)}`);
  }
  return event as unknown as SessionEvent; // its four keys were checked above
}
