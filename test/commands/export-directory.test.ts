import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, fileText, headerLine } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { namesIn, temporaryDirectory } from '../support/logs-on-disk.ts';

const logOf = (id: string, turns = 1): string =>
  fileText([headerLine({ id }), ...conversation({ turns })]);

/** A directory `logs/` with some logs by name, and a corrupt one where that is wanted. */
function logs(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'logs'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, 'logs', name), text);
  return cwd;
}

const BAD = fileText([
  headerLine({ id: 'bad' }),
  eventLine(0, 'x'),
  'no json',
  eventLine(1, 'turn/end'),
]);

describe('export --output-dir', () => {
  it('writes a file for each log, named by its session, and prints their names', async () => {
    const cwd = logs({
      'a.jsonl': logOf('one'),
      'b.jsonl': logOf('two', 3),
      'c.jsonl': logOf('one', 2),
    });
    const args = ['export', '--output-dir', 'out', '--layout', 'log', 'logs'];
    const { exitCode, stdout, stderr } = await run(args, { cwd });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe('out/one.jsonl\nout/two.jsonl\nout/one-2.jsonl\n');
    expect(namesIn(join(cwd, 'out'))).toEqual(['one-2.jsonl', 'one.jsonl', 'two.jsonl']);
    for (const [log, copy] of [
      ['a', 'one'],
      ['b', 'two'],
      ['c', 'one-2'],
    ]) {
      expect(readFileSync(join(cwd, 'out', `${copy}.jsonl`), 'utf8')).toBe(
        readFileSync(join(cwd, 'logs', `${log}.jsonl`), 'utf8'),
      );
    }
  });

  it.each([1, 2, 5])('gives the same files, names and document with --jobs %i', async (jobs) => {
    const files = Object.fromEntries(
      // Large ones first, so that several workers do not end in the order of the logs.
      Array.from({ length: 12 }, (_, at) => [`${10 + at}.jsonl`, logOf(`s${at % 5}`, 40 - 3 * at)]),
    );
    const cwd = logs({ ...files, '15b.jsonl': BAD });
    const args = ['export', '--output-dir', 'out', '--json', '--jobs', String(jobs), 'logs'];
    const { exitCode, stdout } = await run(args, { cwd });
    expect(exitCode).toBe(4);
    const { exports, errors } = JSON.parse(stdout);
    expect(exports.map(({ output }: { output: string }) => output)).toEqual(
      [...'01234']
        .map((n) => `out/s${n}.json`)
        .concat(
          [...'01234'].map((n) => `out/s${n}-2.json`),
          ['out/s0-3.json', 'out/s1-3.json'],
        ),
    );
    expect(errors).toMatchObject([{ code: 'E_JSON', file: 'logs/15b.jsonl', line: 3 }]);
    for (const { file, output, session, interval } of exports) {
      const page = await run(['page', '--format', 'json', file], { cwd });
      expect(readFileSync(join(cwd, output), 'utf8')).toBe(page.stdout);
      expect(JSON.parse(page.stdout)).toMatchObject(interval);
      expect(output).toContain(session.id);
    }
  });

  it('reports a bad log, goes on with the others and ends with 4', async () => {
    const cwd = logs({ 'a.jsonl': BAD, 'b.jsonl': 'nothing of ours\n', 'c.jsonl': logOf('good') });
    const args = ['export', '--output-dir', 'out', '--as', 'raw', '--format', 'parquet', 'logs'];
    const { exitCode, stdout, stderr } = await run(args, { cwd });
    expect([exitCode, stdout]).toEqual([4, 'out/good.parquet\n']);
    expect(stderr).toMatch(/logs\/a\.jsonl.*\[E_JSON\]/);
    expect(stderr).toMatch(/logs\/b\.jsonl.*\[E_HEADER\]/);
    expect(namesIn(join(cwd, 'out'))).toEqual(['good.parquet']);
  });

  it('replaces what is there only with --force', async () => {
    const cwd = logs({ 'a.jsonl': logOf('a'), 'b.jsonl': logOf('b') });
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out', 'a.json'), 'precious');
    const args = ['export', '--output-dir', 'out', 'logs'];
    const refused = await run(args, { cwd });
    expect([refused.exitCode, refused.stdout]).toEqual([2, 'out/b.json\n']);
    expect(refused.stderr).toContain('exists already (--force replaces it)');
    expect(readFileSync(join(cwd, 'out', 'a.json'), 'utf8')).toBe('precious');
    expect((await run([...args, '--force'], { cwd })).exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(cwd, 'out', 'a.json'), 'utf8')).fromSeq).toBe(0);
  });

  it('never replaces a log that is read, not even another one', async () => {
    const cwd = logs({ 'a.jsonl': logOf('b'), 'b.jsonl': logOf('a', 2) });
    const before = namesIn(join(cwd, 'logs')).map((name) =>
      readFileSync(join(cwd, 'logs', name), 'utf8'),
    );
    const args = ['export', '--layout', 'log', '--force', '--output-dir', 'logs', 'logs'];
    const { exitCode, stderr } = await run(args, { cwd });
    expect(exitCode).toBe(2);
    expect(stderr.match(/is the log that is read/g)).toHaveLength(2);
    const after = namesIn(join(cwd, 'logs')).map((name) =>
      readFileSync(join(cwd, 'logs', name), 'utf8'),
    );
    expect(after).toEqual(before);
  });

  it('takes lists of names, stdin and every encoding', async () => {
    const cwd = logs({ 'a.jsonl': logOf('a') });
    const flags = ['export', '--output-dir', 'out', '--encoding', 'gzip', '--format', 'ndjson'];
    const listed = await run([...flags, '--files-from', '-'], { cwd, stdin: 'logs/a.jsonl\n' });
    expect([listed.exitCode, listed.stdout]).toEqual([0, 'out/a.ndjson.gz\n']);
    const piped = await run([...flags, '-'], { cwd, stdin: logOf('piped') });
    expect([piped.exitCode, piped.stdout]).toEqual([0, 'out/piped.ndjson.gz\n']);
    const [a, b] = ['a', 'piped'].map((id) =>
      gunzipSync(readFileSync(join(cwd, 'out', `${id}.ndjson.gz`))).toString(),
    );
    expect(a).toBe(b);
    expect(a).toContain('{"chunks":');
  });

  it.each([
    [['a.jsonl', 'b.jsonl'], 'several logs need --output-dir'],
    [['--files-from', 'list'], 'several logs need --output-dir'],
    [['--output-dir', 'out', '-o', 'file', 'a.jsonl'], 'contradict each other'],
  ])('refuses %j', async (args, reason) => {
    const { exitCode, stderr } = await run(['export', ...args]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('says where no directory can be made', async () => {
    const cwd = logs({ file: '', 'a.jsonl': logOf('a') });
    const { exitCode, stderr } = await run(
      ['export', '--output-dir', 'logs/file', 'logs/a.jsonl'],
      { cwd },
    );
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('cannot make the directory logs/file'),
    ]);
  });
});
