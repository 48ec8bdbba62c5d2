import { isObject, isSeq, own } from '../../codec/json.ts';
import { isRowTagged, RowError, readRow } from '../../codec/row.ts';
import type { Interval, JsonObject, JsonValue } from '../../codec/types.ts';
import { SeekRefused } from './sections.ts';

const NEWLINE = 0x0a;

/** One stored record, as far as a search needs it. */
export interface SeekRecord extends Interval {
  readonly record: JsonObject;
}

/**
 * Reads one line.
 * @throws {SeekRefused} where it is no record: reading from the start then tells why.
 */
export function readRecord(line: Buffer): SeekRecord {
  let record: JsonValue;
  try {
    record = JSON.parse(line.toString('utf8'));
    if (isRowTagged(record)) {
      const run = readRow(record);
      return { record, fromSeq: run.seq0, toSeq: run.toSeq };
    }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RowError) {
      throw new SeekRefused('a line on the way is no record', { cause: error });
    }
    throw error;
  }
  const seq = isObject(record) ? own(record, 'seq') : undefined;
  if (!isObject(record) || !isSeq(seq)) throw new SeekRefused('a line on the way has no seq');
  return { record, fromSeq: seq, toSeq: seq + 1 };
}

/** The first line of a section. */
export const firstLine = (lines: Buffer): Buffer => lines.subarray(0, lines.indexOf(NEWLINE) + 1);

/** The last line of a section. */
export const lastLine = (lines: Buffer): Buffer =>
  lines.subarray(lines.lastIndexOf(NEWLINE, lines.length - 2) + 1);

/** The lines of a section, the last one first. */
export function* linesBackwards(lines: Buffer): Generator<Buffer, void> {
  for (let end = lines.length; end > 0; ) {
    const start = end < 2 ? 0 : lines.lastIndexOf(NEWLINE, end - 2) + 1;
    yield lines.subarray(start, end);
    end = start;
  }
}

/** Whether a line is the end of a turn; one with escapes in its type may be overlooked. */
export function isTurnEnd(line: Buffer): boolean {
  if (!line.includes('turn/end')) return false;
  try {
    const record: JsonValue = JSON.parse(line.toString('utf8'));
    return isObject(record) && own(record, 'type') === 'turn/end';
  } catch {
    return false; // no JSON, or too long for a string
  }
}

/**
 * Whether a line may be an append-origin message. The key and its value stand in it as they are,
 * unless something in it is escaped as `\u`.
 */
export const mayBeMessage = (line: Buffer): boolean =>
  line.includes('"surfaceOp"') || line.includes('\\u');
