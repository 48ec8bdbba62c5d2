import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digits, readDigits } from '../../../src/codec/columnar/digits.ts';
import { RowError } from '../../../src/codec/row.ts';
import { itHolds } from '../../support/fuzz.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const integers = fc.array(
  fc.oneof(fc.integer({ min: -5, max: 2_000 }), fc.maxSafeInteger(), fc.constantFrom(MAX, -MAX, 0)),
);

describe('the number code', () => {
  it.each([
    [0, 'A'],
    [63, '_'],
    [64, '!A'],
    [64 + 28 * 64 - 1, '~_'],
    [64 + 28 * 64, '!!A'],
    [-1, ' B'],
    [-64, ' !A'],
  ])('writes %d as %j', (value, text) => {
    expect(digits(value)).toBe(text);
    expect(readDigits(text, 'gaps')).toEqual([value]);
  });

  itHolds(
    'gives every list of safe integers back',
    fc.property(integers, (values) => {
      const text = values.map(digits).join('');
      expect(readDigits(text, 'gaps')).toEqual(values);
    }),
    1000,
  );

  itHolds(
    'has one spelling for a number',
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 12 }), (text) => {
      let values: number[];
      try {
        values = readDigits(text, 'gaps');
      } catch (error) {
        expect(error).toBeInstanceOf(RowError);
        return;
      }
      expect(values.map(digits).join('')).toBe(text);
    }),
    2000,
  );

  it('needs no escape in JSON', () => {
    const text = Array.from({ length: 5000 }, (_, value) => digits(value - 100)).join('');
    expect(JSON.stringify(text)).toBe(`"${text}"`);
  });

  it.each([
    ['!', 'ends within a number'],
    [' ', 'ends within a number'],
    ['  A', 'no number ends or goes on with " " at character 1'],
    ['! A', 'goes on with " " at character 1'],
    ['"', 'goes on with "\\"" at character 0'],
    ['é', 'goes on with "é" at character 0'],
    ['A\u0000', 'goes on with "\\u0000" at character 1'],
    [' A', 'no number ends'],
    [`${'~'.repeat(11)}A`, 'no number ends'],
    [`${'~'.repeat(400)}A`, 'no number ends'],
  ])('refuses %j', (text, message) => {
    expect(() => readDigits(text, 'gaps')).toThrow(RowError);
    expect(() => readDigits(text, 'gaps')).toThrow(message);
  });
});
