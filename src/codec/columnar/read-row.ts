import { hasKeyCount, isObject, own } from '../json.ts';
import { DELTA_KINDS, type DeltaKind } from '../kinds.ts';
import { RowError, readNumber, readStart, requireSafeSeqs } from '../row.ts';
import { Run, type RunHead } from '../run.ts';
import { keysOf, show } from '../show.ts';
import type { EpochMs, JsonObject, JsonValue } from '../types.ts';
import { cutFragments } from './cuts.ts';
import { MAX_CHARS, MAX_ENTRIES } from './dictionary.ts';
import { readDigits } from './digits.ts';
import { columnarType, NEW_FRAGMENT } from './write-row.ts';

const KINDS = new Map<unknown, DeltaKind>(DELTA_KINDS.map((kind) => [columnarType(kind), kind]));

const ROW_KEYS = 4; // type, seq0, time0, data
const DATA_KEYS = 6; // turn, step, index, gaps, cuts, text
const DICTIONARY_KEYS = 2; // base, codes

/** Reads the columnar rows of a page, in order: a row may refer to fragments of those before it. */
export class ColumnarRowReader {
  #fragments: string[] = [];
  #chars = 0;

  /**
   * Reads a row into columns, all or nothing. O(characters).
   * @throws {RowError} naming the rule of docs/columnar.md that the row breaks
   */
  read(row: JsonObject): Run {
    const kind = KINDS.get(own(row, 'type'));
    if (kind === undefined) throw refusal(`${show(own(row, 'type'))} is no columnar row type`);
    const data = own(row, 'data');
    if (!hasKeyCount(row, ROW_KEYS) || !isObject(data)) {
      throw refusal(`a row has exactly type, seq0, time0 and an object data; found ${keysOf(row)}`);
    }
    const { seq0, time0 } = readStart(row);
    const head = readHead(kind, data);
    const times = readTimes(data, time0);
    requireSafeSeqs(seq0, times.length);
    return new Run(head, seq0, times, this.#readFragments(data, times.length));
  }

  #readFragments(data: JsonObject, members: number): string[] {
    const written = cutText(data);
    const codes = own(data, 'codes');
    if (codes === undefined) return counted(written, members, 'cuts');
    const base = own(data, 'base');
    if (base !== 0 && base !== this.#fragments.length) {
      const known = this.#fragments.length;
      throw refusal(`base must be 0 or the ${known} fragments known so far, got ${show(base)}`);
    }
    const numbers = counted(numbersOf(data, 'codes'), members, 'codes');
    const known = base === 0 ? [] : this.#fragments;
    const fragments = new Array<string>(members);
    let added = 0;
    // In the order of use, so a number never refers to what comes later.
    const knownAt = (place: number): string | undefined => {
      if (place < known.length) return known[place];
      return place < known.length + added ? written[place - known.length] : undefined;
    };
    for (let member = 0; member < members; member++) {
      const number = numbers[member] as number; // counted above
      const fragment = number === NEW_FRAGMENT ? written[added] : knownAt(number - 1);
      if (fragment === undefined) throw refusal(`codes[${member}] is no fragment known by then`);
      fragments[member] = fragment;
      if (number === NEW_FRAGMENT) added += 1;
    }
    if (added !== written.length) {
      throw refusal(`cuts has ${written.length} fragments, and codes uses ${added}`);
    }
    this.#learn(known, written);
    return fragments;
  }

  /** Only a whole row that was right adds to the dictionary. */
  #learn(known: string[], added: readonly string[]): void {
    const chars = (known.length === 0 ? 0 : this.#chars) + added.join('').length;
    if (known.length + added.length > MAX_ENTRIES || chars > MAX_CHARS) {
      throw refusal(`a dictionary holds ${MAX_ENTRIES} fragments and ${MAX_CHARS} characters`);
    }
    for (const fragment of added) known.push(fragment);
    this.#fragments = known;
    this.#chars = chars;
  }
}

function readHead(kind: DeltaKind, data: JsonObject): RunHead {
  const hasName = kind.isToolCall && own(data, 'name') !== undefined;
  const callKeys = kind.isToolCall ? 1 + Number(hasName) : 0;
  const dictionaryKeys = own(data, 'codes') === undefined ? 0 : DICTIONARY_KEYS;
  if (!hasKeyCount(data, DATA_KEYS + callKeys + dictionaryKeys)) {
    const call = kind.isToolCall ? 'id, name?, ' : '';
    throw refusal(
      `data has the keys turn, step, index, ${call}gaps, cuts, text, and base with codes; found ${keysOf(data)}`,
    );
  }
  return {
    kind,
    turn: readNumber(data, 'turn'),
    step: readNumber(data, 'step'),
    index: readNumber(data, 'index'),
    id: kind.isToolCall ? textOf(data, 'id') : undefined,
    name: hasName ? textOf(data, 'name') : undefined,
  };
}

function readTimes(data: JsonObject, time0: EpochMs): EpochMs[] {
  const gaps = numbersOf(data, 'gaps');
  const times = new Array<number>(gaps.length + 1);
  let time = time0;
  times[0] = time;
  for (let member = 1; member < times.length; member++) {
    time += gaps[member - 1] as number; // one entry less than there are members
    if (!Number.isSafeInteger(time)) {
      throw refusal(`the time of member ${member} leaves the safe integers`);
    }
    times[member] = time;
  }
  return times;
}

function cutText(data: JsonObject): string[] {
  const [cuts, text] = [textOf(data, 'cuts'), textOf(data, 'text')];
  const fragments = cutFragments({ cuts, text });
  if (fragments === undefined) throw refusal('cuts and text differ in length');
  return fragments;
}

const numbersOf = (data: JsonObject, key: string): number[] => readDigits(textOf(data, key), key);

function textOf(data: JsonObject, key: string): string {
  const value: JsonValue | undefined = own(data, key);
  if (typeof value !== 'string') throw refusal(`${key} must be a string, got ${show(value)}`);
  return value;
}

function counted<Value>(values: Value[], members: number, key: string): Value[] {
  if (values.length === members) return values;
  throw refusal(`${key} has ${values.length} entries for the ${members} members of gaps`);
}

const refusal = (message: string): RowError => new RowError(message);
