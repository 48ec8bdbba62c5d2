import { describe, expect, it } from 'vitest';
import { InheritedPrefix } from '../../src/codec/inherited.ts';
import type { JsonValue } from '../../src/codec/types.ts';

const mark = (data: JsonValue = { inherited: true }) => ({ type: 'session/end-seed', data });

describe('the inherited prefix', () => {
  it('is as long as the header says, whatever stands in the log', () => {
    const prefix = new InheritedPrefix(5);
    expect(prefix.observe(mark(), 2)).toBe(false);
    expect([prefix.within(9), prefix.within(3), prefix.within(0)]).toEqual([5, 3, 0]);
  });

  it('ends at the last inherited mark where the header says nothing', () => {
    const prefix = new InheritedPrefix(undefined);
    expect(prefix.within(10)).toBeUndefined();
    expect(prefix.observe(mark(), 2)).toBe(true);
    expect(prefix.observe(mark({}), 3)).toBe(false);
    expect(prefix.observe(mark(null), 4)).toBe(false);
    expect(prefix.observe({ ...mark(), type: 'x' }, 5)).toBe(false);
    expect(prefix.within(10)).toBe(2);
    expect(prefix.observe(mark(), 7)).toBe(true);
    expect([prefix.within(10), prefix.within(6)]).toEqual([7, 6]);
  });
});
