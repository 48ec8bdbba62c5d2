import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const text = logText(conversation({ turns: 3, deltas: 9 })); // 25 events a turn

/** What measure prints about the log; quick, at a low quality. */
async function measure(...flags: readonly string[]): Promise<string> {
  const path = writeTemporary(text);
  const { stdout, stderr, exitCode } = await run([
    'measure',
    path,
    '--brotli-quality',
    '1',
    ...flags,
  ]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

const weightsOf = async (...flags: readonly string[]) =>
  JSON.parse(await measure('--json', ...flags)).measurements[0].weights;

describe('measure, the built program', () => {
  it("prints the note's table and what stands under it", async () => {
    const { exitCode, stdout, stderr } = await runCli(['measure', writeTemporary(text)]);
    expect([exitCode, stderr]).toEqual([0, '']);
    const lines = stdout.toString('utf8').split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatch(
      /^\| Representation +\| Top-level records \| JSON bytes \| gzip bytes \|/,
    );
    expect(lines[2]).toMatch(/^\| Raw logical events +\| +75 \| +[\d,]+ \| +[\d,]+ \| +[\d,]+ \|$/);
    expect(lines[3]).toMatch(/^\| Completed-step projection candidate \| +21 \|/);
    expect(lines[4]).toMatch(/^\| Lossless packed history +\| +27 \|/);
    expect(lines[6]).toBe('Interval [0, 75): 75 logical events, including 6 packed rows.');
    expect(lines[7]).toMatch(/^Packing reduced uncompressed JSON by \d+\.\d% relative to raw/);
    expect(lines[8]).toMatch(/^Brotli output was \d+\.\d% (smaller|larger) than raw/);
  });
});

describe('the flags of measure', () => {
  it('--format chooses the format', async () => {
    expect(await measure('--format', 'markdown')).toMatch(/^\| --- \| ---: \|/m);
    expect(await measure('--format', 'csv')).toMatch(/^file,representation,/);
    expect(JSON.parse(await measure('--format', 'json')).schemaVersion).toBe(1);
    expect(JSON.parse(await measure('--format', 'ndjson')).events).toBe(75);
    expect(await measure('--format', 'table')).toBe(await measure());
  });

  it('--json goes before --format', async () => {
    expect(JSON.parse(await measure('--json', '--format', 'csv')).schemaVersion).toBe(1);
  });

  it('--lang speaks Chinese', async () => {
    const lines = (await measure('--lang', 'zh')).split('\n');
    expect(lines[0]).toMatch(
      /^\| 表示 +\| 顶层记录数 \| +JSON 字节 \| +gzip 字节 \| +Brotli 字节 \|$/,
    );
    expect(lines[6]).toBe('区间 [0, 75)：75 个逻辑事件，其中 6 个打包行。');
    expect(await measure('--lang', 'en')).toBe(await measure());
  });

  it('--forms measures some, in the order of the note', async () => {
    expect(Object.keys(await weightsOf('--forms', 'packed,raw'))).toEqual(['raw', 'packed']);
    expect(await measure('--forms', 'raw')).not.toContain('Lossless');
  });

  it('--projection keeps the first token of a completed step', async () => {
    const { projection } = await weightsOf();
    const kept = await weightsOf('--projection', 'keep-first-token');
    expect(kept.projection.records).toBe(projection.records + 3); // three steps
  });

  it('--gzip-level and --brotli-quality change the bytes of their column alone', async () => {
    const base = (await weightsOf()).raw;
    const gzip = (await weightsOf('--gzip-level', '1')).raw;
    const brotli = (await weightsOf('--brotli-quality', '9')).raw;
    expect(gzip).toEqual({ ...base, gzipBytes: gzip.gzipBytes });
    expect(gzip.gzipBytes).toBeGreaterThan(base.gzipBytes);
    expect(brotli).toEqual({ ...base, brotliBytes: brotli.brotliBytes });
    expect(brotli.brotliBytes).toBeLessThan(base.brotliBytes);
  });

  it('--brotli-engine takes the other encoder', async () => {
    const report = JSON.parse(await measure('--json', '--brotli-engine', 'wasm'));
    expect(report.options.brotliEngine).toBe('wasm');
    const { raw } = report.measurements[0].weights;
    const native = (await weightsOf()).raw;
    expect(raw).toEqual({ ...native, brotliBytes: raw.brotliBytes });
    expect(Math.abs(raw.brotliBytes / native.brotliBytes - 1)).toBeLessThan(0.2);
  });

  it('the selection chooses what is measured', async () => {
    expect(await measure('--from', '5', '--to', '9')).toContain(
      'Interval [5, 9): 4 logical events',
    );
    expect(await measure('--tail', '--max-messages', '1')).toContain(
      'Interval [53, 75): 22 logical',
    );
  });

  it('--no-color takes the colours out', async () => {
    const path = writeTemporary(text);
    const argv = ['measure', path, '--brotli-quality', '1'];
    const colored = await run(argv, { stdoutIsTTY: true });
    const plain = await run([...argv, '--no-color'], { stdoutIsTTY: true });
    expect(colored.stdout).not.toBe(plain.stdout);
    expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout);
  });
});
