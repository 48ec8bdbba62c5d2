import { describe, expect, it } from 'vitest';
import { rawSections } from '../../../src/log/seek/raw-sections.ts';
import { type Sections, SeekRefused } from '../../../src/log/seek/sections.ts';
import { memorySource } from '../../../src/log/source.ts';

const HEADER = 'header\n';
const KIB = 1024;
const LIMITS = { maxLineBytes: 64 * KIB * KIB };

const cut = (text: string, sectionBytes?: number, limits = LIMITS): Promise<Sections> =>
  rawSections(memorySource(Buffer.from(HEADER + text)), HEADER.length, {
    ...limits,
    ...(sectionBytes === undefined ? {} : { sectionBytes }),
  });

async function texts(sections: Sections): Promise<string[]> {
  const all: string[] = [];
  for (let index = 0; index < sections.count; index++) {
    all.push((await sections.read(index)).toString());
  }
  return all;
}

describe('sections of raw text', () => {
  it.each<[string, string, string[]]>([
    ['lines that begin in them', 'ab\ncd\nef\n', ['ab\ncd\n', 'ef\n', '']],
    ['a line that ends where a section does', 'abc\nd\n', ['abc\n', 'd\n']],
    ['no line where a long one passes through', 'abcdefghij\nk\n', ['abcdefghij\n', '', 'k\n', '']],
    ['a line that begins with the last byte of one', 'ab\ncdefg\nh\n', ['ab\ncdefg\n', '', 'h\n']],
    ['one line alone', 'abcdef\n', ['abcdef\n', '']],
    ['blank lines', '\n\n\n\n\n', ['\n\n\n\n', '\n']],
    ['a log of nothing but its header', '', ['']],
  ])('hold %s', async (_, text, expected) => {
    expect(await texts(await cut(text, 4))).toEqual(expected);
  });

  it.each([1, 2, 3, 5, 7, 100])('hold every line once, with %i bytes each', async (bytes) => {
    const text = 'a\n\nbcd\néé\nfghijklmnop\nq\n';
    expect((await texts(await cut(text, bytes))).join('')).toBe(text);
  });

  it('leave out a torn tail, and tell it', async () => {
    const sections = await cut('ab\ncd\nef', 4);
    expect((await texts(sections)).join('')).toBe('ab\ncd\n');
    expect(sections.tornTail).toEqual({ byteOffset: HEADER.length + 6, bytes: 2 });
    expect((await cut('ab\n', 4)).tornTail).toBeUndefined();
  });

  it('find the end of lines and of a torn tail that are longer than a read', async () => {
    const line = `${'x'.repeat(200 * KIB)}\n`;
    const sections = await cut(`a\n${line}b\n${'y'.repeat(200 * KIB)}`);
    expect((await texts(sections)).join('')).toBe(`a\n${line}b\n`);
    expect(sections.tornTail?.bytes).toBe(200 * KIB);
  });

  it('hold nothing where all behind the header is torn', async () => {
    const sections = await cut('y'.repeat(200 * KIB));
    expect(await texts(sections)).toEqual(['']);
    expect(sections.tornTail).toEqual({ byteOffset: HEADER.length, bytes: 200 * KIB });
  });

  it('are refused where a line is longer than is allowed, before all of it is read', async () => {
    const limits = { maxLineBytes: 100 * KIB };
    const sections = await cut(`${'x'.repeat(900 * KIB)}\n`, undefined, limits);
    await expect(sections.read(0)).rejects.toThrow(SeekRefused);
  });
});
