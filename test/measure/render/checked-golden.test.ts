import { Chalk } from 'chalk';
import { describe, expect, it } from 'vitest';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { renderMarkdown } from '../../../src/measure/render/markdown.ts';
import { renderTable } from '../../../src/measure/render/table.ts';
import { CHECKS, COMPARISONS, MARKDOWN_TABLE, reportOf } from './reports.ts';

const report = reportOf(CHECKS, COMPARISONS);

describe('a report with checks and comparisons', () => {
  it('is this table', () => {
    expect(renderTable(report, LABELS.en, new Chalk({ level: 0 }))).toBe(`\
| Representation          | Top-level records | JSON bytes | gzip bytes | Brotli bytes |
| ----------------------- | ----------------: | ---------: | ---------: | -----------: |
| Lossless packed history |               696 |  6,362,724 |  1,154,206 |      528,145 |

Interval [0, 416756): 416,756 logical events, including 116 packed rows.

session.jsonl: packed.json +124,759 (+2.00%), packed.gzip -94 (-0.01%), within noise
same.jsonl: as in the baseline
new.jsonl: new, not in the baseline
now.jsonl (renamed from old.jsonl): packed.records +7
gone.jsonl: in the baseline, but not measured
✔ session.jsonl: packed.brotli 528,145 is within 550,000
✖ session.jsonl: packed.records 696 is above its limit 600, by 96
✔ session.jsonl: packed.json/raw.json 9.16% is within 10.00%
✖ total: packed.json/raw.json 12.00% is above its limit 10.00%, by 2.00%
✖ session.jsonl: packed.json 6,362,724 is above what the baseline allows 6,300,000, by 62,724
3 of 6 checks passed.
`);
  });

  it('colours the marks in the table', () => {
    const text = renderTable(report, LABELS.en, new Chalk({ level: 1 }));
    expect(text).toContain('\u001b[32m✔\u001b[39m session.jsonl: packed.brotli');
    expect(text).toContain('\u001b[31m✖\u001b[39m total: ');
  });

  it('is this markdown', () => {
    expect(renderMarkdown(report, LABELS.en)).toBe(`\
${MARKDOWN_TABLE}
- session.jsonl: packed.json +124,759 (+2.00%), packed.gzip -94 (-0.01%), within noise
- same.jsonl: as in the baseline
- new.jsonl: new, not in the baseline
- now.jsonl (renamed from old.jsonl): packed.records +7
- gone.jsonl: in the baseline, but not measured
- ✅ session.jsonl: packed.brotli 528,145 is within 550,000
- ❌ session.jsonl: packed.records 696 is above its limit 600, by 96
- ✅ session.jsonl: packed.json/raw.json 9.16% is within 10.00%
- ❌ total: packed.json/raw.json 12.00% is above its limit 10.00%, by 2.00%
- ❌ session.jsonl: packed.json 6,362,724 is above what the baseline allows 6,300,000, by 62,724
- 3 of 6 checks passed.
`);
  });
});
