import { describe, expect, it } from 'vitest';
import {
  checkLines,
  checkSentence,
  checkValue,
  comparisonLine,
} from '../../../src/measure/render/checks.ts';
import { deltaText } from '../../../src/measure/render/numbers.ts';
import { CHECKS, COMPARISONS, check, reportOf } from './reports.ts';

describe('checkValue', () => {
  it('never shortens a size, and shows a share in percent', () => {
    expect(checkValue({ kind: 'max' }, 1_234_567_890)).toBe('1,234,567,890');
    expect(checkValue({ kind: 'max-growth' }, 0)).toBe('0');
    expect(checkValue({ kind: 'max-ratio' }, 0.0916)).toBe('9.16%');
  });
});

describe('deltaText', () => {
  it.each([
    [100, 100, '±0'],
    [0, 0, '±0'],
    [100, 105, '+5 (+5.00%)'],
    [100, 95, '-5 (-5.00%)'],
    [1_000_000, 1_000_001, '+1 (+0.00%)'],
    [6_237_965, 6_362_724, '+124,759 (+2.00%)'],
    [0, 7, '+7'], // no infinite share
    [7, 0, '-7 (-100.00%)'],
  ])('from %i to %i is %s', (before, after, text) => expect(deltaText(before, after)).toBe(text));
});

describe('checkSentence', () => {
  it('has value, limit and excess side by side', () => {
    expect(CHECKS.map(checkSentence)).toEqual([
      'session.jsonl: packed.brotli 528,145 is within 550,000',
      'session.jsonl: packed.records 696 is above its limit 600, by 96',
      'session.jsonl: packed.json/raw.json 9.16% is within 10.00%',
      'total: packed.json/raw.json 12.00% is above its limit 10.00%, by 2.00%',
      'session.jsonl: packed.gzip 1,154,206 is within 1,154,300',
      'session.jsonl: packed.json 6,362,724 is above what the baseline allows 6,300,000, by 62,724',
    ]);
  });

  it('does not let rounding hide why a share fails', () => {
    expect(checkSentence(check('max-ratio', 'a/b', 0.100_001, 0.1))).toBe(
      'session.jsonl: a/b 10.0001% is above its limit 10.0000%, by 0.0001%',
    );
    expect(checkSentence(check('max-ratio', 'a/b', 0.099_999, 0.1))).toContain(
      '9.9999% is within 10.0000%',
    );
    expect(checkSentence(check('max-ratio', 'a/b', 0.1, 0.1))).toContain('10.00% is within 10.00%');
  });
});

describe('comparisonLine', () => {
  it('has a word for each status', () => {
    expect(COMPARISONS.map(comparisonLine)).toEqual([
      'session.jsonl: packed.json +124,759 (+2.00%), packed.gzip -94 (-0.01%), within noise',
      'same.jsonl: as in the baseline',
      'new.jsonl: new, not in the baseline',
      'now.jsonl (renamed from old.jsonl): packed.records +7',
      'gone.jsonl: in the baseline, but not measured',
    ]);
  });
});

describe('checkLines', () => {
  const mark = (ok: boolean) => (ok ? 'ok' : 'NOT');

  it('are none where nothing was checked', () => expect(checkLines(reportOf(), mark)).toEqual([]));

  it('are comparisons, budgets, growth that failed, and the count', () => {
    expect(checkLines(reportOf(CHECKS, COMPARISONS), mark)).toEqual([
      ...COMPARISONS.map(comparisonLine),
      `ok ${checkSentence(CHECKS[0] as never)}`,
      `NOT ${checkSentence(CHECKS[1] as never)}`,
      `ok ${checkSentence(CHECKS[2] as never)}`,
      `NOT ${checkSentence(CHECKS[3] as never)}`,
      `NOT ${checkSentence(CHECKS[5] as never)}`,
      '3 of 6 checks passed.',
    ]);
  });
});
