import { describe, expect, it } from 'vitest';
import { metricName, metricValue, parseMetric } from '../../../src/measure/check/metrics.ts';
import { NOTE } from '../measurements.ts';

const ALL = ['raw', 'projection', 'packed'].flatMap((form) =>
  ['records', 'json', 'gzip', 'brotli'].map((size) => `${form}.${size}`),
);

describe('metrics', () => {
  it.each(ALL)('%s is read and named the same', (name) => {
    const metric = parseMetric(name);
    expect(metric && metricName(metric)).toBe(name);
  });

  it.each([
    ...['', 'packed', 'packed.', '.json', 'packed.json.', 'packed.json.gzip', '-a.json'],
    ...['packed.bytes', 'packed.jsonBytes', 'Packed.json', 'packed.JSON', ' packed.json', 'rows'],
    ...['packed.constructor', 'constructor.json', '__proto__.json'],
  ])('refuses %j', (name) => expect(parseMetric(name)).toBeUndefined());

  it('have the columns of the table as values', () => {
    const values = ALL.slice(-4).map((name) => {
      const metric = parseMetric(name);
      return metric && metricValue(NOTE.weights, metric);
    });
    expect(values).toEqual([696, 6_362_724, 1_154_206, 528_145]);
  });

  it('have no value where the form was not measured', () => {
    expect(metricValue({}, { form: 'raw', size: 'json' })).toBeUndefined();
  });
});
