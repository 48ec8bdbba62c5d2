import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/measure/render/html.ts';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { makeReport } from '../../../src/measure/report.ts';
import { run } from '../../support/context.ts';
import { expectSound } from '../html/well-formed.ts';
import { NOTE, OPTIONS, SMALL } from '../measurements.ts';
import { WHY } from '../why/data.ts';
import { BROKEN, CHECKS, COMPARISONS, reportOf } from './reports.ts';

const one = makeReport([NOTE], OPTIONS);

describe('renderHtml', () => {
  it('has the table of the note, its sentences and its sizes as bars', async () => {
    const text = await renderHtml(one, LABELS.en);
    expectSound(text);
    expect(text).toContain(
      '<tr class="row"><th scope="row" class="text"><bdi>Lossless packed history</bdi></th>' +
        '<td class="number">696</td><td class="number">6,362,724</td>' +
        '<td class="number">1,154,206</td><td class="number">528,145</td></tr>',
    );
    expect(text).toContain(
      'Interval [0, 416756): 416,756 logical events, including 116 packed rows.',
    );
    expect(text).toContain('Brotli output was 73.2% smaller than raw');
    expect(text).toContain('>69,433,638</text>');
    expect(text).toContain('gzip level 6, Brotli quality 11.');
    expect(text).not.toContain('<nav');
  });

  it('speaks the language of the labels', async () => {
    const text = await renderHtml(one, LABELS.zh);
    expectSound(text);
    expect(text).toContain('<html lang="zh-Hans">');
    expect(text).toContain('<h1><bdi>会话日志大小</bdi></h1>');
    expect(text).toContain('无损打包历史');
  });

  it('has several logs under their total, with contents', async () => {
    const text = await renderHtml(makeReport([NOTE, SMALL], OPTIONS), LABELS.en);
    expectSound(text);
    const headings = [...text.matchAll(/<h2 [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, title]) => title);
    expect(headings).toEqual(['Total (2)', 'session.jsonl', 'small &quot;one&quot;.jsonl']);
    expect(text).toContain('<li><a href="#log-2"><bdi>small &quot;one&quot;.jsonl</bdi></a></li>');
    expect(text).toContain('<td class="number">69,434,638</td>');
  });

  it('has checks, comparisons, faults and warnings before the logs', async () => {
    const report = reportOf(CHECKS, COMPARISONS, [BROKEN]);
    const text = await renderHtml(report, LABELS.en);
    expectSound(text);
    expect(text.indexOf('id="problems"')).toBeLessThan(text.indexOf('id="checks"'));
    expect(text.indexOf('id="checks"')).toBeLessThan(text.indexOf('id="log-1"'));
    expect(text).toContain('<code>E_READ</code> <bdi>b.jsonl: cannot read b.jsonl');
    expect(text).toContain('✔ session.jsonl: packed.brotli 528,145 is within 550,000');
    expect(text).toContain('✖ session.jsonl: packed.records 696 is above its limit 600, by 96');
    expect(text).toContain('gone.jsonl: in the baseline, but not measured');
  });

  it('tells where the bytes are, where that is known', async () => {
    const text = await renderHtml(makeReport([{ ...NOTE, why: WHY }], OPTIONS), LABELS.en);
    expectSound(text);
    expect(text).toContain('<h3>Where the bytes are</h3>');
    expect(text).toContain('evil\\u001b[2J|x');
    expect(text).toContain('<summary>JSON bytes by tool</summary>');
  });

  it('is sound with nothing measured and with hostile names', async () => {
    expectSound(await renderHtml(makeReport([], OPTIONS, [BROKEN]), LABELS.en));
    const file = '"onload="x\'<script>\u202e.jsonl';
    expectSound(await renderHtml(makeReport([{ ...NOTE, file }, SMALL], OPTIONS), LABELS.en));
  });
});

describe('--format html', () => {
  it('is a format of measure and of merge', async () => {
    const samples = ['samples/text.jsonl', 'samples/tools.jsonl'];
    const flags = ['--brotli-quality', '1', '--no-cache'];
    const cwd = process.cwd();
    const measured = await run(['measure', ...samples, ...flags, '--format', 'html'], { cwd });
    expectSound(measured.stdout);
    const lines = await run(['measure', ...samples, ...flags, '--format', 'ndjson'], { cwd });
    const merged = await run(['merge', '--format', 'html'], { cwd, stdin: lines.stdout });
    expect(merged.stdout).toBe(measured.stdout);
  });
});
