import { describe, expect, it } from 'vitest';
import { HistpackError } from '../../../src/errors.ts';
import {
  type Budget,
  checkBudgets,
  parseMax,
  parseMaxRatio,
} from '../../../src/measure/check/budgets.ts';
import type { Weights } from '../../../src/measure/check/metrics.ts';
import { weight } from '../measurements.ts';

const WEIGHTS: Weights = {
  raw: weight(1000, 10_000, 3000, 2000),
  packed: weight(7, 700, 210, 140),
};

const check = (...budgets: readonly Budget[]) => checkBudgets('a.jsonl', 'file', WEIGHTS, budgets);

/** The message of the usage error that something throws. */
function refusal(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof HistpackError && error.code === 'E_USAGE') return error.message;
    throw error;
  }
  return 'accepted';
}

describe('parseMax', () => {
  it('reads a size with its unit', () => {
    expect(parseMax('packed.brotli=550 kB')).toEqual({
      kind: 'max',
      scope: 'file',
      metric: { form: 'packed', size: 'brotli' },
      limit: 550_000,
    });
  });

  it('reads a number of records, of the total', () => {
    const { scope, metric, limit } = parseMax(' total.raw.records = 700 ');
    expect([scope, metric, limit]).toEqual(['total', { form: 'raw', size: 'records' }, 700]);
  });

  it.each(['packed.json=1.5', 'packed.json=1KB', 'packed.json=', 'packed.gzip=10%'])(
    'refuses %s, and shows the accepted units',
    (text) => {
      expect(refusal(() => parseMax(text))).toMatch(
        /^--max packed\.\S*: expected a bare integer \(bytes\), or a number with B, kB, MB, GB \(powers of 1000\), KiB, MiB or GiB \(powers of 1024\), got "/,
      );
    },
  );

  it.each(['packed.records=7kB', 'packed.records=7.0', 'packed.records=7 records'])(
    'refuses %s: records have no unit',
    (text) => expect(refusal(() => parseMax(text))).toContain('expected a bare integer, got "7'),
  );

  it.each(['brotli=1', 'packed=1', 'total=1', 'total.json=1', 'sum.packed.json=1', '=1'])(
    'refuses %s, and shows the metrics',
    (text) => {
      expect(refusal(() => parseMax(text))).toContain(
        'expected [total.]FORM.SIZE with FORM raw, projection, packed or another of --forms and SIZE records, json, gzip or brotli',
      );
    },
  );

  it('refuses what is no assignment', () => {
    expect(refusal(() => parseMax('packed.json'))).toBe(
      'expected NAME=LIMIT such as --max packed.brotli=550kB, got "packed.json"',
    );
  });
});

describe('parseMaxRatio', () => {
  it('reads a share of another metric', () => {
    expect(parseMaxRatio('total.packed.json/raw.json=7%')).toEqual({
      kind: 'max-ratio',
      scope: 'total',
      metric: { form: 'packed', size: 'json' },
      of: { form: 'raw', size: 'json' },
      limit: 0.07,
    });
  });

  it.each(['packed.json=1%', 'packed.json/raw=1%', 'a/b=1%', 'packed.json/raw.json/raw.gzip=1%'])(
    'refuses %s',
    (text) => expect(refusal(() => parseMaxRatio(text))).toContain('two metrics with a slash'),
  );

  it.each(['packed.json/raw.json=0.1', 'packed.json/raw.json=10', 'packed.json/raw.json=1kB'])(
    'refuses %s: a share is a percentage',
    (text) => expect(refusal(() => parseMaxRatio(text))).toContain('a percentage such as 10%'),
  );
});

describe('checkBudgets', () => {
  it('passes at the limit and fails above it', () => {
    expect(check(parseMax('packed.json=700'), parseMax('packed.json=699'))).toEqual([
      { ok: true, kind: 'max', subject: 'a.jsonl', metric: 'packed.json', value: 700, limit: 700 },
      { ok: false, kind: 'max', subject: 'a.jsonl', metric: 'packed.json', value: 700, limit: 699 },
    ]);
  });

  it('counts records', () => {
    const [within, above] = check(parseMax('packed.records=7'), parseMax('packed.records=6'));
    expect([within?.ok, above?.ok]).toEqual([true, false]);
  });

  it('passes a ratio at the limit, to the last digit', () => {
    const [at, above] = check(
      parseMaxRatio('packed.records/raw.records=0.7%'), // 0.7 / 100 is less than 0.007
      parseMaxRatio('packed.records/raw.records=0.69%'),
    );
    const name = 'packed.records/raw.records';
    expect(at).toMatchObject({ ok: true, kind: 'max-ratio', metric: name, value: 0.007 });
    expect(above).toMatchObject({ ok: false, value: 0.007, limit: 0.0069 });
  });

  it('stays finite where there is nothing to relate to', () => {
    const budgets = [parseMaxRatio('packed.records/raw.records=100%')];
    const of = (packed: number) =>
      checkBudgets(
        'x',
        'file',
        { raw: weight(0, 2, 2, 2), packed: weight(packed, 2, 2, 2) },
        budgets,
      );
    expect(of(0)).toMatchObject([{ ok: true, value: 0 }]);
    expect(of(5)).toMatchObject([{ ok: false, value: 5 }]);
  });

  it('takes only the budgets of its scope', () => {
    const budgets = [parseMax('packed.json=1'), parseMax('total.packed.gzip=1')];
    const metrics = (scope: 'file' | 'total') =>
      checkBudgets('x', scope, WEIGHTS, budgets).map(({ metric }) => metric);
    expect(metrics('file')).toEqual(['packed.json']);
    expect(metrics('total')).toEqual(['packed.gzip']);
  });

  it('refuses a budget about a form that was not measured, rather than pass it', () => {
    expect(refusal(() => check(parseMax('projection.json=1')))).toBe(
      'a budget is about projection.json, which --forms leaves out',
    );
    expect(refusal(() => check(parseMaxRatio('packed.json/projection.json=1%')))).toContain(
      'projection.json',
    );
  });
});
