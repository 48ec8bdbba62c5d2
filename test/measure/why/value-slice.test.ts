import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueSlice } from '../../../src/measure/why/value-slice.ts';

describe('valueSlice', () => {
  it.each<[string, string, string[], string | undefined]>([
    ['a string with its quotes', '{"a":"x"}', ['a'], '"x"'],
    ['a number before a comma', '{"a":-1.5e3,"b":2}', ['a'], '-1.5e3'],
    ['a nested value', '{"z":{"b":0},"a":{"b":[1,{"c":"]}"}]}}', ['a', 'b'], '[1,{"c":"]}"}]'],
    ['a string that ends in backslashes', String.raw`{"a":"x\\\\","b":1}`, ['b'], '1'],
    ['a string with an escaped quote', String.raw`{"a":"\\\"b\":","b":2}`, ['b'], '2'],
    ['an escaped key', String.raw`{"\u0061":1}`, ['a'], '1'],
    ['the last of equal keys', '{"a":1,"a":22}', ['a'], '22'],
    ['a value among white space', ' { "a" :\t[ 1 ]\r\n, "b":null } ', ['a'], '[ 1 ]'],
    ['a word before white space', '{"a": true }', ['a'], 'true'],
    ['the whole text for no key', '[1]', [], '[1]'],
    ['no absent key', '{"b":{"a":1}}', ['a'], undefined],
    ['no key of an empty object', '{}', ['a'], undefined],
    ['no key of a list', '{"a":[1]}', ['a', '0'], undefined],
    ['no key that only starts so', '{"ab":1}', ['a'], undefined],
  ])('gives %s', (_, text, path, expected) => {
    expect(valueSlice(text, path)).toBe(expected);
  });

  it('finds what JSON.parse finds, for any JSON and any white space', () => {
    const key = fc.constantFrom('a', 'b', '"', '\\', 'é', '__proto__', '');
    const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom('\\', '"', '{"a":1}')),
      tree: fc.oneof(
        { maxDepth: 3 },
        tie('leaf'),
        fc.dictionary(key, tie('tree'), { noNullPrototype: true }),
        fc.array(tie('tree')),
      ),
    }));
    const path = fc.array(key, { maxLength: 3 });
    fc.assert(
      fc.property(tree, path, fc.constantFrom(undefined, 1, '\t'), (value, path, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        let expected: unknown = JSON.parse(text);
        for (const key of path) {
          const isHolder =
            typeof expected === 'object' && expected !== null && !Array.isArray(expected);
          expected =
            isHolder && Object.hasOwn(expected as object, key)
              ? (expected as Record<string, unknown>)[key]
              : undefined;
        }
        const slice = valueSlice(text, path);
        expect(slice === undefined ? undefined : JSON.parse(slice)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('takes any depth', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(valueSlice(`{"x":${deep},"a":${deep}}`, ['a'])).toBe(deep);
  });
});
