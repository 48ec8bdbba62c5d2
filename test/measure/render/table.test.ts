import { stripVTControlCharacters } from 'node:util';
import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import type { Measurement } from '../../../src/measure/measure.ts';
import { LABELS, type Language } from '../../../src/measure/render/labels.ts';
import { renderTable } from '../../../src/measure/render/table.ts';
import { makeReport } from '../../../src/measure/report.ts';
import { NOTE, OPTIONS, SMALL } from '../measurements.ts';

function render(measurements: readonly Measurement[], lang: Language = 'en', level: 0 | 1 = 0) {
  return renderTable(makeReport(measurements, OPTIONS), LABELS[lang], new Chalk({ level }));
}

const NOTE_TABLE = `\
| Representation                      | Top-level records | JSON bytes | gzip bytes | Brotli bytes |
| ----------------------------------- | ----------------: | ---------: | ---------: | -----------: |
| Raw logical events                  |           416,756 | 69,433,638 |  4,190,226 |    1,972,998 |
| Completed-step projection candidate |           228,129 | 38,427,209 |  2,324,688 |      957,350 |
| Lossless packed history             |               696 |  6,362,724 |  1,154,206 |      528,145 |
`;

const NOTE_SUMMARY = `
Interval [0, 416756): 416,756 logical events, including 116 packed rows.
Packing reduced uncompressed JSON by 90.8% relative to raw logical events and by 83.4% relative to the lossy completed-step projection candidate.
Brotli output was 73.2% smaller than raw and 44.8% smaller than that projection candidate.
`;

describe('renderTable', () => {
  it("is the design note's table, character by character", () => {
    expect(render([NOTE])).toBe(NOTE_TABLE + NOTE_SUMMARY);
  });

  it('widens a column for a large number', () => {
    const { raw } = NOTE.weights as Required<typeof NOTE.weights>;
    const huge = { ...NOTE, weights: { raw: { ...raw, jsonBytes: 1_234_567_890_123 } } };
    expect(render([huge]).split('\n').slice(0, 3)).toEqual([
      '| Representation     | Top-level records |        JSON bytes | gzip bytes | Brotli bytes |',
      '| ------------------ | ----------------: | ----------------: | ---------: | -----------: |',
      '| Raw logical events |           416,756 | 1,234,567,890,123 |  4,190,226 |    1,972,998 |',
    ]);
  });

  it('keeps its columns straight where Chinese characters are two wide', () => {
    const lines = render([NOTE], 'zh').split('\n');
    expect(lines[0]).toBe(
      '| 表示               | 顶层记录数 |  JSON 字节 | gzip 字节 | Brotli 字节 |',
    );
    expect(lines[1]).toBe(
      '| ------------------ | ---------: | ---------: | --------: | ----------: |',
    );
    expect(lines[2]).toBe(
      '| 原始逻辑事件       |    416,756 | 69,433,638 | 4,190,226 |   1,972,998 |',
    );
    expect(lines[3]).toBe(
      '| 已完成步骤投影候选 |    228,129 | 38,427,209 | 2,324,688 |     957,350 |',
    );
    expect(lines[4]).toBe(
      '| 无损打包历史       |        696 |  6,362,724 | 1,154,206 |     528,145 |',
    );
    expect(new Set(lines.slice(0, 5).map((line) => stringWidth(line))).size).toBe(1);
  });

  it('gives several logs a title each, and a total', () => {
    const text = render([NOTE, SMALL]);
    const titles = text.split('\n').filter((line) => /^(?![|IPB])./.test(line));
    expect(titles).toEqual(['session.jsonl', 'small "one".jsonl', 'Total (2)']);
    expect(text).toContain('| Lossless packed history             |               698 |');
    expect(text.match(/^Interval/gm)).toHaveLength(2); // a total has none
    expect(text.match(/^Packing/gm)).toHaveLength(3);
  });

  it('puts colours in where they are wanted, and nowhere else', () => {
    const colored = render([NOTE], 'en', 1);
    expect(colored).toContain('\u001b[1m');
    expect(stripVTControlCharacters(colored)).toBe(render([NOTE]));
    expect(render([NOTE])).not.toContain('\u001b');
  });
});
