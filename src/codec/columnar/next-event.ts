import { isSafeInteger, isSeq, own } from '../json.ts';
import { RowError } from '../row.ts';
import { show } from '../show.ts';
import type { EpochMs, JsonObject, JsonValue, Seq } from '../types.ts';
import { fromRanges, toRanges } from './sources.ts';

/** Where the event before stands. */
export interface Position {
  readonly seq: Seq;
  readonly time: EpochMs;
}

/** The envelope's first keys, as dsh writes them: `seq` goes back to where it was left out. */
const ENVELOPE = ['type', 'seq', 'time'];

/** The position of an event, if the next one can be told by it. */
export function positionOf(event: JsonObject): Position | undefined {
  const [seq, time] = [own(event, 'seq'), own(event, 'time')];
  return isSeq(seq) && isSafeInteger(time) ? { seq, time } : undefined;
}

/**
 * The text of an event told by the one before it: `seq` is left out, `time` is the difference, and
 * `sourceEventSeqs` are ranges. Undefined where `readNext` would not give the same text back: for
 * an event that does not follow, or that is not spelled as `JSON.stringify` does. O(characters).
 */
export function nextText(
  event: JsonObject,
  text: string,
  before: Position | undefined,
): string | undefined {
  const at = positionOf(event);
  if (before === undefined || at?.seq !== before.seq + 1) return undefined;
  const time = at.time - before.time;
  const keys = Object.keys(event);
  const sources = own(event, 'sourceEventSeqs');
  const ranges = sources === undefined ? undefined : toRanges(sources);
  const isWritable =
    Number.isSafeInteger(time) &&
    (sources === undefined || ranges !== undefined) &&
    ENVELOPE.every((key, place) => keys[place] === key) &&
    stringify(event) === text;
  if (!isWritable) return undefined;
  const { seq: _, ...rest } = event;
  return stringify({ ...rest, time, ...(ranges === undefined ? {} : { sourceEventSeqs: ranges }) });
}

/** An event with the two fields that tell the next one. */
export type PlacedEvent = JsonObject & Position;

/**
 * The event that `nextText` wrote, with its keys in their order again. O(characters).
 * @throws {RowError} where a rule of docs/columnar.md is broken
 */
export function readNext(next: JsonObject, before: Position | undefined): PlacedEvent {
  if (before === undefined) throw new RowError('there is no event before that it could follow');
  if (!Object.hasOwn(next, 'type')) throw new RowError('an event has a type');
  // A literal and a loop: copying with a spread takes several times as long.
  const event: { [key: string]: JsonValue } & { seq: Seq; time: EpochMs } = {
    type: null,
    seq: before.seq + 1,
    time: Number.NaN,
  };
  for (const key of Object.keys(next)) {
    const value = next[key] as JsonValue; // its own key
    if (key === 'time' && isSafeInteger(value)) event.time = before.time + value;
    else if (key === 'sourceEventSeqs') event[key] = flatSources(value);
    else if (key === '__proto__') Object.defineProperty(event, key, { value, ...PLAIN });
    else if (key !== 'seq' && key !== 'time') event[key] = value;
  }
  if (!Number.isSafeInteger(event.time)) {
    throw new RowError(`time must lead to a safe integer, got ${show(own(next, 'time'))}`);
  }
  return event;
}

function flatSources(ranges: JsonValue): Seq[] {
  const sources = fromRanges(ranges);
  if (sources !== undefined) return sources;
  throw new RowError('sourceEventSeqs must be a list of seqs and inclusive pairs [first,last]');
}

/** A property as `JSON.parse` makes it. */
const PLAIN = { enumerable: true, writable: true, configurable: true };

/** Undefined for what cannot be written: parsed JSON that is nested too deeply. */
function stringify(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
