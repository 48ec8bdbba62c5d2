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
  const sources = own(event, 'sourceEventSeqs');
  const ranges = sources === undefined ? undefined : toRanges(sources);
  const isWritable =
    Number.isSafeInteger(time) &&
    (sources === undefined || ranges !== undefined) &&
    ENVELOPE.every((key, place) => Object.keys(event)[place] === key) &&
    stringify(event) === text;
  if (!isWritable) return undefined;
  const { seq: _, ...rest } = event;
  return stringify({ ...rest, time, ...(ranges === undefined ? {} : { sourceEventSeqs: ranges }) });
}

/**
 * The event that `nextText` wrote, with its keys in their order again. O(characters).
 * @throws {RowError} where a rule of docs/columnar.md is broken
 */
export function readNext(next: JsonObject, before: Position | undefined): JsonObject {
  if (before === undefined) throw new RowError('there is no event before that it could follow');
  const difference = own(next, 'time');
  const time = isSafeInteger(difference) ? before.time + difference : Number.NaN;
  if (!Number.isSafeInteger(time)) {
    throw new RowError(`time must lead to a safe integer, got ${show(difference)}`);
  }
  const sources = own(next, 'sourceEventSeqs');
  const flat = sources === undefined ? undefined : fromRanges(sources);
  if (sources !== undefined && flat === undefined) {
    throw new RowError('sourceEventSeqs must be a list of seqs and inclusive pairs [first,last]');
  }
  const { type, ...rest } = next;
  return {
    ...(type === undefined ? {} : { type }),
    seq: before.seq + 1,
    ...rest,
    time,
    ...(flat === undefined ? {} : { sourceEventSeqs: flat }),
  };
}

/** Undefined for what is nested too deeply to be written. */
function stringify(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
