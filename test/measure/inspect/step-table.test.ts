import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepKey } from '../../../src/codec/page.ts';
import { StepTable } from '../../../src/measure/inspect/step-table.ts';
import { itHolds } from '../../support/fuzz.ts';

describe('StepTable', () => {
  it('begins a step at a position, with nothing known', () => {
    const table = new StepTable();
    expect(table.find(1, 2)).toBeUndefined();
    const row = table.rowOf(1, 2, 30);
    expect(table.find(1, 2)).toBe(row);
    expect(table.get(row, 'startMs')).toBe(30);
    expect(table.get(row, 'tokens')).toBe(0);
    expect(table.known(row, 'firstTokenMs')).toBeUndefined();
    table.set(row, 'firstTokenMs', 0);
    expect(table.known(row, 'firstTokenMs')).toBe(0);
    expect(table.rowOf(1, 2, 99)).toBe(row);
    expect(table.get(row, 'startMs')).toBe(30);
  });

  const number = fc.oneof(
    fc.nat(3),
    fc.constantFrom(-1, 0.5, 2 ** 26, 2 ** 26 - 1, 1e300, Number.MAX_SAFE_INTEGER),
  );
  itHolds(
    'has a row for each step in the order in which they come, whatever their numbers',
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 300 }), (places) => {
      const table = new StepTable();
      const rows = places.map(([turn, step], at) => table.rowOf(turn, step, at));
      const keys = [...new Set(places.map(([turn, step]) => stepKey(turn, step)))];
      expect(rows).toEqual(places.map(([turn, step]) => keys.indexOf(stepKey(turn, step))));
      expect(table.length).toBe(keys.length);
      for (const [at, row] of rows.entries()) {
        expect([table.get(row, 'turn'), table.get(row, 'step')]).toEqual(places[at]);
      }
    }),
  );
});
