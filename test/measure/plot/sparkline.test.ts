import { describe, expect, it } from 'vitest';
import { sumGroups } from '../../../src/measure/plot/regroup.ts';
import { sparkline } from '../../../src/measure/plot/sparkline.ts';

describe('sparkline', () => {
  it('has eight heights, to the largest value', () => {
    expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe('▁▂▃▄▅▆▇█');
  });

  it('leaves nothing blank and shows a little', () => {
    expect(sparkline([0, 1, 1000, 0])).toBe(' ▁█ ');
    expect(sparkline([0, 0])).toBe('  ');
    expect(sparkline([])).toBe('');
  });
});

describe('sumGroups', () => {
  it('sums neighbours, the last group being smaller', () => {
    expect(sumGroups([1, 2, 3, 4, 5], 2)).toEqual([3, 7, 5]);
    expect(sumGroups([1, 2], 1)).toEqual([1, 2]);
    expect(sumGroups([], 3)).toEqual([]);
  });
});
