import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { syntaxErrorAt } from '../../src/commands/verify-page-syntax.ts';
import { itHolds } from '../support/fuzz.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const json = fc
  .tuple(fc.jsonValue(), fc.constantFrom(undefined, 2))
  .map(([value, indent]) => JSON.stringify(value, undefined, indent));

const piece = fc.constantFrom(
  ...[
    '',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\\u12',
    '\\u00e9',
    '\n',
    '\u0000',
    ' ',
    '\ufeff',
  ],
  ...['-', '0', '01', '1.', '1e', '1e5', '.5', 'true', 'nul', 'null', "'", '\u00a0', '//'],
);

describe('syntaxErrorAt', () => {
  itHolds(
    'finds nothing in JSON, and something in what JSON.parse refuses',
    fc.property(json, fc.nat(), fc.nat(2), piece, (text, where, gone, put) => {
      const at = where % (text.length + 1);
      const damaged = text.slice(0, at) + put + text.slice(at + gone);
      const found = syntaxErrorAt(damaged);
      expect(found === undefined).toBe(isJson(damaged));
      // What stands before a change is sound, but for the scalar that the change may have hit.
      const scalar = /[-+.\w\\]*$/.exec(text.slice(0, at))?.[0].length ?? 0;
      if (found !== undefined) expect(found).toBeGreaterThanOrEqual(at - scalar);
    }),
    1000,
  );

  itHolds(
    'points to the end of JSON that is cut, or to nothing where a number is',
    fc.property(json, fc.nat(), (text, where) => {
      const cut = text.slice(0, where % (text.length + 1));
      const found = syntaxErrorAt(cut);
      const isNumber = /^[-\d.eE+]*$/.test(cut.trim());
      const inWord = /(?:[-.eE+]|\\u?[\da-f]{0,3}|t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(cut);
      if (found !== undefined && !isNumber && !inWord) expect(found).toBe(cut.length);
    }),
  );

  it.each([
    ['', 0],
    ['  ', 2],
    ['{"a":1,}', 7],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{1:2}', 1],
    ['{"a":}', 5],
    ['[1}', 2],
    ['1 2', 2],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['"abc', 4],
    ['[tru]', 1],
    ['-', 0],
    ['{"a":[1,{"b":2', 14],
  ])('%j: at %i', (text, at) => {
    expect(syntaxErrorAt(text)).toBe(at);
  });

  it('goes to any depth and length', () => {
    const deep = '['.repeat(200_000);
    expect(syntaxErrorAt(deep)).toBe(deep.length);
    const long = `"${'x'.repeat(5_000_000)}`;
    expect(syntaxErrorAt(long)).toBe(long.length);
  });
});
