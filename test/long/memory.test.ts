import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zstdMissing } from '../support/zstd.ts';
import { writeFrameALine, writeLargeLog } from './generate.ts';
import { type Run, runMeasured } from './peak.ts';

/** These take minutes and gigabytes, so they are asked for. */
const absent =
  process.env.HISTPACK_LONG === '1' ? zstdMissing : 'set HISTPACK_LONG=1 to measure memory';

const LARGE_BYTES = 1e9;
const FRAMES = 120_000;
/** DESIGN: `verify` takes at most this, however large the log. */
const PEAK_MAX_BYTES = 250e6;
const TIMEOUT_MS = 20 * 60_000;

describe.skipIf(absent !== undefined)(`memory of verify ${absent ?? ''}`, () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'histpack-long-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function expectModest(name: string, file: string, run: Run): void {
    const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
    const cost = `peak ${megabytes(run.peakBytes)}, ${run.seconds.toFixed(1)} s`;
    console.log(`${name}: ${megabytes(statSync(file).size)} on disk, ${cost}`);
    expect(run.exitCode).toBe(0);
    expect(run.peakBytes).toBeLessThan(PEAK_MAX_BYTES);
  }

  it.each([
    ['unpacked', false],
    ['packed', true],
  ])('a log of 1 GB in zstd, %s', { timeout: TIMEOUT_MS }, async (layout, packed) => {
    const file = join(folder, 'large.zst');
    const decoded = await writeLargeLog(file, LARGE_BYTES, packed);
    expect(decoded).toBeGreaterThanOrEqual(LARGE_BYTES);
    const run = runMeasured(['verify', '--json', file]);
    expectModest(`1 GB ${layout}`, file, run);
    const [{ faults, lossless }] = JSON.parse(run.stdout).verifications;
    expect([faults, lossless.isLossless]).toEqual([[], true]);
  });

  it('a log of 120,000 frames of one record', { timeout: TIMEOUT_MS }, async () => {
    const file = join(folder, 'frames.zst');
    await writeFrameALine(file, FRAMES);
    const run = runMeasured(['verify', '--json', file]);
    expectModest(`${FRAMES} frames`, file, run);
    expect(JSON.parse(run.stdout).verifications[0]).toMatchObject({ events: FRAMES, faults: [] });
  });
});
