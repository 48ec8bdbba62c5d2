import { describe, expect, it } from 'vitest';
import { reductionsOf } from '../../src/measure/reductions.ts';
import { NOTE, weight } from './measurements.ts';

describe('reductionsOf', () => {
  it("gives the note's percentages for the note's numbers", () => {
    const rounded = reductionsOf(NOTE).map(({ of, against, json, gzip, brotli }) => [
      ...[of, against],
      ...[json, gzip, brotli].map((share) => Number((100 * share).toFixed(1))),
    ]);
    expect(rounded).toEqual([
      ['packed', 'raw', 90.8, 72.5, 73.2],
      ['packed', 'projection', 83.4, 50.4, 44.8],
    ]);
  });

  it('is negative where packing made it larger', () => {
    const weights = { raw: weight(1, 100, 50, 40), packed: weight(1, 110, 50, 44) };
    const [reduction] = reductionsOf({ weights });
    expect(reduction?.json).toBeCloseTo(-0.1);
    expect(reduction?.gzip).toBe(0);
    expect(reduction?.brotli).toBeCloseTo(-0.1);
  });

  it('compares only what was measured', () => {
    const { raw, projection, packed } = NOTE.weights as Required<typeof NOTE.weights>;
    const against = (weights: typeof NOTE.weights) =>
      reductionsOf({ weights }).map((reduction) => reduction.against);
    expect(against({ raw, packed })).toEqual(['raw']);
    expect(against({ projection, packed })).toEqual(['projection']);
    expect(against({ raw, projection })).toEqual([]);
    expect(against({ packed })).toEqual([]);
  });
});
