import fc from 'fast-check';
import type { JsonValue } from '../../src/codec/types.ts';

const MAX = Number.MAX_SAFE_INTEGER;

/** Numbers at which a codec goes wrong: signs, fractions, both ends of the safe integers, 1e400. */
export const oddNumber: fc.Arbitrary<number> = fc.constantFrom(
  ...[0, -0, 1, -1, 0.5, 1.5, 1e21, MAX, MAX - 1, MAX - 2, MAX + 1, -MAX, -MAX - 1],
  ...[Infinity, -Infinity],
);

/** A value that belongs nowhere in particular. */
export const junk: fc.Arbitrary<JsonValue> = fc.oneof(
  oddNumber,
  fc.constantFrom<JsonValue>(null, true, false, '', '1', 'a', [], {}, ['a'], [0, 0], [[1]], {
    type: 'text-delta',
  }),
  fc.constantFrom('text-delta', 'tool-call-delta', 'text-chunks', 'tool-call-chunks'),
);

/** Keys of events and rows, and such as a careless reader trips over. */
const anyKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'toString', '', '0', 'length', 'ignorable', 'surfaceOp'],
  ...['sourceEventSeqs', 'type', 'seq', 'time', 'seq0', 'time0', 'data', 'turn', 'step', 'chunk'],
  ...['index', 'text', 'texts', 'args', 'argumentsDelta', 'id', 'name', 'dt'],
);

/** One small change somewhere inside a JSON value. */
export interface Mutation {
  readonly operation: 'add' | 'remove' | 'replace' | 'rename';
  /** Which object or list to change, and which of its entries; both wrap around. */
  readonly node: number;
  readonly entry: number;
  readonly key: string;
  readonly value: JsonValue;
}

export const mutation: fc.Arbitrary<Mutation> = fc.record({
  operation: fc.constantFrom('add', 'remove', 'replace', 'rename'),
  node: fc.nat(7),
  entry: fc.nat(9),
  key: anyKey,
  value: junk,
});

type Entries = readonly (readonly [string, JsonValue])[];

/** A copy of a value with one change in it; a value without objects or lists gives way whole. */
export function mutate<Value>(original: Value, change: Mutation): JsonValue {
  const value = original as JsonValue; // whoever mutates wants any JSON back
  const nodes = containersOf(value);
  const target = nodes[change.node % Math.max(1, nodes.length)];
  return target === undefined ? change.value : rebuild(value, target, change);
}

const isContainer = (value: JsonValue): value is object & JsonValue =>
  typeof value === 'object' && value !== null;

function containersOf(value: JsonValue): JsonValue[] {
  return isContainer(value) ? [value, ...Object.values(value).flatMap(containersOf)] : [];
}

function rebuild(value: JsonValue, target: JsonValue, change: Mutation): JsonValue {
  if (!isContainer(value)) return value;
  const entries: Entries =
    value === target
      ? changed(Object.entries(value), change)
      : Object.entries(value).map(([key, child]) => [key, rebuild(child, target, change)]);
  // fromEntries defines keys, so __proto__ becomes an own one, as JSON.parse has it.
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

function changed(entries: Entries, { operation, entry, key, value }: Mutation): Entries {
  const at = entry % Math.max(1, entries.length);
  switch (operation) {
    case 'add':
      return [...entries.slice(0, at), [key, value], ...entries.slice(at)];
    case 'remove':
      return entries.filter((_, position) => position !== at);
    case 'replace':
      return entries.map((old, position) => (position === at ? [old[0], value] : old));
    case 'rename':
      return entries.map((old, position) => (position === at ? [key, old[1]] : old));
  }
}
