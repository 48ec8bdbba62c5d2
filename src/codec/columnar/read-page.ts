import { isObject } from '../json.ts';
import { RowError } from '../row.ts';
import { Run } from '../run.ts';
import { show } from '../show.ts';
import { membersOf } from '../storage.ts';
import type { JsonObject, JsonValue, SessionEvent } from '../types.ts';
import { type Position, positionOf, readNext } from './next-event.ts';
import { ColumnarRowReader } from './read-row.ts';
import { COLUMNS_KEY, endOf, NEXT_KEY } from './representation.ts';

/** Reads the parsed records of a columnar page, in order: each may lean on those before it. */
export class ColumnarReader {
  readonly #rows = new ColumnarRowReader();
  #before: Position | undefined;

  /**
   * The next record as a run or as an event, which is not looked at further. O(characters).
   * @throws {RowError} where a record breaks a rule of docs/columnar.md
   */
  read(record: JsonValue): Run | JsonObject {
    const [key, content] = onlyMember(record);
    if (key === COLUMNS_KEY) {
      const run = this.#rows.read(content);
      this.#before = endOf(run);
      return run;
    }
    if (key !== NEXT_KEY && key !== 'event') {
      throw new RowError(`a columnar page has no record ${show(key)}`);
    }
    if (key === NEXT_KEY) {
      const event = readNext(content, this.#before);
      this.#before = event;
      return event;
    }
    this.#before = positionOf(content);
    return content;
  }
}

/**
 * The events of a columnar page's parsed records, in order. O(characters).
 * @throws {RowError} where a record breaks a rule of docs/columnar.md
 */
export function readColumnarPage(records: Iterable<unknown>): SessionEvent[] {
  const reader = new ColumnarReader();
  const events: SessionEvent[] = [];
  for (const record of records) {
    const read = reader.read(record as JsonValue); // whatever comes is parsed JSON, and checked
    if (read instanceof Run) for (const event of membersOf(read)) events.push(event);
    else events.push(read as unknown as SessionEvent);
  }
  return events;
}

function onlyMember(record: JsonValue): [string, JsonObject] {
  const keys = isObject(record) ? Object.keys(record) : [];
  const [key = ''] = keys;
  const content = keys.length === 1 ? (record as JsonObject)[key] : undefined; // its own key
  if (!isObject(content)) {
    throw new RowError(`a record is an object with one object in it, got ${show(record)}`);
  }
  return [key, content];
}
