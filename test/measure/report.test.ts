import { describe, expect, it } from 'vitest';
import { makeFault } from '../../src/errors.ts';
import { makeReport } from '../../src/measure/report.ts';
import { NOTE, OPTIONS, SMALL, weight } from './measurements.ts';

describe('makeReport', () => {
  it('carries the options, the measurements with their reductions, and the faults', () => {
    const fault = makeFault({ code: 'E_READ', message: 'cannot read x' });
    const report = makeReport([NOTE], OPTIONS, [fault]);
    expect(report).toMatchObject({ schemaVersion: 1, options: OPTIONS, errors: [fault] });
    expect(report.measurements).toHaveLength(1);
    expect(report.measurements[0]).toMatchObject(NOTE);
    expect(report.measurements[0]?.reductions.map(({ against }) => against)).toEqual([
      ...['raw', 'projection'],
    ]);
  });

  it('has no total of one log', () => {
    expect(makeReport([NOTE], OPTIONS)).not.toHaveProperty('total');
    expect(makeReport([], OPTIONS)).not.toHaveProperty('total');
  });

  it('adds up several logs, and compares their sums', () => {
    const { total } = makeReport([NOTE, SMALL], OPTIONS);
    expect(total).toMatchObject({
      files: 2,
      events: 416_758,
      weights: {
        raw: weight(416_758, 69_434_638, 4_190_426, 1_973_098),
        projection: weight(228_130, 38_427_709, 2_324_838, 957_430),
        packed: weight(698, 6_363_824, 1_154_416, 528_250, 117),
      },
    });
    expect(total?.reductions[0]?.json).toBeCloseTo(1 - 6_363_824 / 69_434_638, 12);
  });

  it('leaves forms out of the total that were not measured', () => {
    const { packed } = NOTE.weights as Required<typeof NOTE.weights>;
    const only = { ...NOTE, weights: { packed } };
    const { total } = makeReport([only, only], OPTIONS);
    expect(Object.keys(total?.weights ?? {})).toEqual(['packed']);
    expect(total?.reductions).toEqual([]);
  });

  it('is plain data', () => {
    const report = makeReport([NOTE, SMALL], OPTIONS);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});
