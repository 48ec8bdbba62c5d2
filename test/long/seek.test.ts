import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Selection } from '../../src/codec/page.ts';
import { openLog } from '../../src/log/log.ts';
import { openFile } from '../../src/log/source.ts';
import { survey } from '../../src/log/survey.ts';
import { PROGRAM } from '../support/cli.ts';
import { responseOf } from '../support/seek.ts';
import { eventsOf, type LargeLog, writeLargeLog } from '../support/seek-large.ts';

const GIB = 1024 ** 3;
const MAX_PEAK_MB = 120;

/** Ten thousand turns of about 107 KB. */
const LOG: LargeLog = { turns: 10_000, deltasATurn: 720 };
const MIDDLE = eventsOf(LOG) >> 1;
const EARLY = 100_000;

const PAGES: readonly (readonly [string, readonly string[], Selection])[] = [
  ['tail', ['--tail'], { kind: 'backward', maxMessages: 50 }],
  [
    'middle',
    ['--from', String(MIDDLE), '--max-messages', '20'],
    { kind: 'forward', fromSeq: MIDDLE, maxMessages: 20 },
  ],
  ['early', ['--before', String(EARLY)], { kind: 'backward', beforeSeq: EARLY, maxMessages: 50 }],
];

const isAsked = process.env.HISTPACK_LONG === '1';

/** Notes the peak of the process where it ends. */
const METER = `import { readFileSync, writeFileSync } from 'node:fs';
process.on('exit', () => {
  let kib = process.resourceUsage().maxRSS;
  try {
    kib = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {}
  writeFileSync(process.env.PEAK_FILE, String(kib));
});`;

describe.skipIf(!isAsked)('pages of a log of 1 GB (HISTPACK_LONG=1)', () => {
  let folder = '';
  const paths = { raw: '', zstd: '' };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'histpack-long-'));
    paths.raw = join(folder, 'session.jsonl');
    paths.zstd = join(folder, 'copy.jsonl.zstd');
    writeLargeLog(LOG, paths.raw, paths.zstd);
    writeFileSync(join(folder, 'meter.mjs'), METER);
  }, 1_200_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are cut from enough', () => expect(statSync(paths.raw).size).toBeGreaterThan(0.93 * GIB));

  /** Runs the built program and measures it. */
  function page(path: string, flags: readonly string[]) {
    const peakFile = join(folder, 'peak');
    const started = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', join(folder, 'meter.mjs'), PROGRAM, 'page', path, ...flags],
      { env: { PATH: process.env.PATH, PEAK_FILE: peakFile }, maxBuffer: GIB / 4 },
    );
    const ms = Math.round(performance.now() - started);
    expect([status, stderr.toString()]).toEqual([0, '']);
    const peakMb = Number(readFileSync(peakFile, 'utf8')) / 1024;
    return { text: stdout.toString('utf8'), ms, peakMb };
  }

  async function scanned(path: string, selection: Selection): Promise<string> {
    const source = await openFile(path);
    const log = await openLog(source);
    const found = await survey(log, selection, { seek: false });
    const text = await responseOf(log, found, 'packed');
    await source.close();
    return text;
  }

  for (const encoding of ['raw', 'zstd'] as const) {
    it.each(PAGES)(`${encoding}: %s`, { timeout: 600_000 }, async (name, flags, selection) => {
      const { text, ms, peakMb } = page(paths[encoding], flags);
      const expected = await scanned(paths[encoding], selection);
      expect(text.length).toBeGreaterThan(10_000);
      expect(text === expected).toBe(true); // too long to be shown
      console.log(`${encoding} ${name}: ${ms} ms, peak ${peakMb.toFixed(0)} MB`);
      if (encoding === 'raw') expect(peakMb).toBeLessThan(MAX_PEAK_MB);
    });
  }
});

it.skipIf(isAsked)('is run with HISTPACK_LONG=1: pages of a log of 1 GB', ({ skip }) => {
  skip('it takes minutes and 1.2 GB of disk');
});
