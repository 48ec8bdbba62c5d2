import { describe, expect, it } from 'vitest';
import { type FamilySizes, familySizes, whatGrew } from '../../../src/measure/why/grew.ts';

const sizes = (packed: Record<string, number>): FamilySizes => ({
  forms: {
    packed: {
      families: Object.entries(packed).map(([name, jsonBytes]) => ({ name, jsonBytes })),
    },
  },
});

describe('whatGrew', () => {
  it('lists changed families, growth first', () => {
    const before = sizes({ a: 10, b: 20, c: 30, gone: 5 });
    const after = sizes({ a: 11, b: 18, c: 30, fresh: 7 });
    expect(whatGrew(before, after)).toEqual([
      { form: 'packed', family: 'fresh', before: 0, after: 7 },
      { form: 'packed', family: 'a', before: 10, after: 11 },
      { form: 'packed', family: 'b', before: 20, after: 18 },
      { form: 'packed', family: 'gone', before: 5, after: 0 },
    ]);
  });

  it('passes over forms that only one side has', () => {
    expect(whatGrew({ forms: {} }, sizes({ a: 1 }))).toEqual([]);
    expect(whatGrew(sizes({ a: 1 }), { forms: {} })).toEqual([]);
  });

  it('takes names that objects have of their own', () => {
    const before = sizes(JSON.parse('{"__proto__":1,"constructor":2}'));
    expect(whatGrew(before, before)).toEqual([]);
  });

  it('adds up lines of one name', () => {
    const twice = (jsonBytes: number): FamilySizes => ({
      forms: { raw: { families: [1, jsonBytes].map((each) => ({ name: 'x', jsonBytes: each })) } },
    });
    expect(whatGrew(twice(2), twice(5))).toMatchObject([{ before: 3, after: 6 }]);
  });
});

describe('familySizes', () => {
  it('keeps names and bytes alone, by name', () => {
    const line = { records: 1, leaveOneOut: { gzipBytes: 1, brotliBytes: 1 } };
    const families = [
      { ...line, name: 'b', jsonBytes: 2 },
      { ...line, name: 'a', jsonBytes: 1 },
    ];
    expect(familySizes({ forms: { raw: { families } } })).toEqual({
      forms: {
        raw: {
          families: [
            { name: 'a', jsonBytes: 1 },
            { name: 'b', jsonBytes: 2 },
          ],
        },
      },
    });
  });
});
