import { isObject, isSeq, own } from '../json.ts';
import { RowError } from '../row.ts';
import { show } from '../show.ts';
import type { Interval, JsonObject, JsonValue } from '../types.ts';
import { Coverage } from './coverage.ts';
import { RecordError, WireError, type WireFault } from './fault.ts';
import { type ReadRecord, recordInterval } from './records.ts';
import type { WireName, WirePages } from './types.ts';
import { WIRES, type Wire } from './wires.ts';

/** What a walk over a response meets. */
export interface WireVisitor {
  /** A sound record, in order. */
  record?(record: ReadRecord, index: number): void;
  /** Something wrong; `true` goes on behind it, otherwise the walk ends. */
  fault(fault: WireFault): boolean;
}

/**
 * Walks over a response that came over `wire`, as JSON gave it: every row is read as the codec
 * reads it, no row is expanded. Keys of the response beyond those of its wire are let pass.
 * O(records and members).
 */
export function walkResponse(response: unknown, wire: WireName, visitor: WireVisitor): void {
  const value = response as JsonValue; // any value may come; the checks narrow it
  const shape = WIRES[wire];
  if (!isObject(value)) {
    visitor.fault(responseFault(`a response must be an object, got ${show(value)}`));
    return;
  }
  const records = own(value, shape.list);
  if (!Array.isArray(records)) {
    visitor.fault(responseFault(`${shape.list} must be a list, got ${show(records)}`));
    return;
  }
  for (const message of envelopeFaults(value, shape)) {
    if (!visitor.fault(responseFault(message))) return;
  }
  const coverage = new Coverage(shape.hasWatermarks ? pageOf(value) : undefined);
  for (const [index, record] of records.entries()) {
    const fault = visitRecord(record, index, { shape, coverage, visitor });
    if (fault !== undefined && !visitor.fault(fault)) return;
  }
  const fault = coverage.finish(records.length);
  if (fault !== undefined) visitor.fault(fault);
}

/** The first thing wrong in a response; undefined where it is sound. */
export function findFault(response: unknown, wire: WireName): WireFault | undefined {
  let first: WireFault | undefined;
  walkResponse(response, wire, {
    fault(fault) {
      first = fault;
      return false;
    },
  });
  return first;
}

/** Everything wrong in a response, in order. */
export function faultsOf(response: unknown, wire: WireName): WireFault[] {
  const faults: WireFault[] = [];
  walkResponse(response, wire, { fault: (fault) => faults.push(fault) > 0 });
  return faults;
}

/**
 * A response as its type, the same object. This is the check for hot paths; the zod schemas of
 * `src/schema/` agree with it.
 * @throws {WireError} naming the first offending record, the expected and the found seq.
 */
export function validateResponse<Name extends WireName>(
  response: unknown,
  wire: Name,
): WirePages[Name] {
  const fault = findFault(response, wire);
  if (fault !== undefined) throw new WireError(fault);
  return response as WirePages[Name]; // every part of it was looked at
}

const responseFault = (message: string): WireFault => ({ kind: 'response', message });

function* envelopeFaults(value: JsonObject, { hasWatermarks }: Wire): Generator<string> {
  const hasMore = own(value, 'hasMore');
  if (typeof hasMore !== 'boolean') {
    yield `hasMore must be true or false, got ${show(hasMore)}`;
  }
  if (!hasWatermarks) return;
  const [fromSeq, toSeq] = [own(value, 'fromSeq'), own(value, 'toSeq')];
  if (!isSeq(fromSeq)) yield `fromSeq must be a safe integer >= 0, got ${show(fromSeq)}`;
  if (!isSeq(toSeq)) yield `toSeq must be a safe integer >= 0, got ${show(toSeq)}`;
  if (isSeq(fromSeq) && isSeq(toSeq) && fromSeq > toSeq) {
    yield `fromSeq ${fromSeq} must not exceed toSeq ${toSeq}`;
  }
}

/** The watermarks of a response, where they make an interval. */
function pageOf(value: JsonObject): Interval | undefined {
  const [fromSeq, toSeq] = [own(value, 'fromSeq'), own(value, 'toSeq')];
  return isSeq(fromSeq) && isSeq(toSeq) && fromSeq <= toSeq ? { fromSeq, toSeq } : undefined;
}

interface Walk {
  readonly shape: Wire;
  readonly coverage: Coverage;
  readonly visitor: WireVisitor;
}

function visitRecord(value: JsonValue, index: number, walk: Walk): WireFault | undefined {
  const { shape, coverage, visitor } = walk;
  let record: ReadRecord;
  try {
    record = shape.read(value);
  } catch (error) {
    coverage.skip();
    return recordFault(error, index);
  }
  visitor.record?.(record, index);
  return coverage.take(index, recordInterval(record));
}

function recordFault(error: unknown, record: number): WireFault {
  if (error instanceof RowError) {
    return { kind: 'row', message: `record ${record}: unsafe chunk row: ${error.message}`, record };
  }
  if (error instanceof RecordError) {
    return { kind: 'record', message: `record ${record}: ${error.message}`, record };
  }
  throw error;
}
