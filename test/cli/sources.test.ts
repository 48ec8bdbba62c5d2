import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { eventLine, headerLine, logText } from '../support/logs.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

/** A log whose only event names it. */
const log = (name: string): string => logText([eventLine(0, 'x', { name })]);
const shows = (name: string) => ({ event: { data: { name } } });
const recordsOf = (stdout: Buffer) => JSON.parse(stdout.toString('utf8')).records;

describe('the log that is read', () => {
  it('is stdin with -', async () => {
    const tmp = temporaryDirectory();
    const { stdout, stderr, exitCode } = await runCli(['page', '-'], {
      stdin: log('piped'),
      env: { TMPDIR: tmp },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(recordsOf(stdout)).toMatchObject([shows('piped')]);
    expect(namesIn(tmp)).toEqual([]);
  });

  it('is stdin with no FILE, where something is piped in', async () => {
    const cwd = temporaryDirectory();
    writeTemporary(log('here'), { directory: cwd });
    const { stdout } = await runCli(['page'], { cwd, stdin: log('piped') });
    expect(recordsOf(stdout)).toMatchObject([shows('piped')]);
  });

  it('is the session.jsonl here with no FILE and no pipe', async () => {
    const cwd = temporaryDirectory();
    const path = writeTemporary(log('here'), { directory: cwd });
    const { stdout, stderr } = await runCli(['page'], { cwd });
    expect(recordsOf(stdout)).toMatchObject([shows('here')]);
    expect(stderr).toBe(`histpack: reading ${path}\n`);
  });

  it('is the newest session of dsh otherwise, named on stderr', async () => {
    const home = temporaryDirectory();
    const paths = ['old', 'new'].map((name, position) => {
      const directory = join(home, 'sessions', '--w--', name);
      mkdirSync(directory, { recursive: true });
      const path = writeTemporary(log(name), { directory });
      utimesSync(path, 1_700_000_000 + position, 1_700_000_000 + position);
      return path;
    });
    const options = { cwd: temporaryDirectory(), env: { DSH_HOME: home } };
    const { stdout, stderr } = await runCli(['page'], options);
    expect(recordsOf(stdout)).toMatchObject([shows('new')]);
    expect(stderr).toBe(`histpack: reading the newest session, ${paths[1]}\n`);
    const quiet = await runCli(['page', '--quiet'], options);
    expect(quiet.stderr).toBe('');
    expect(quiet.stdout.equals(stdout)).toBe(true);
  });

  it('is named where there is none', async () => {
    const { exitCode, stderr } = await runCli(['measure'], { cwd: temporaryDirectory() });
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/error: no log named, .*\/nowhere\/\.dsh\/sessions \[E_NOT_FOUND\]/);
    expect(stderr).toContain('hint: name a session log, or - for stdin');
  });

  it('may be empty stdin, which is no log', async () => {
    const { exitCode, stderr } = await runCli(['page', '-'], { stdin: '' });
    expect(exitCode).toBe(4);
    expect(stderr).toContain('<stdin>, line 1 (byte 0): the log is empty [E_HEADER]');
  });

  it('may begin with a dash', async () => {
    const cwd = temporaryDirectory();
    writeTemporary(log('dash'), { directory: cwd, name: '-x.jsonl' });
    const { stdout } = await runCli(['page', '--', '-x.jsonl'], { cwd });
    expect(recordsOf(stdout)).toMatchObject([shows('dash')]);
  });
});

describe('measure of several logs', () => {
  it('adds them up, and goes on behind one that it cannot read', async () => {
    const cwd = temporaryDirectory();
    for (const name of ['a', 'b']) {
      writeTemporary(log(name), { directory: cwd, name: `${name}.jsonl` });
    }
    writeTemporary(`${headerLine({ version: 9 })}\n`, { directory: cwd, name: 'newer.jsonl' });
    const args = ['measure', '--json', 'a.jsonl', 'newer.jsonl', 'none.jsonl', 'b.jsonl'];
    const { exitCode, stdout, stderr } = await runCli(args, { cwd });
    expect(exitCode).toBe(4);
    const report = JSON.parse(stdout.toString('utf8'));
    expect(report.measurements.map(({ file }: { file: string }) => file)).toEqual([
      ...['a.jsonl', 'b.jsonl'],
    ]);
    expect(report.total).toMatchObject({ files: 2, events: 2 });
    expect(report.errors).toMatchObject([
      { code: 'E_VERSION', file: 'newer.jsonl' },
      { code: 'E_READ', file: 'none.jsonl' },
    ]);
    expect(stderr).toContain('[E_VERSION]');
    expect(stderr).toContain('[E_READ]');
  });
});
