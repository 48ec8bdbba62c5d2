import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasKeyCount,
  isFiniteNumber,
  isObject,
  isSafeInteger,
  isSeq,
  own,
  quote,
} from '../../src/codec/json.ts';
import type { JsonValue } from '../../src/codec/types.ts';
import { fragment } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';

const MAX = Number.MAX_SAFE_INTEGER;

describe('quote', () => {
  itHolds(
    'writes what JSON.parse reads back',
    fc.property(fragment, (text) => {
      expect(JSON.parse(quote(text))).toBe(text);
    }),
  );

  it('escapes a lone surrogate, so that the text can be written as UTF-8', () => {
    expect(quote('\ud83d')).toBe('"\\ud83d"');
  });
});

describe('isObject', () => {
  it.each<[boolean, JsonValue | undefined]>([
    [true, {}],
    [false, []],
    [false, null],
    [false, undefined],
    [false, 'x'],
    [false, 1],
  ])('is %s for %j', (expected, value) => {
    expect(isObject(value)).toBe(expected);
  });
});

describe('own', () => {
  it('never takes a value from a prototype', () => {
    expect(own({}, 'toString')).toBeUndefined();
    expect(own({}, '__proto__')).toBeUndefined();
  });

  it('finds an own __proto__, as JSON.parse makes it', () => {
    expect(own(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
  });
});

describe('hasKeyCount', () => {
  it('counts own keys, __proto__ among them', () => {
    expect(hasKeyCount({}, 0)).toBe(true);
    expect(hasKeyCount(JSON.parse('{"__proto__":1,"a":2}'), 2)).toBe(true);
    expect(hasKeyCount({ a: 1 }, 2)).toBe(false);
  });
});

describe('numbers', () => {
  it.each<[JsonValue | undefined, boolean, boolean, boolean]>([
    // value, finite, safe, seq
    [0, true, true, true],
    [-0, true, true, true],
    [MAX, true, true, true],
    [-1, true, true, false],
    [-MAX, true, true, false],
    [MAX + 1, true, false, false],
    [1.5, true, false, false],
    [Infinity, false, false, false],
    ['1', false, false, false],
    [null, false, false, false],
    [undefined, false, false, false],
  ])('%j: finite %s, safe %s, seq %s', (value, finite, safe, seq) => {
    expect([isFiniteNumber(value), isSafeInteger(value), isSeq(value)]).toStrictEqual([
      finite,
      safe,
      seq,
    ]);
  });
});
