import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteStrings } from '../../../src/export/redact/json-strings.ts';
import { itHolds } from '../../support/fuzz.ts';

const upper = (text: string): string => rewriteStrings(text, (value) => value.toUpperCase());

describe('rewriteStrings', () => {
  it('leaves everything as it is written but the strings', () => {
    const text = ' {"a" :[1.0e+5,-0, 123456789012345678901234567890,true,null , "b"],\t"a":{}} ';
    expect(upper(text)).toBe(text.replaceAll('"a"', '"A"').replace('"b"', '"B"'));
    expect(rewriteStrings(text, (value) => value)).toBe(text);
  });

  it('keeps escapes, and spells units as they were spelled', () => {
    const replace = (value: string) => value.replace(/[a-zé]/g, 'x').replace(/\ud83d/g, '\udabc');
    expect(rewriteStrings(String.raw`"a\n\"\\\/b\u0061\u00E9\uD83D\ud83d\u000A"`, replace)).toBe(
      String.raw`"x\n\"\\\/x\u0078\u0078\uDABC\udabc\u000A"`,
    );
  });

  it('tells keys from values, under which key a value stands and how deep', () => {
    const seen: unknown[] = [];
    rewriteStrings('{"a":["b",{"c":"d","e":[["f"]]}],"g\\u0068":"i"}', (value, place) => {
      seen.push([value, place.isKey ? 'key' : place.key, place.depth]);
      return value;
    });
    expect(seen).toEqual([
      ['a', 'key', 1],
      ['b', 'a', 1],
      ['c', 'key', 2],
      ['d', 'c', 2],
      ['e', 'key', 2],
      ['f', 'e', 2],
      ['gh', 'key', 1],
      ['i', 'gh', 1],
    ]);
  });

  it('reads JSON of any depth, and no object at all', () => {
    const deep = `${'[{"a":'.repeat(50_000)}"b"${'}]'.repeat(50_000)}`;
    expect(upper(deep)).toBe(deep.replaceAll('"a"', '"A"').replace('"b"', '"B"'));
    expect(['"a"', '1', 'null', '[]', '{}', '""'].map(upper)).toEqual([
      '"A"',
      '1',
      'null',
      '[]',
      '{}',
      '""',
    ]);
  });

  itHolds(
    'changes exactly the strings of any JSON',
    fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
      const swap = (value: string) => value.replace(/[a-z]/g, 'q');
      const swapped = (value: unknown): unknown => {
        if (typeof value === 'string') return swap(value);
        if (Array.isArray(value)) return value.map(swapped);
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, swapped(each)]));
      };
      const rewritten = rewriteStrings(text, (value, { isKey }) => (isKey ? value : swap(value)));
      expect(JSON.parse(rewritten)).toEqual(swapped(JSON.parse(text)));
      expect(rewritten).toHaveLength(text.length);
    }),
  );
});
