import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchReport, FormCost } from '../../src/bench/report.ts';
import { samplePath } from '../bench/pages.ts';
import { runCli } from '../support/cli.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

const QUICK = ['bench', '--runs', '1'];

async function benched(args: readonly string[], stdin?: string): Promise<BenchReport> {
  const options = stdin === undefined ? {} : { stdin };
  const { exitCode, stdout, stderr } = await runCli([...QUICK, '--json', ...args], options);
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
}

async function measured(args: readonly string[]) {
  const { stdout } = await runCli(['measure', '--json', '--no-cache', ...args]);
  return JSON.parse(stdout.toString()).measurements[0].weights;
}

const sizesOf = ({ records, rows, jsonBytes, gzipBytes, brotliBytes }: FormCost) => ({
  ...{ records, rows, jsonBytes, gzipBytes, brotliBytes },
});

describe('bench', () => {
  it('reports every phase of every form, and what it does not include', async () => {
    const report = await benched([samplePath('packed')]);
    expect(report).toMatchObject({
      schemaVersion: 1,
      file: samplePath('packed'),
      isSynthetic: false,
      interval: { fromSeq: 0, toSeq: 920 },
      events: 920,
      machine: { node: process.versions.node, cores: expect.any(Number), cpu: expect.any(String) },
      options: { runs: 1, gzipLevel: 6, brotliQuality: 5 },
      settled: { isEqual: true, steps: 6, sha256: expect.stringMatching(/^[\da-f]{64}$/) },
      warnings: [],
    });
    expect(report.notIncluded.join('; ')).toMatch(/TLS.*rendering/);
    expect(report.foldCosts.map(({ members }) => members)).toEqual([10_000, 20_000, 40_000]);
    const phases = report.forms.map(({ form, groups }) => [
      form,
      groups.map(({ group, phases: each }) => [group, each.map(({ phase }) => phase).join(' ')]),
    ]);
    const [host, loopback] = ['pack wrap stringify gzip brotli', 'transfer'];
    expect(phases).toEqual([
      [
        'raw',
        [
          ['host', host],
          ['loopback', loopback],
          ['client', 'parse validate fold'],
        ],
      ],
      [
        'packed',
        [
          ['host', host],
          ['loopback', loopback],
          ['client', 'parse validate decode fold'],
        ],
      ],
    ]);
    for (const { groups } of report.forms) {
      for (const { phases: each, ms } of groups) {
        const summed = each.filter(({ isAlternative }) => !isAlternative);
        expect(ms.median).toBeCloseTo(summed.reduce((sum, phase) => sum + phase.ms.median, 0));
        for (const { ms: spread } of each) expect(spread.min).toBe(spread.max); // one run
      }
    }
  });

  it.each(['packed', 'text', 'compaction'])(
    'counts the bytes that measure counts: %s',
    async (name) => {
      const { forms } = await benched([samplePath(name)]);
      const weights = await measured(['--brotli-quality', '5', samplePath(name)]);
      for (const form of forms) expect(sizesOf(form)).toEqual(weights[form.form]);
    },
  );

  it('heeds --brotli-quality', async () => {
    const [cost] = (await benched([samplePath('packed'), '--brotli-quality', '11'])).forms;
    const weights = await measured([samplePath('packed')]);
    expect(cost?.brotliBytes).toBe(weights.raw.brotliBytes);
  });

  it('heeds a selection', async () => {
    const page = ['--from', '100', '--to', '500', samplePath('unpacked')];
    const report = await benched(page);
    expect(report.interval).toEqual({ fromSeq: 100, toSeq: 500 });
    const weights = await measured(['--brotli-quality', '5', ...page]);
    for (const form of report.forms) expect(sizesOf(form)).toEqual(weights[form.form]);
    const tail = await benched(['--tail', '--max-messages', '1', samplePath('unpacked')]);
    expect(tail.interval.fromSeq).toBeGreaterThan(0);
  });

  it('heeds --forms, and still compares with the raw events', async () => {
    const { forms, settled } = await benched([samplePath('packed'), '--forms', 'packed']);
    expect(forms.map(({ form }) => form)).toEqual(['packed']);
    expect(settled.compared).toEqual(['raw', 'packed, folded', 'packed, decoded']);
  });

  it("takes the note's synthetic sample without a file", async () => {
    const report = await benched(['--from', '416000']);
    expect(report).toMatchObject({
      file: "the note's synthetic sample",
      isSynthetic: true,
      interval: { fromSeq: 416_000, toSeq: 416_756 },
    });
  });

  it('reads stdin only where it is named', async () => {
    const text = readFileSync(samplePath('packed'), 'utf8');
    expect(await benched(['-'], text)).toMatchObject({ file: '<stdin>', events: 920 });
  });

  it('heeds --runs and --format', async () => {
    const args = ['bench', '--runs', '2', '--tail', '--format', 'markdown', samplePath('text')];
    const { exitCode, stdout, stderr } = await runCli(args);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.toString()).toContain('; median of 2 runs;');
    expect(stdout.toString()).toContain('\n| --- | ---: |');
    const table = await runCli([...QUICK, '--tail', samplePath('text')]);
    expect(table.stdout.toString()).toContain('; 1 run;');
    expect(table.stdout.toString()).toContain('\n| Phase   ');
  });

  it('says where stringify was timed on other bytes, and counts those of measure', async () => {
    const file = join(temporaryDirectory(), 'spelled.jsonl');
    const text = readFileSync(samplePath('packed'), 'utf8');
    writeFileSync(file, text.replace('"data":{"turn":1,', '"data":{"turn": 1.0,'));
    const { exitCode, stdout, stderr } = await runCli([...QUICK, '--json', file]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('[W_REWRITTEN]');
    const weights = await measured(['--brotli-quality', '5', file]);
    const { forms } = JSON.parse(stdout.toString()) as BenchReport;
    for (const form of forms) expect(sizesOf(form)).toEqual(weights[form.form]);
  });

  it('leaves nothing behind, and fails as other commands do', async () => {
    const directory = temporaryDirectory();
    const env = { TMPDIR: directory };
    await runCli([...QUICK, samplePath('text')], { env });
    const missing = await runCli([...QUICK, '--json', 'missing.jsonl'], { env });
    expect(missing.exitCode).toBe(4);
    expect(JSON.parse(missing.stdout.toString()).error.code).toBe('E_READ');
    expect(
      (await runCli([...QUICK, '--tail', '--from', '3', samplePath('text')], { env })).exitCode,
    ).toBe(2);
    expect((await runCli(['bench', '--runs', '0'], { env })).exitCode).toBe(2);
    expect(readdirSync(directory)).toEqual([]);
  });

  it('refuses a page that does not fit into memory', async () => {
    const directory = temporaryDirectory();
    const env = { TMPDIR: directory, NODE_OPTIONS: '--max-old-space-size=80' };
    const { exitCode, stdout, stderr } = await runCli([...QUICK, '--json'], { env });
    expect([exitCode, JSON.parse(stdout.toString()).error.code]).toEqual([4, 'E_LIMIT']);
    expect(stderr).toContain('does not fit into memory');
    expect(readdirSync(directory)).toEqual([]);
  });
});
