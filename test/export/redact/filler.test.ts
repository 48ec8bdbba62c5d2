import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blank, fillUnit } from '../../../src/export/redact/filler.ts';
import { Pseudonyms } from '../../../src/export/redact/pseudonyms.ts';
import { fragment } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';

const KEY = new Uint8Array(32);

/** Everything about a text that must not change. */
const shapeOf = (text: string) => ({
  units: text.length,
  utf8: Buffer.byteLength(text),
  json: Buffer.byteLength(JSON.stringify(text)),
  white: [...text].map((each) => each.trim() === ''),
  isWellFormed: !/\p{Surrogate}/u.test(text),
});

describe('filler', () => {
  it('keeps white space, escapes and the sort of each character', () => {
    expect(blank('Hello, "World" 42\n\\ é 漢字 😀 a/b-c_d\u00a0\ufeff')).toBe(
      'Aaaaa. "Aaaaa" 00\n\\ à 一一 \ud83d\ude00 a/a-a_a\u00a0\ufeff',
    );
  });

  it('changes no length, whatever choice is taken for whatever unit', () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      for (const [choice, isWide] of [
        [0, false],
        [15, false],
        [255, true],
      ] as const) {
        const [was, is] = [unit, fillUnit(unit, choice, isWide)].map((each) =>
          String.fromCharCode(each),
        );
        if (shapeOf(was ?? '').utf8 !== shapeOf(is ?? '').utf8)
          expect([unit, is]).toEqual([unit, was]);
        expect(shapeOf(is ?? '')).toEqual(shapeOf(was ?? ''));
      }
    }
  });

  itHolds(
    'keeps the shape of any text, and does not depend on how it is cut',
    fc.property(fragment, fragment, (a, b) => {
      expect(shapeOf(blank(a))).toEqual(shapeOf(a));
      expect(blank(a) + blank(b)).toBe(blank(a + b));
    }),
  );

  it('is quick for long texts', () => {
    const long = 'Secret '.repeat(300_000);
    expect(blank(long)).toBe('Aaaaaa '.repeat(300_000));
  });
});

describe('pseudonyms', () => {
  it('are the same for the same name and key, and others for another key', () => {
    const name = 'session-4711-abcd-very-long-indeed';
    const [a, b] = [new Pseudonyms(KEY), new Pseudonyms(KEY)];
    expect(a.of(name)).toBe(b.of(name));
    expect(a.of(name)).not.toBe(new Pseudonyms(new Uint8Array([1])).of(name));
    expect(a.of(name)).not.toBe(name);
  });

  it('differ where names differ, also where hardly any are free', () => {
    const pseudonyms = new Pseudonyms(KEY);
    const names = Array.from({ length: 26 * 22 }, (_, at) =>
      at < 26
        ? String.fromCharCode(97 + at)
        : String.fromCharCode(97 + Math.floor(at / 26) - 1, 97 + (at % 26)),
    );
    const given = names.map((name) => pseudonyms.of(name));
    expect(new Set(given).size).toBe(names.length);
    expect(names.map((name) => pseudonyms.of(name))).toEqual(given);
    for (const [at, name] of names.entries()) expect(given[at]).toHaveLength(name.length);
  });

  it('are no key of the format', () => {
    const pseudonyms = new Pseudonyms(KEY);
    const given = Array.from({ length: 3000 }, (_, at) =>
      pseudonyms.of(
        `${String.fromCharCode(97 + (at % 26), 97 + (Math.floor(at / 26) % 26), 97 + Math.floor(at / 676))}`,
      ),
    );
    for (const key of ['seq', 'end', 'dt', 'id']) expect(given).not.toContain(key);
  });

  itHolds(
    'keep the shape of any name',
    fc.property(fragment, (name) => {
      expect(shapeOf(new Pseudonyms(KEY).of(name))).toEqual(shapeOf(name));
    }),
  );
});
