import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutFragments, joinFragments } from '../../../src/codec/columnar/cuts.ts';
import { digits } from '../../../src/codec/columnar/digits.ts';
import { expectedCut } from '../../../src/codec/columnar/expected-cut.ts';
import { fragment } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';

/** The rule of docs/columnar.md, "Cuts", as one expression: the first alternative that matches. */
const PATTERN = new RegExp(
  [
    '[ _.\\/-]?(?:[A-Z]?[a-z]+|[A-Z]+)',
    '[0-9]{1,3}',
    '[:,] (?=")',
    ' ?"',
    ' ?[!#-\\/:-@\\[-`{-~]+[\\n\\r]*',
    '[\\u4e00-\\u9fff]{1,2}',
    '[\\n\\r]+',
    ' +(?= )',
    '[\\ud800-\\udbff][^]',
    '[^]',
  ].join('|'),
  'y',
);

function byPattern(text: string, from: number): number {
  PATTERN.lastIndex = from;
  PATTERN.test(text);
  return PATTERN.lastIndex;
}

const characters = fc.constantFrom(
  ...'aZq 19_./-:,"\'{}\\\n\r\t\u0000\u007f\u0080中文、é\ud83d\ude00`~@[',
);

describe('the expected cut', () => {
  it.each([
    ['hello world', 'hello'],
    [' world again', ' world'],
    ['README.md', 'README'],
    ['Readme', 'Readme'],
    ['.txt', '.txt'],
    ['2026', '202'],
    ['": "x', '"'],
    [': "x', ': '],
    [': x', ':'],
    [' "x', ' "'],
    ['.\n\nNext', '.\n\n'],
    ['中文字', '中文'],
    ['    x', '   '],
    [' x', ' x'],
    ['😀', '😀'],
  ])('of %j is behind %j', (text, expected) => {
    expect(text.slice(0, expectedCut(text, 0))).toBe(expected);
  });

  itHolds(
    'is that of the documented pattern',
    fc.property(fc.array(characters, { minLength: 1, maxLength: 30 }), fc.nat(), (all, at) => {
      const text = all.join('');
      const from = at % text.length;
      expect(expectedCut(text, from)).toBe(byPattern(text, from));
    }),
    5000,
  );
});

describe('cut text', () => {
  itHolds(
    'gives every list of fragments back',
    fc.property(fc.array(fragment, { maxLength: 20 }), (fragments) => {
      const written = joinFragments(fragments);
      expect(cutFragments(written)).toEqual(fragments);
      expect(written.text).toBe(fragments.join(''));
    }),
    1000,
  );

  it('marks the expected cuts, and counts the others', () => {
    expect(joinFragments(['Hello', ' wor', 'ld', '', '!'])).toEqual({
      cuts: ['A', digits(5), 'A', digits(1), 'A'].join(''),
      text: 'Hello world!',
    });
  });

  it('puts a surrogate pair that was cut together, and cuts it again', () => {
    const halves = ['a\ud83d', '\ude00b'];
    const written = joinFragments(halves);
    expect(JSON.stringify(written.text)).toBe('"a😀b"');
    expect(cutFragments(written)).toEqual(halves);
  });

  it.each([
    ['too short', 'A', 'ab cd'],
    ['too long', digits(9), 'ab'],
    ['an expected cut behind the end', 'AA', 'ab'],
    ['a negative length', digits(-1), 'ab'],
    ['cuts of nothing', 'A', ''],
  ])('is refused where it is %s', (_, cuts, text) => {
    expect(cutFragments({ cuts, text })).toBeUndefined();
  });
});
