import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { corpusPath, describeCorpus, soundRawLogs } from '../support/corpus.ts';
import { namesIn, temporaryDirectory } from '../support/logs-on-disk.ts';
import { officialDecode } from '../support/official.ts';

const sample = (name: string): string =>
  fileURLToPath(new URL(`../../samples/${name}.jsonl`, import.meta.url));

const exported = async (file: string, ...flags: string[]): Promise<string> => {
  const { exitCode, stdout, stderr } = await run(['export', '-q', ...flags, file]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
};

describe('export --layout log', () => {
  it.each(['packed', 'unpacked', 'mixed'])(
    'packs and unpacks %s.jsonl to the same bytes',
    async (name) => {
      const log = ['--layout', 'log'];
      expect(await exported(sample(name), ...log)).toBe(readFileSync(sample('packed'), 'utf8'));
      const raw = await exported(sample(name), ...log, '--as', 'raw');
      expect(raw).toBe(readFileSync(sample('unpacked'), 'utf8'));
    },
  );

  it('writes lines that the official codec expands to the same events', async () => {
    const text = await exported(sample('tools'), '--layout', 'log');
    const [, ...lines] = text.trimEnd().split('\n');
    const events = lines.flatMap((line) => officialDecode(JSON.parse(line)));
    const raw = JSON.parse((await run(['page', '--as', 'raw', sample('tools')])).stdout);
    expect(events).toEqual(raw.records.map(({ event }: { event: unknown }) => event));
  });

  it('takes the beginning of a log, and refuses what does not begin at 0', async () => {
    const text = await exported(sample('packed'), '--layout', 'log', '--to', '10', '--as', 'raw');
    expect(text.trimEnd().split('\n')).toHaveLength(11);
    const { exitCode, stderr } = await run([
      ...['export', '--layout', 'log', '--from', '5', sample('packed')],
    ]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('a log begins at seq 0');
  });
});

describeCorpus('export of the corpus', () => {
  it('unpacks and packs every sound log to the bytes of packing it at once', async () => {
    const directory = temporaryDirectory();
    for (const name of soundRawLogs('official').filter((_, at) => at % 5 === 0)) {
      const log = ['--layout', 'log'];
      const packed = await exported(corpusPath('official', name), ...log);
      const unpacked = await exported(corpusPath('official', name), ...log, '--as', 'raw');
      writeFileSync(join(directory, 'log'), unpacked);
      expect(await exported(join(directory, 'log'), ...log)).toBe(packed);
    }
  });
});

describe('export of responses', () => {
  it.each(['raw', 'projection', 'packed'])('is the page as %s', async (form) => {
    const page = (await run(['page', '--as', form, '--format', 'json', sample('text')])).stdout;
    expect(await exported(sample('text'), '--as', form)).toBe(page);
  });

  it('compresses', async () => {
    const directory = temporaryDirectory();
    const text = await exported(sample('text'));
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const output = join(directory, encoding);
      await exported(sample('text'), '--encoding', encoding, '-o', output);
      expect(decode(readFileSync(output)).toString('utf8')).toBe(text);
    }
  });

  it('writes zstd frames where the runtime can, and says so where it cannot', async () => {
    const output = join(temporaryDirectory(), 'log.zstd');
    const flags = ['--layout', 'log', '--encoding', 'zstd', '-o', output];
    const { exitCode, stderr } = await run(['export', ...flags, sample('packed')]);
    if (exitCode === 0) {
      const { stdout } = await run(['verify', '--json', output]);
      const [verification] = JSON.parse(stdout).verifications;
      expect(verification.loadsInDsh.verdict).toBe(true);
      expect(verification.events).toBe(920);
    } else {
      expect([exitCode, existsSync(output)]).toEqual([2, false]);
      expect(stderr).toContain('Node 22.15 or later');
    }
  });
});

describe('export of tables', () => {
  it('has a row an event in CSV', async () => {
    const csv = await exported(sample('packed'), '--as', 'raw', '--format', 'csv', '--to', '5');
    expect(csv.split('\n')[0]).toBe('seq,time,type,turn,step,chunk,index,text,bytes,json');
    expect(csv.trimEnd().split('\n')).toHaveLength(6);
  });

  it('is read back from Parquet by another reader', async () => {
    const { parquetReadObjects } = await import('hyparquet');
    const output = join(temporaryDirectory(), 'events.parquet');
    await exported(sample('text'), '--as', 'raw', '--format', 'parquet', '-o', output);
    const bytes = new Uint8Array(readFileSync(output));
    const rows = await parquetReadObjects({ file: bytes.buffer });
    const { records } = JSON.parse((await run(['page', '--as', 'raw', sample('text')])).stdout);
    expect(rows.map(({ json }) => JSON.parse(json))).toEqual(
      records.map(({ event }: { event: unknown }) => event),
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(records.map((_: unknown, at: number) => at));
  });
});

describe('export to a file', () => {
  it('replaces nothing without --force, and leaves nothing half written', async () => {
    const directory = temporaryDirectory();
    const output = join(directory, 'out');
    writeFileSync(output, 'precious');
    const refused = await run(['export', '-o', output, sample('text')]);
    expect([refused.exitCode, readFileSync(output, 'utf8')]).toEqual([2, 'precious']);
    await exported(sample('text'), '--force', '-o', output);
    expect(JSON.parse(readFileSync(output, 'utf8')).toSeq).toBe(86);
    expect(namesIn(directory)).toEqual(['out']);
  });

  it.each([
    ['--layout', 'log', '--format', 'json'],
    ['--layout', 'log', '--as', 'projection'],
    ['--format', 'csv'],
    ['--format', 'parquet', '--as', 'packed'],
  ])('refuses %s %s %s %s', async (...flags) => {
    expect((await run(['export', ...flags.filter(Boolean), sample('text')])).exitCode).toBe(2);
  });
});
