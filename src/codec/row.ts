import { hasKeyCount, isFiniteNumber, isObject, isSafeInteger, isSeq, own, quote } from './json.ts';
import { type DeltaKind, kindOfRow } from './kinds.ts';
import { Run, type RunHead } from './run.ts';
import { keysOf, show } from './show.ts';
import type { EpochMs, JsonObject, JsonValue, Seq } from './types.ts';

/** A row-tagged record that must not be expanded; the message says which rule it breaks. */
export class RowError extends Error {
  override readonly name = 'RowError';
}

const ROW_KEYS = 4; // type, seq0, time0, data
const TEXT_DATA_KEYS = 5; // turn, step, index, dt, texts
const CALL_DATA_KEYS = 6; // turn, step, index, dt, id, args

/** Whether a parsed record claims to be a chunk row, well-formed or not. */
export const isRowTagged = (record: JsonValue): record is JsonObject =>
  isObject(record) && kindOfRow(own(record, 'type')) !== undefined;

/**
 * Reads a chunk row into columns. Every refusal of FORMAT section 3 is checked before a member is
 * made, so a row is all or nothing.
 * @throws {RowError} naming the rule that the row breaks.
 */
export function readRow(row: JsonObject): Run {
  const kind = kindOfRow(own(row, 'type'));
  if (kind === undefined) throw new RowError(`${show(own(row, 'type'))} is not a chunk row type`);
  if (!hasKeyCount(row, ROW_KEYS)) {
    throw new RowError(`a row has exactly the keys type, seq0, time0, data; found ${keysOf(row)}`);
  }
  const { seq0, time0 } = readStart(row);
  const data = own(row, 'data');
  if (!isObject(data)) throw new RowError(`data must be an object, got ${show(data)}`);

  const head = readHead(kind, data);
  const fragments = readFragments(kind, data);
  requireSafeSeqs(seq0, fragments.length);
  return new Run(head, seq0, readTimes(data, time0, fragments.length), fragments);
}

/** Where the first member of a row stands, chunk row or columnar. @throws {RowError} */
export function readStart(row: JsonObject): { seq0: Seq; time0: EpochMs } {
  const seq0 = own(row, 'seq0');
  const time0 = own(row, 'time0');
  if (!isSeq(seq0)) throw new RowError(`seq0 must be a safe integer >= 0, got ${show(seq0)}`);
  if (!isSafeInteger(time0)) throw new RowError(`time0 must be a safe integer, got ${show(time0)}`);
  return { seq0, time0 };
}

/** @throws {RowError} where a row of so many members leaves the safe integers */
export function requireSafeSeqs(seq0: Seq, members: number): void {
  // The sum seq0 + members could round in doubles; this difference cannot.
  if (members - 1 > Number.MAX_SAFE_INTEGER - seq0) {
    throw new RowError(`seq0 ${seq0} with ${members} members leaves the safe integers`);
  }
}

/** A number of a row's data. @throws {RowError} */
export function readNumber(data: JsonObject, key: string): number {
  const value = own(data, key);
  if (!isFiniteNumber(value)) throw new RowError(`${key} must be a number, got ${show(value)}`);
  return value;
}

function readHead(kind: DeltaKind, data: JsonObject): RunHead {
  const id = own(data, 'id');
  const name = own(data, 'name');
  if (kind.isToolCall) {
    if (typeof id !== 'string') throw new RowError(`id must be a string, got ${show(id)}`);
    if (name !== undefined && typeof name !== 'string') {
      throw new RowError(`name must be a string or absent, got ${show(name)}`);
    }
  }
  const callKeys = name === undefined ? CALL_DATA_KEYS : CALL_DATA_KEYS + 1;
  if (!hasKeyCount(data, kind.isToolCall ? callKeys : TEXT_DATA_KEYS)) {
    const keys = `turn, step, index, dt, ${kind.isToolCall ? 'id, name?, ' : ''}${kind.membersKey}`;
    throw new RowError(`data has exactly the keys ${keys}; found ${keysOf(data)}`);
  }
  const [turn, step, index] = [
    readNumber(data, 'turn'),
    readNumber(data, 'step'),
    readNumber(data, 'index'),
  ];
  return kind.isToolCall
    ? { kind, turn, step, index, id: id as string, name: name as string | undefined } // both checked above
    : { kind, turn, step, index, id: undefined, name: undefined };
}

function readFragments(kind: DeltaKind, data: JsonObject): string[] {
  const members = own(data, kind.membersKey);
  if (!Array.isArray(members) || members.length === 0) {
    throw new RowError(`${kind.membersKey} must be a list of at least one string`);
  }
  const wrong = members.findIndex((member) => typeof member !== 'string');
  if (wrong >= 0) {
    throw new RowError(
      `${kind.membersKey}[${wrong}] must be a string, got ${show(members[wrong])}`,
    );
  }
  return members;
}

function readTimes(data: JsonObject, time0: EpochMs, members: number): EpochMs[] {
  const gaps = own(data, 'dt');
  if (!Array.isArray(gaps) || gaps.length !== members - 1) {
    const found = Array.isArray(gaps) ? gaps.length : show(gaps);
    throw new RowError(
      `dt must have ${members - 1} entries for ${members} members, found ${found}`,
    );
  }
  const times = [time0];
  let time = time0;
  for (const [position, gap] of gaps.entries()) {
    if (!isSafeInteger(gap)) {
      throw new RowError(`dt[${position}] must be a safe integer, got ${show(gap)}`);
    }
    time += gap;
    if (!Number.isSafeInteger(time)) {
      throw new RowError(`the time of member ${position + 1} leaves the safe integers`);
    }
    times.push(time);
  }
  return times;
}

/** The canonical JSON text of a run as a chunk row: key order of FORMAT section 3, no white space. */
export function rowText(run: Run): string {
  const { head, times, fragments } = run;
  const gaps: number[] = [];
  for (let member = 1; member < times.length; member++) {
    // Both inside the column by the loop's bounds.
    gaps.push((times[member] as number) - (times[member - 1] as number));
  }
  const name = head.name === undefined ? '' : `"name":${quote(head.name)},`;
  const call = head.kind.isToolCall ? `"id":${quote(head.id as string)},${name}` : '';
  return (
    `{"type":"${head.kind.rowType}","seq0":${run.seq0},"time0":${times[0]},"data":{` +
    `"turn":${JSON.stringify(head.turn)},"step":${JSON.stringify(head.step)},` +
    `"index":${JSON.stringify(head.index)},"dt":[${gaps.join(',')}],${call}` +
    `"${head.kind.membersKey}":${JSON.stringify(fragments)}}}`
  );
}
