import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortedJson, updateBaseline } from '../../../src/measure/check/baseline.ts';
import { baselineText } from '../../../src/measure/check/baseline-file.ts';
import { DEFAULT_NOISE } from '../../../src/measure/check/noise.ts';
import { NOTE } from '../measurements.ts';
import { baselineOf, entry, MAKER, measured, packed } from './data.ts';

const OLD = packed(10, 10_000, 10_000, 10_000);
const old = baselineOf({ 'a.jsonl': entry(OLD, 'old') });

/** The entry of the one log after an update. */
const updated = (weights: typeof OLD, from: typeof old | undefined = old) =>
  updateBaseline(from, MAKER, [measured('a.jsonl', weights, 'new')], DEFAULT_NOISE).files[
    'a.jsonl'
  ];

describe('updateBaseline', () => {
  it('writes what was measured where there was no baseline', () => {
    expect(updateBaseline(undefined, MAKER, [measured('a.jsonl', OLD)], DEFAULT_NOISE)).toEqual({
      ...MAKER,
      files: {
        'a.jsonl': { sha256: 'b', fromSeq: 0, toSeq: NOTE.interval.toSeq, weights: OLD },
      },
    });
  });

  it.each([
    ['nothing', OLD],
    ['gzip by 64 B', packed(10, 10_000, 10_064, 10_000)],
    ['Brotli by 1.5 %', packed(10, 10_000, 10_000, 10_150)],
    ['both downwards', packed(10, 10_000, 9936, 9850)],
  ])('keeps the whole old entry where %s moved', (_, weights) => {
    expect(updated(weights)).toBe(old.files['a.jsonl']);
  });

  it.each([
    ['a record', packed(11, 10_000, 10_000, 10_000)],
    ['a JSON byte', packed(10, 9999, 10_000, 10_000)],
    ['gzip by 65 B', packed(10, 10_000, 10_065, 10_000)],
    ['Brotli by 151 B', packed(10, 10_000, 10_000, 9849)],
    ['a form', {}],
  ])('takes all new numbers where %s moved', (_, weights) => {
    expect(updated(weights)).toMatchObject({ sha256: 'new', weights });
  });

  it('takes out logs that are gone, and keeps the others', () => {
    const two = baselineOf({ 'a.jsonl': entry(OLD), 'gone.jsonl': entry(OLD) });
    const { files } = updateBaseline(two, MAKER, [measured('a.jsonl', OLD)], DEFAULT_NOISE);
    expect(files).toEqual({ 'a.jsonl': two.files['a.jsonl'] });
  });

  it.each([
    ['engine', { ...old, engine: 'another' }],
    ['options', { ...old, options: { ...old.options, brotliQuality: 5 } }],
    ['selection', { ...old, options: { ...old.options, selection: '--tail' } }],
  ])('takes all new numbers where the old are of another %s', (_, from) => {
    expect(updated(OLD, from)).toMatchObject({ sha256: 'new' });
  });

  it('takes the version of the histpack that writes it', () => {
    const stale = { ...old, histpack: '0.0.1' };
    const next = updateBaseline(stale, MAKER, [measured('a.jsonl', OLD)], DEFAULT_NOISE);
    expect(next.histpack).toBe('0.1.0');
    expect(next.files['a.jsonl']).toBe(old.files['a.jsonl']);
  });

  it.each(['constructor', '__proto__', 'toString'])('keeps a log called %s', (name) => {
    const next = updateBaseline(old, MAKER, [measured(name, OLD)], DEFAULT_NOISE);
    expect(Object.keys(next.files)).toEqual([name]);
    expect(Object.keys(JSON.parse(baselineText(next)).files)).toEqual([name]);
  });
});

describe('the text of a baseline', () => {
  it('has sorted keys, plain integers and a newline at the end', () => {
    const baseline = baselineOf({ 'b.jsonl': entry(OLD), 'a.jsonl': entry(OLD) });
    expect(baselineText(baseline)).toBe(`\
{
  "engine": "0123456789abcdef",
  "files": {
    "a.jsonl": {
      "fromSeq": 0,
      "sha256": "a",
      "toSeq": 9,
      "weights": {
        "packed": {
          "brotliBytes": 10000,
          "gzipBytes": 10000,
          "jsonBytes": 10000,
          "records": 10,
          "rows": 1
        }
      }
    },
    "b.jsonl": {
      "fromSeq": 0,
      "sha256": "a",
      "toSeq": 9,
      "weights": {
        "packed": {
          "brotliBytes": 10000,
          "gzipBytes": 10000,
          "jsonBytes": 10000,
          "records": 10,
          "rows": 1
        }
      }
    }
  },
  "histpack": "0.1.0",
  "options": {
    "brotliEngine": "native",
    "brotliQuality": 11,
    "gzipLevel": 6,
    "projection": "literal",
    "selection": "all"
  },
  "schemaVersion": 1
}
`);
  });

  it('does not depend on the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).reverse());
        expect(sortedJson(reversed)).toBe(sortedJson(value));
        expect(JSON.parse(sortedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
