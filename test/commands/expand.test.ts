import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expandInputs } from '../../src/commands/expand.ts';
import { makeContext, run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

/** A directory with these empty files. */
function tree(...names: readonly string[]): string {
  const cwd = temporaryDirectory();
  for (const name of names) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), '');
  }
  return cwd;
}

const expand = (cwd: string, inputs: readonly string[], allowEmpty = false) =>
  expandInputs(inputs, makeContext({ cwd }), { allowEmpty });

describe('expandInputs', () => {
  it('leaves paths, ids and stdin as they are', async () => {
    const cwd = tree('a.jsonl');
    const inputs = ['-', 'a.jsonl', './a.jsonl', 'missing.jsonl', '0198c0de'];
    expect(await expand(cwd, inputs)).toEqual(inputs);
  });

  it('finds what a pattern matches, sorted', async () => {
    const cwd = tree('b.jsonl', 'a.jsonl', 'c.txt', 'deep/d.jsonl', '.hidden.jsonl');
    expect(await expand(cwd, ['*.jsonl'])).toEqual(['.hidden.jsonl', 'a.jsonl', 'b.jsonl']);
    expect(await expand(cwd, ['**/*.jsonl'])).toContain('deep/d.jsonl');
    expect(await expand(cwd, ['{b,a}.jsonl'])).toEqual(['a.jsonl', 'b.jsonl']);
  });

  it('takes an absolute pattern', async () => {
    const cwd = tree('a.jsonl');
    const elsewhere = tree('b.jsonl');
    expect(await expand(cwd, [join(elsewhere, '*.jsonl')])).toEqual([join(elsewhere, 'b.jsonl')]);
    expect(await expand(cwd, [join(cwd, '*.jsonl')])).toEqual(['a.jsonl']);
  });

  it('takes a file whose name looks like a pattern as that file', async () => {
    const cwd = tree('a[1].jsonl', 'a1.jsonl');
    expect(await expand(cwd, ['a[1].jsonl'])).toEqual(['a[1].jsonl']);
  });

  it('keeps the order of the arguments, and takes each log once', async () => {
    const cwd = tree('a.jsonl', 'b.jsonl');
    expect(await expand(cwd, ['b.jsonl', '*.jsonl', 'a.jsonl'])).toEqual(['b.jsonl', 'a.jsonl']);
  });

  it('finds all logs below a directory that is no sessions tree', async () => {
    const cwd = tree('logs/b.jsonl', 'logs/deep/a.jsonl.zstd', 'logs/notes.txt', 'x.jsonl');
    expect(await expand(cwd, ['logs'])).toEqual(['logs/b.jsonl', 'logs/deep/a.jsonl.zstd']);
    expect(await expand(cwd, ['logs/'])).toEqual(['logs/b.jsonl', 'logs/deep/a.jsonl.zstd']);
  });

  it('takes the highest generation of each session of a sessions tree', async () => {
    const cwd = tree(
      ...['s/-tmp-project/id-1/session.jsonl', 's/-tmp-project/id-1/notes.jsonl'],
      ...['s/-tmp-project/id-2/session.jsonl', 's/-tmp-project/id-2/session.v4.jsonl.zstd'],
    );
    const found = await expand(cwd, ['s']);
    expect(found).toHaveLength(2);
    expect(found).toContain('s/-tmp-project/id-1/session.jsonl');
    expect(found.some((path) => path.includes('notes'))).toBe(false);
  });

  it.each(['*.jsonl', 'empty', '**/x-*'])(
    'refuses %s where it stands for nothing',
    async (input) => {
      const cwd = tree('empty/readme.txt');
      await expect(expand(cwd, [input])).rejects.toMatchObject({
        exitCode: 4,
        fault: {
          code: 'E_NOT_FOUND',
          message: `${input} matches no session log`,
          hint: 'check the path, or pass --allow-empty where none is fine',
        },
      });
      expect(await expand(cwd, [input], true)).toEqual([]);
    },
  );
});

describe('measure of what stands for nothing', () => {
  const cwd = () => tree('empty/readme.txt');

  it('ends with 4', async () => {
    const { exitCode, stderr } = await run(['measure', 'empty'], { cwd: cwd() });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('[E_NOT_FOUND]')]);
  });

  it('with --allow-empty has a report of the usual shape', async () => {
    const flags = ['--allow-empty', '--json', '--max', 'total.packed.json=1'];
    const { exitCode, stdout, stderr } = await run(['measure', 'empty', ...flags], { cwd: cwd() });
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      options: expect.any(Object),
      measurements: [],
      errors: [],
      ok: true,
      checks: [],
      comparisons: [],
    });
  });

  it('takes a list that names nothing as such, and not as a log', async () => {
    const list = ['measure', '--files-from', '-', '--format', 'ndjson'];
    const empty = await run(list, { cwd: cwd(), stdin: '\n' });
    expect([empty.exitCode, empty.stderr]).toEqual([
      4,
      expect.stringContaining('<stdin> names no log'),
    ]);
    const allowed = await run([...list, '--allow-empty'], { cwd: cwd(), stdin: '\n' });
    expect([allowed.exitCode, allowed.stdout, allowed.stderr]).toEqual([0, '', '']);
  });

  it('does not hide a file that is missing', async () => {
    const flags = ['--allow-empty', 'none.jsonl'];
    expect((await run(['measure', ...flags], { cwd: cwd() })).exitCode).toBe(4);
  });
});

describe('measure of a directory', () => {
  it('measures each log, under the path that one would type', async () => {
    const directory = tree('logs/notes.txt');
    for (const name of ['b', 'a']) {
      writeFileSync(join(directory, 'logs', `${name}.jsonl`), logText(conversation({ turns: 1 })));
    }
    const { stdout } = await run(['measure', 'logs', '--json', '--brotli-quality', '1'], {
      cwd: directory,
      home: directory,
    });
    const { measurements, total } = JSON.parse(stdout);
    expect(measurements.map(({ file }: { file: string }) => file)).toEqual([
      ...['logs/a.jsonl', 'logs/b.jsonl'],
    ]);
    expect(total.files).toBe(2);
  });
});
