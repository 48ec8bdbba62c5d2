import { describe, expect, it } from 'vitest';
import type { Baseline, Measured } from '../../../src/measure/check/baseline.ts';
import { type CompareOptions, compareWithBaseline } from '../../../src/measure/check/compare.ts';
import { DEFAULT_NOISE } from '../../../src/measure/check/noise.ts';
import { baselineOf, entry, MAKER, measured, packed } from './data.ts';

const BEFORE = packed(10, 100_000, 10_000, 5000);
const OPTIONS: CompareOptions = { noise: DEFAULT_NOISE, maxGrowth: 0, allowDifferent: false };

const compare = (
  files: Baseline['files'],
  logs: readonly Measured[],
  options: Partial<CompareOptions> = {},
) => compareWithBaseline(baselineOf(files), MAKER, logs, { ...OPTIONS, ...options });

/** Which sizes of one log fail. */
const failing = (after: typeof BEFORE, options: Partial<CompareOptions> = {}) =>
  compare({ a: entry(BEFORE) }, [measured('a', after)], options)
    .checks.filter(({ ok }) => !ok)
    .map(({ metric }) => metric);

describe('growth', () => {
  it('is checked for every size, with value and limit', () => {
    const { checks } = compare({ a: entry(BEFORE) }, [measured('a', BEFORE)]);
    const of = (metric: string, value: number, limit: number) => ({
      ...{ ok: true, kind: 'max-growth', subject: 'a' },
      ...{ metric, value, limit },
    });
    expect(checks).toEqual([
      of('packed.records', 10, 10),
      of('packed.json', 100_000, 100_000),
      of('packed.gzip', 10_000, 10_064), // the noise floor on top
      of('packed.brotli', 5000, 5128),
    ]);
  });

  it('fails only beyond the noise', () => {
    expect(failing(packed(10, 100_000, 10_064, 5128))).toEqual([]);
    expect(failing(packed(10, 100_000, 10_065, 5129))).toEqual(['packed.gzip', 'packed.brotli']);
    expect(failing(packed(11, 100_001, 10_000, 5000))).toEqual(['packed.records', 'packed.json']);
  });

  it('fails only beyond the growth that passes', () => {
    const grown = packed(10, 101_000, 10_100, 5200);
    expect(failing(grown, { maxGrowth: 0.01 })).toEqual(['packed.brotli']); // by 4 %
    expect(failing(grown, { maxGrowth: 0.04 })).toEqual([]);
    expect(failing(packed(10, 101_001, 10_100, 5000), { maxGrowth: 0.01 })).toEqual([
      'packed.json',
    ]);
  });

  it('is exact at the limit, where a product of floats is not', () => {
    const files = { a: entry(packed(100, 1000, 1, 1)) };
    const { checks } = compare(files, [measured('a', packed(129, 1005, 1, 1))], {
      maxGrowth: 0.29,
    });
    expect(checks[0]).toMatchObject({ ok: true, value: 129, limit: 129 });
    const [, json] = compare(files, [measured('a', packed(100, 1005, 1, 1))], {
      maxGrowth: 0.005,
    }).checks;
    expect(json).toMatchObject({ ok: true, value: 1005, limit: 1005 });
  });

  it('never fails a log that shrank', () => {
    expect(failing(packed(1, 1, 1, 1))).toEqual([]);
  });

  it('calls a check ok exactly where the value is within the limit', () => {
    for (let brotli = 4800; brotli < 5400; brotli += 1) {
      const logs = [measured('a', packed(10, 100_000, 10_000, brotli))];
      for (const { ok, value, limit } of compare({ a: entry(BEFORE) }, logs).checks) {
        expect(ok).toBe(value <= limit);
      }
    }
  });
});

describe('comparisons', () => {
  const statuses = (files: Baseline['files'], logs: readonly Measured[]) =>
    compare(files, logs).comparisons.map(({ subject, status, from }) => [subject, status, from]);

  it('say what moved, and whether that is noise', () => {
    const after = packed(10, 100_000, 10_064, 5129);
    const [comparison] = compare({ a: entry(BEFORE) }, [measured('a', after)]).comparisons;
    expect(comparison).toEqual({
      subject: 'a',
      status: 'changed',
      deltas: [
        { metric: 'packed.records', before: 10, after: 10, isBeyondNoise: false },
        { metric: 'packed.json', before: 100_000, after: 100_000, isBeyondNoise: false },
        { metric: 'packed.gzip', before: 10_000, after: 10_064, isBeyondNoise: false },
        { metric: 'packed.brotli', before: 5000, after: 5129, isBeyondNoise: true },
      ],
    });
  });

  it('call a log within the noise unchanged', () => {
    const after = packed(10, 100_000, 10_001, 5001);
    expect(statuses({ a: entry(BEFORE) }, [measured('a', after)])).toEqual([
      ['a', 'unchanged', undefined],
    ]);
  });

  it('have a word for a new and a removed log, and no check', () => {
    const result = compare({ gone: entry(BEFORE, 'x') }, [measured('new', BEFORE, 'y')]);
    expect(result).toEqual({
      comparisons: [
        { subject: 'new', status: 'new', deltas: [] },
        { subject: 'gone', status: 'removed', deltas: [] },
      ],
      checks: [],
    });
  });

  it('know a renamed log by its content, and check it', () => {
    const result = compare({ old: entry(BEFORE, 'same') }, [measured('new', BEFORE, 'same')]);
    expect(result.comparisons).toMatchObject([{ subject: 'new', status: 'renamed', from: 'old' }]);
    expect(result.checks).toHaveLength(4);
  });

  it('take a removed log as the earlier name of one log only', () => {
    const logs = [measured('b', BEFORE, 'same'), measured('c', BEFORE, 'same')];
    expect(statuses({ a: entry(BEFORE, 'same') }, logs)).toEqual([
      ['b', 'renamed', 'a'],
      ['c', 'new', undefined],
    ]);
  });

  it('do not take a copy of a log that is still there as renamed', () => {
    const logs = [measured('a', BEFORE, 'same'), measured('copy', BEFORE, 'same')];
    expect(statuses({ a: entry(BEFORE, 'same') }, logs)).toEqual([
      ['a', 'unchanged', undefined],
      ['copy', 'new', undefined],
    ]);
  });

  it('prefer the name to the content', () => {
    const files = { a: entry(BEFORE, '1'), b: entry(BEFORE, '2') };
    expect(statuses(files, [measured('a', BEFORE, '2')])).toEqual([
      ['a', 'unchanged', undefined],
      ['b', 'removed', undefined],
    ]);
  });

  it.each(['constructor', '__proto__'])('take a log called %s as new', (name) => {
    expect(statuses({}, [measured(name, BEFORE)])).toEqual([[name, 'new', undefined]]);
  });

  it('leave out forms that one side does not have', () => {
    const files = { a: entry({ ...BEFORE, raw: { ...BEFORE.packed, records: 1 } as never }) };
    const { checks } = compare(files, [measured('a', BEFORE)]);
    expect(checks.map(({ metric }) => metric.split('.')[0])).toEqual(Array(4).fill('packed'));
  });
});

describe('another maker', () => {
  const files = { a: entry(BEFORE) };
  const with_ = (current: Partial<typeof MAKER>, allowDifferent = false) =>
    compareWithBaseline(baselineOf(files), { ...MAKER, ...current }, [measured('a', BEFORE)], {
      ...OPTIONS,
      allowDifferent,
    });

  it.each([
    ['compression engine', { engine: 'other' }],
    ['options', { options: { ...MAKER.options, gzipLevel: 9 } }],
    ['options', { options: { ...MAKER.options, projection: 'keep-first-token' as const } }],
    ['options', { options: { ...MAKER.options, selection: '--tail' } }],
  ])('is refused: another %s', (what, current) => {
    expect(() => with_(current)).toThrow(
      `the baseline was made with another ${what}, so its sizes cannot be compared`,
    );
    expect(with_(current, true).checks).toHaveLength(4);
  });

  it('is said in full, and what to do', () => {
    try {
      with_({ engine: 'other' });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        exitCode: 2,
        fault: {
          code: 'E_CONFIG',
          hint: 'make it anew with --update-baseline, or pass --allow-different',
          detail: { baseline: { engine: MAKER.engine }, current: { engine: 'other' } },
        },
      });
    }
  });

  it('may be another version of histpack', () => {
    expect(with_({ histpack: '9.9.9' }).checks).toHaveLength(4);
  });
});
