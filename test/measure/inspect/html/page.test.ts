import { describe, expect, it } from 'vitest';
import { openLog } from '../../../../src/log/log.ts';
import { memorySource } from '../../../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../../../src/measure/compressors.ts';
import { renderInspectionPage } from '../../../../src/measure/inspect/html/page.ts';
import { inspectLog } from '../../../../src/measure/inspect/inspect.ts';
import { sizesOf, weighLog } from '../../../../src/measure/inspect/sizes.ts';
import { SAMPLES, sampleText } from '../../../log/encodings/reading.ts';
import { eventLine, fileText, headerLine, logText, rowLine } from '../../../support/logs.ts';
import { expectSound } from '../../html/well-formed.ts';

const compression = { ...DEFAULT_COMPRESSION, brotliQuality: 1 };

async function inspected(text: string, name = 'f') {
  const log = await openLog(memorySource(Buffer.from(text), name));
  const inspection = await inspectLog(log);
  const measurement = await weighLog(log, {
    ...{ compression, jsonOnly: false, why: true, salvage: false },
    steps: inspection.cadence.length,
  });
  return { inspection: { ...inspection, sizes: sizesOf(measurement, compression) }, measurement };
}

const page = async (...texts: readonly string[]) =>
  renderInspectionPage(await Promise.all(texts.map((text) => inspected(text))), compression);

describe.each(SAMPLES)('the page of %s.jsonl', (sample) => {
  it('is sound and the same each time', async () => {
    const text = sampleText(sample);
    const first = await page(text);
    expectSound(first);
    expect(await page(text)).toBe(first);
  });
});

describe('the page', () => {
  it('has the numbers of the inspection and of the measurement', async () => {
    const log = await inspected(sampleText('interrupted'));
    const text = await renderInspectionPage([log], compression);
    const { gzipBytes } = log.measurement.weights.packed ?? {};
    expect(text).toContain(`<td class="number">${gzipBytes?.toLocaleString('en')}</td>`);
    const [stall] = log.inspection.stalls.longest;
    expect(text).toContain(`<td class="number">${stall?.gapMs.toLocaleString('en')}</td>`);
    expect(text).toContain('Interval [0, 557)');
    expect(text).toContain('Packing reduced uncompressed JSON by 82.8%');
    for (const { type } of log.inspection.families) expect(text).toContain(`<bdi>${type}</bdi>`);
    expect(text).toContain('Brotli quality 1.');
  });

  it('has a picture of each kind, twice, each with its numbers', async () => {
    const text = await page(sampleText('interrupted'));
    const figures = [...text.matchAll(/<figure id="log-(\w+)[\w-]*"/g)].map(([, id]) => id);
    expect(figures).toEqual(['sizes', 'families', 'steps', 'rate', 'wait', 'lengths', 'gaps']);
    expect(text.match(/<svg /g)).toHaveLength(2 * figures.length);
    // Those of the sizes stand above them.
    expect(text.match(/<details><summary>Numbers: /g)).toHaveLength(figures.length - 1);
  });

  it('has a section for each of several logs', async () => {
    const text = await page(sampleText('tools'), sampleText('text'));
    expectSound(text);
    expect(text).toContain('<h1><bdi>2 session logs</bdi></h1>');
    expect(text.match(/<h2/g)).toHaveLength(2);
    expect(text).toContain('<nav aria-label="Contents">');
  });

  it('is sound without events, without steps and without sizes', async () => {
    expectSound(await page(logText([])));
    expectSound(await page(logText([eventLine(0, 'x')])));
    const { inspection } = await inspected(sampleText('tools'));
    const text = await renderInspectionPage([{ inspection, measurement: undefined }], compression);
    expectSound(text);
    expect(text).not.toContain('Sizes by representation');
  });

  it('shows warnings and faults', async () => {
    const log = await inspected(`${sampleText('tools')}{"torn`);
    const text = await renderInspectionPage([log], compression);
    expectSound(text);
    expect(text).toMatch(
      /<h2 [^>]*><bdi>Warnings and faults<\/bdi><\/h2>\n<ul class="problems">\n<li><code>W_TORN_TAIL/,
    );
  });
});

describe('hostile logs', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"onload="alert(1)',
    "'><svg onload=alert(1)>",
    '\u202eevil\u2066\u0000\u001b[2J',
    '</style></title><h1>',
    '&lt;b&gt;',
    '-->',
  ];

  it.each(HOSTILE)('cannot break the page with %j', async (name) => {
    const header = headerLine({ id: name, cwd: name, parentSession: name, origin: name });
    const lines = [
      eventLine(0, name, { turn: 0 }),
      eventLine(1, 'tool/result', { turn: 0, step: 0, name, callId: name }),
      rowLine(2, ['a', 'b', name]),
    ];
    const log = await inspected(fileText([header, ...lines]), `/tmp/${name}.jsonl`);
    const text = await renderInspectionPage([log, log], compression);
    expectSound(text);
    expect(text).not.toContain('\u001b');
  });

  it('cannot blow it up with types, long names and odd times', async () => {
    const lines = Array.from({ length: 3000 }, (_, seq) =>
      eventLine(seq, `type-${seq}-${'x'.repeat(300)}`, { turn: 0 }),
    );
    const text = await page(logText(lines));
    expectSound(text);
    expect(text).toContain('2,900 more');
    expect(text.length).toBeLessThan(200_000);
    const odd = [-1e308, 1e308, 0, Number.MAX_SAFE_INTEGER, 1.5];
    const times = odd.map((time, seq) =>
      JSON.stringify({ type: 'step/start', seq, time, data: { turn: seq, step: -1e300 } }),
    );
    expectSound(await page(logText(times)));
  });
});

it('stays small for many steps', async () => {
  const count = 12_000;
  const lines = Array.from({ length: count }, (_, step) =>
    eventLine(step, 'step/start', { turn: step >> 3, step }),
  );
  const text = await page(logText(lines));
  expectSound(text);
  expect(text.length).toBeLessThan(700_000);
  expect(text).toContain('stands for 24 neighbouring steps');
  expect(text).toContain('A log of more than 10,000 steps is not broken down further.');
});
