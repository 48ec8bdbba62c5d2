import { makeFault } from '../../../src/errors.ts';
import type { CheckResult } from '../../../src/measure/check/budgets.ts';
import type { Comparison } from '../../../src/measure/check/compare.ts';
import type { Measurement } from '../../../src/measure/measure.ts';
import { makeReport, type Report } from '../../../src/measure/report.ts';
import { NOTE, OPTIONS } from '../measurements.ts';

/** A log with one form, so that golden texts stay short. */
export const ONE: Measurement = {
  ...NOTE,
  weights: { packed: (NOTE.weights as Required<typeof NOTE.weights>).packed },
};

export const check = (
  kind: CheckResult['kind'],
  metric: string,
  value: number,
  limit: number,
  subject = 'session.jsonl',
): CheckResult => ({ ok: value <= limit, kind, subject, metric, value, limit });

/** One of each kind that passes, and of each that fails. */
export const CHECKS: readonly CheckResult[] = [
  check('max', 'packed.brotli', 528_145, 550_000),
  check('max', 'packed.records', 696, 600),
  check('max-ratio', 'packed.json/raw.json', 0.0916, 0.1),
  check('max-ratio', 'packed.json/raw.json', 0.12, 0.1, 'total'),
  check('max-growth', 'packed.gzip', 1_154_206, 1_154_300),
  check('max-growth', 'packed.json', 6_362_724, 6_300_000),
];

const delta = (metric: string, before: number, after: number, isBeyondNoise = false) => ({
  ...{ metric, before, after },
  isBeyondNoise,
});

/** One of each status. */
export const COMPARISONS: readonly Comparison[] = [
  {
    subject: 'session.jsonl',
    status: 'changed',
    deltas: [
      delta('packed.records', 696, 696),
      delta('packed.json', 6_237_965, 6_362_724, true),
      delta('packed.gzip', 1_154_300, 1_154_206),
    ],
  },
  { subject: 'same.jsonl', status: 'unchanged', deltas: [delta('packed.records', 7, 7)] },
  { subject: 'new.jsonl', status: 'new', deltas: [] },
  {
    subject: 'now.jsonl',
    status: 'renamed',
    from: 'old.jsonl',
    deltas: [delta('packed.records', 0, 7, true)],
  },
  { subject: 'gone.jsonl', status: 'removed', deltas: [] },
];

export const BROKEN = makeFault({
  code: 'E_READ',
  message: 'cannot read b.jsonl: no such file or directory',
  file: 'b.jsonl',
});

/** A report of one small log. */
export const reportOf = (
  checks: readonly CheckResult[] = [],
  comparisons: readonly Comparison[] = [],
  errors: Report['errors'] = [],
): Report => makeReport([ONE], OPTIONS, errors, { checks, comparisons });

/** What stands in a report of one small log before its checks, in markdown. */
export const MARKDOWN_TABLE = `\
| Representation | Top-level records | JSON bytes | gzip bytes | Brotli bytes |
| --- | ---: | ---: | ---: | ---: |
| Lossless packed history | 696 | 6,362,724 | 1,154,206 | 528,145 |

Interval [0, 416756): 416,756 logical events, including 116 packed rows.
`;
