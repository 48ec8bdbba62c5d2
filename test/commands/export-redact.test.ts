import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { forkText } from '../support/forks.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

const TOOLS = fileURLToPath(new URL('../../samples/tools.jsonl', import.meta.url));

const exported = async (...args: string[]): Promise<string> => {
  const { exitCode, stdout, stderr } = await run(['export', '-q', ...args]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
};

const measured = async (path: string, ...flags: string[]) => {
  const args = ['measure', '--json', '--no-cache', '--brotli-quality', '1', ...flags, path];
  const [measurement] = JSON.parse((await run(args)).stdout).measurements;
  return measurement;
};

describe('export --redact', () => {
  it('is a log of the same sizes and verdicts, with other content', async () => {
    const text = await exported('--layout', 'log', '--redact', TOOLS);
    const original = await exported('--layout', 'log', TOOLS);
    expect(text).toHaveLength(original.length);
    expect(text).not.toContain('bash');
    const path = writeTemporary(text);
    const [before, after] = [await measured(TOOLS), await measured(path)];
    for (const form of ['raw', 'projection', 'packed']) {
      const [was, is] = [before, after].map(({ weights }) => weights[form]);
      expect([is.records, is.rows, is.jsonBytes]).toEqual([was.records, was.rows, was.jsonBytes]);
    }
    expect((await measured(path, '--tail', '--max-messages', '2')).interval).toEqual(
      (await measured(TOOLS, '--tail', '--max-messages', '2')).interval,
    );
    expect((await run(['verify', path])).exitCode).toBe(0);
  });

  it('reaches every format', async () => {
    const flags = ['--redact', '--redact-seed', 's'];
    const log = writeTemporary(await exported('--layout', 'log', '--as', 'raw', ...flags, TOOLS));
    for (const form of [
      ['--as', 'packed'],
      ['--as', 'projection', '--format', 'ndjson'],
      ['--as', 'raw', '--format', 'csv'],
    ]) {
      expect(await exported(...form, ...flags, TOOLS)).toBe(await exported(...form, log));
    }
    const directory = temporaryDirectory();
    const output = join(directory, 'events.parquet');
    await exported('--as', 'raw', '--format', 'parquet', ...flags, '-o', output, TOOLS);
    const rows = await parquetReadObjects({ file: new Uint8Array(readFileSync(output)).buffer });
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(1);
    expect(rows.map(({ json }) => json)).toEqual(lines);
    await exported(
      '--layout',
      'log',
      '--as',
      'raw',
      ...flags,
      '--encoding',
      'gzip',
      '-o',
      join(directory, 'gz'),
      TOOLS,
    );
    expect(gunzipSync(readFileSync(join(directory, 'gz'))).toString()).toBe(
      readFileSync(log, 'utf8'),
    );
  });

  it('has other pseudonyms on every run, but with the same --redact-seed the same', async () => {
    const log = (...flags: string[]) => exported('--layout', 'log', '--redact', ...flags, TOOLS);
    expect(await log()).not.toBe(await log());
    expect(await log('--redact-seed', 'a')).toBe(await log('--redact-seed', 'a'));
    expect(await log('--redact-seed', 'a')).not.toBe(await log('--redact-seed', 'b'));
  });

  it('keeps lineage across the logs of one export, also in the names of files', async () => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'logs'));
    writeFileSync(join(cwd, 'logs', 'a.jsonl'), forkText({ id: 'session-parent', own: 12 }));
    const fork = { id: 'session-fork', parent: 'session-parent', inherited: 6, own: 6 };
    writeFileSync(join(cwd, 'logs', 'b.jsonl'), forkText(fork));
    const args = ['export', '--redact', '--layout', 'log', '--output-dir', 'out', 'logs'];
    const { exitCode, stdout } = await run(args, { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).not.toMatch(/session|parent|fork/);
    expect(namesIn(join(cwd, 'out'))).toHaveLength(2);
    const headers = stdout
      .trimEnd()
      .split('\n')
      .map((name) => JSON.parse(readFileSync(join(cwd, name), 'utf8').split('\n')[0] ?? ''));
    expect(headers[1].parentSession).toBe(headers[0].id);
    const report = await run(['measure', '--json', '--no-cache', '--brotli-quality', '1', 'out'], {
      cwd,
    });
    expect(JSON.parse(report.stdout).total.countedOnce.events).toBe(6);
  });

  it('wants --redact for a seed', async () => {
    const { exitCode, stderr } = await run(['export', '--redact-seed', 'x', TOOLS]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--redact-seed goes with --redact'),
    ]);
  });
});
