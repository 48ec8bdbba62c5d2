import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largeLogLines } from '../../samples/large-log.ts';
import { expectSound } from '../measure/html/well-formed.ts';
import { runMeasured } from './peak.ts';

/** These take minutes and gigabytes, so they are asked for. */
const absent =
  process.env.HISTPACK_LONG === '1' ? undefined : 'set HISTPACK_LONG=1 for a large report';

const LARGE_BYTES = 1e9;
const PAGE_MAX_BYTES = 2e6;
/** For 300,000 steps, which cost some hundred bytes each; the page and the compressors cost the same for any log. */
const PEAK_MAX_BYTES = 600e6;
const TIMEOUT_MS = 20 * 60_000;
const BATCH_CHARS = 1 << 20;

describe.skipIf(absent !== undefined)(`the report on a large log ${absent ?? ''}`, () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'histpack-long-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is a small page for 1 GB of short turns', { timeout: TIMEOUT_MS }, async () => {
    const [log, page] = [join(folder, 'large.jsonl'), join(folder, 'report.html')];
    const file = createWriteStream(log);
    let text = '';
    for (const line of largeLogLines({ bytes: LARGE_BYTES, packed: true, manyTurns: true })) {
      text += `${line}\n`;
      if (text.length < BATCH_CHARS) continue;
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
    file.end(text);
    await once(file, 'close');
    const { exitCode, peakBytes, seconds } = runMeasured([
      'inspect',
      log,
      '--format',
      'html',
      '--brotli-quality',
      '1',
      '--output',
      page,
    ]);
    const bytes = statSync(page).size;
    console.log(
      `page ${bytes} bytes, peak ${Math.round(peakBytes / 1e6)} MB, ${seconds.toFixed(0)} s`,
    );
    expect(exitCode).toBe(0);
    expectSound(readFileSync(page, 'utf8'));
    expect(bytes).toBeLessThan(PAGE_MAX_BYTES);
    expect(peakBytes).toBeLessThan(PEAK_MAX_BYTES);
  });
});
