import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { type Bar, barLines } from '../../../src/measure/plot/bars.ts';
import { itHolds } from '../../support/fuzz.ts';

const bar = (label: string, value: number): Bar => ({ label, value, text: String(value) });

describe('barLines', () => {
  it('draws label, number and a bar to the eighth of a column', () => {
    expect(barLines([bar('raw', 16), bar('packed', 3), bar('none', 0)], 22)).toEqual([
      ...['raw     16  ██████████', 'packed   3  █▉', 'none     0'],
    ]);
  });

  it.each([
    [1, '▏'],
    [2, '▎'],
    [3, '▍'],
    [4, '▌'],
    [5, '▋'],
    [6, '▊'],
    [7, '▉'],
    [8, '█'],
    [9, '█▏'],
  ])('%i of 64 eighths is %s', (value, drawn) => {
    expect(barLines([bar('a', 64), bar('b', value)], 15)[1]?.slice(7)).toBe(drawn);
  });

  it('shows whatever is above 0', () => {
    expect(barLines([bar('a', 1e9), bar('b', 1)], 40)[1]).toMatch(/ 1 {2}▏$/);
  });

  it('cuts labels before numbers, by columns and not by characters', () => {
    const [line] = barLines([bar('字字字字字字', 123)], 21);
    expect(line).toBe('字字…   123  ████████');
    expect(stringWidth(line ?? '')).toBe(21); // half a wide character does not fit
  });

  it('has nothing to draw for nothing', () => {
    expect(barLines([], 80)).toEqual([]);
    expect(barLines([bar('a', 0)], 80)).toEqual(['a  0']);
  });

  itHolds(
    'is never wider than it may be, whatever the labels',
    fc.property(
      fc.array(fc.record({ label: fc.string({ unit: 'grapheme' }), value: fc.nat() }), {
        maxLength: 8,
      }),
      fc.integer({ min: 40, max: 200 }),
      (items, columns) => {
        const lines = barLines(
          items.map(({ label, value }) => bar(label, value)),
          columns,
        );
        for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});
