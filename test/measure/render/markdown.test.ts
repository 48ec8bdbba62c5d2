import { describe, expect, it } from 'vitest';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { renderMarkdown } from '../../../src/measure/render/markdown.ts';
import { makeReport } from '../../../src/measure/report.ts';
import { NOTE, OPTIONS, SMALL } from '../measurements.ts';

describe('renderMarkdown', () => {
  it('is the table unpadded, with the summary', () => {
    expect(renderMarkdown(makeReport([NOTE], OPTIONS), LABELS.en)).toBe(`\
| Representation | Top-level records | JSON bytes | gzip bytes | Brotli bytes |
| --- | ---: | ---: | ---: | ---: |
| Raw logical events | 416,756 | 69,433,638 | 4,190,226 | 1,972,998 |
| Completed-step projection candidate | 228,129 | 38,427,209 | 2,324,688 | 957,350 |
| Lossless packed history | 696 | 6,362,724 | 1,154,206 | 528,145 |

Interval [0, 416756): 416,756 logical events, including 116 packed rows.
Packing reduced uncompressed JSON by 90.8% relative to raw logical events and by 83.4% relative to the lossy completed-step projection candidate.
Brotli output was 73.2% smaller than raw and 44.8% smaller than that projection candidate.
`);
  });

  it('speaks Chinese', () => {
    const [header, , raw] = renderMarkdown(makeReport([NOTE], OPTIONS), LABELS.zh).split('\n');
    expect(header).toBe('| 表示 | 顶层记录数 | JSON 字节 | gzip 字节 | Brotli 字节 |');
    expect(raw).toBe('| 原始逻辑事件 | 416,756 | 69,433,638 | 4,190,226 | 1,972,998 |');
  });

  it('heads each of several logs and the total', () => {
    const hostile = { ...SMALL, file: 'a|b_*[x](y)<z>`\\' };
    const text = renderMarkdown(makeReport([NOTE, hostile], OPTIONS), LABELS.en);
    expect(text.match(/^### .*$/gm)).toEqual([
      '### session.jsonl',
      '### a\\|b\\_\\*\\[x\\](y)\\<z\\>\\`\\\\',
      '### Total',
    ]);
    expect(text).toContain('| Lossless packed history | 698 | 6,363,824 | 1,154,416 | 528,250 |');
    expect(text.endsWith('.\n')).toBe(true);
  });
});
