import { expect, it } from 'vitest';
import { BENCH_FORMATS } from '../../src/bench/render/index.ts';
import type { BenchReport, PhaseCost } from '../../src/bench/report.ts';

const same = (value: number) => ({ median: value, min: value, max: value });
const phase = (name: string, title: string, ms: number, heapMb: number): PhaseCost => ({
  phase: name,
  title,
  isAlternative: name === 'decode',
  ms: { median: ms, min: ms / 2, max: ms * 2 },
  heapPeakBytes: same(heapMb * 1e6),
  heapKeptBytes: same(0),
});

const REPORT: BenchReport = {
  schemaVersion: 1,
  file: 'session.jsonl',
  isSynthetic: false,
  interval: { fromSeq: 10, toSeq: 1_510 },
  events: 1_500,
  machine: { node: '20.1.2', cpu: 'A CPU', cores: 2, system: 'linux x64' },
  options: { runs: 3, gzipLevel: 6, brotliQuality: 5 },
  forms: [
    {
      form: 'raw',
      title: 'Raw logical events',
      ...{ records: 1_500, rows: 0, jsonBytes: 1_234_567, gzipBytes: 34_567, brotliBytes: 2_345 },
      groups: [
        {
          group: 'client',
          phases: [phase('parse', 'parse', 1_000, 12.34), phase('fold', 'fold', 3, 0.04)],
          ms: same(1_003),
          heapPeakBytes: same(13e6),
        },
      ],
    },
    {
      form: 'packed',
      title: 'Lossless packed history',
      ...{ records: 15, rows: 5, jsonBytes: 123_456, gzipBytes: 3_456, brotliBytes: 234 },
      groups: [
        {
          group: 'client',
          phases: [
            phase('parse', 'parse', 20, 2),
            phase('decode', 'decode', 4, 8),
            phase('fold', 'fold', 0.5, 1),
          ],
          ms: same(20.5),
          heapPeakBytes: same(3e6),
        },
      ],
    },
  ],
  settled: {
    isEqual: true,
    compared: ['raw', 'packed, folded', 'packed, decoded'],
    steps: 1,
    sha256: 'abc',
  },
  foldCosts: [
    { members: 10_000, ms: { median: 1, min: 0.5, max: 2 }, nsPerMember: 100 },
    { members: 40_000, ms: same(4), nsPerMember: 100 },
  ],
  heap: 'so and so.',
  notIncluded: ['this', 'that'],
  warnings: [],
};

it('renders a table that lines up', () => {
  expect(BENCH_FORMATS.table(REPORT)).toBe(
    `session.jsonl, interval [10, 1510): 1,500 logical events. raw: Raw logical events; packed: Lossless packed history.
Node 20.1.2, A CPU, 2 cores, linux x64; median of 3 runs; gzip level 6, Brotli quality 5 (the note has 11).

| Phase             | raw: ms (min–max) | raw: heap MB | packed: ms (min–max) | packed: heap MB |
| ----------------- | ----------------: | -----------: | -------------------: | --------------: |
| Top-level records |             1,500 |              |                   15 |                 |
| JSON bytes        |         1,234,567 |              |              123,456 |                 |
| gzip bytes        |            34,567 |              |                3,456 |                 |
| Brotli bytes      |             2,345 |              |                  234 |                 |
| client: parse     | 1,000 (500–2,000) |         12.3 |           20 (10–40) |             2.0 |
| client: decode    |                   |              |     4.00 (2.00–8.00) |             8.0 |
| client: fold      |  3.00 (1.50–6.00) |          0.0 |     0.50 (0.25–1.00) |             1.0 |
| client: sum       |             1,003 |         13.0 |                   21 |             3.0 |

| Members of one row | fold: ms (min–max) | ns a member |
| ------------------ | -----------------: | ----------: |
| 10,000             |   1.00 (0.50–2.00) |       100.0 |
| 40,000             |               4.00 |       100.0 |

Final fold states are equal (raw; packed, folded; packed, decoded): 1 step, SHA-256 abc.

Heap: so and so.

Not included:
- this
- that
`,
  );
});

it('renders Markdown with the same cells', () => {
  const cells = (text: string): string[][] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.includes('---'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
  const markdown = BENCH_FORMATS.markdown(REPORT);
  expect(cells(markdown)).toEqual(cells(BENCH_FORMATS.table(REPORT)));
  expect(markdown).toContain('| client: parse | 1,000 (500–2,000) | 12.3 | 20 (10–40) | 2.0 |\n');
  expect(markdown).toContain('\n| --- | ---: | ---: | ---: | ---: |\n');
});

it('renders the report itself as JSON', () => {
  expect(JSON.parse(BENCH_FORMATS.json(REPORT))).toEqual(REPORT);
});

it('says where fold states differ', () => {
  const settled = { ...REPORT.settled, isEqual: false, difference: 'turn 1 step 1 is missing' };
  expect(BENCH_FORMATS.table({ ...REPORT, settled })).toContain(
    'Final fold states are NOT equal (raw; packed, folded; packed, decoded): turn 1 step 1 is missing.\n',
  );
});

it('names the quality of the note as such, and one run as one', () => {
  const options = { runs: 1, gzipLevel: 6, brotliQuality: 11 };
  expect(BENCH_FORMATS.table({ ...REPORT, options })).toContain(
    '; 1 run; gzip level 6, Brotli quality 11, as the note has it.\n',
  );
});
