import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Console } from '../../src/commands/console.ts';
import { openInput, resolveInputs } from '../../src/commands/input.ts';
import { type ContextOptions, makeContext } from '../support/context.ts';
import { temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

async function resolved(files: readonly string[], options: ContextOptions) {
  const context = makeContext(options);
  const console = new Console(context, { quiet: false, verbose: false, color: false });
  return { inputs: await resolveInputs(files, context, console), said: context.stderr.text };
}

/** A dsh home with one session. */
function homeWith(id = 'session-abc', ageSeconds = 0, home = temporaryDirectory()) {
  const directory = join(home, 'sessions', '--p--', id);
  mkdirSync(directory, { recursive: true });
  const log = writeTemporary('the log', { directory });
  const when = 1_700_000_000 - ageSeconds;
  utimesSync(log, when, when);
  return { home, directory, log };
}

describe('resolveInputs', () => {
  it('takes the files named, whatever else there is', async () => {
    const cwd = temporaryDirectory();
    writeTemporary('', { directory: cwd });
    const { inputs, said } = await resolved(['a', '-'], { cwd, stdin: 'x' });
    expect(inputs).toEqual(['a', '-']);
    expect(said).toBe('');
  });

  it('takes stdin when something is piped in', async () => {
    const cwd = temporaryDirectory();
    writeTemporary('', { directory: cwd });
    expect((await resolved([], { cwd, stdin: 'x' })).inputs).toEqual(['-']);
  });

  it('takes the log of the current directory, and says so', async () => {
    const cwd = temporaryDirectory();
    const log = writeTemporary('', { directory: cwd });
    const { home } = homeWith();
    const { inputs, said } = await resolved([], { cwd, env: { DSH_HOME: home } });
    expect(inputs).toEqual([log]);
    expect(said).toBe(`histpack: reading ${log}\n`);
  });

  it('takes the newest session of dsh, and names it', async () => {
    const { home, log } = homeWith('session-new', 0);
    homeWith('session-old', 60, home);
    const { inputs, said } = await resolved([], { env: { DSH_HOME: home } });
    expect(inputs).toEqual([log]);
    expect(said).toBe(`histpack: reading the newest session, ${log}\n`);
  });

  it('looks under ~/.dsh without DSH_HOME', async () => {
    const home = temporaryDirectory();
    const { log } = homeWith('session-a', 0, join(home, '.dsh'));
    expect((await resolved([], { home })).inputs).toEqual([log]);
  });

  it('says where it looked when there is none', async () => {
    await expect(resolved([], { home: '/none' })).rejects.toMatchObject({
      code: 'E_NOT_FOUND',
      exitCode: 4,
      message: expect.stringContaining('none under /none/.dsh/sessions'),
    });
  });
});

describe('openInput', () => {
  const open = (path: string, options: ContextOptions = {}) =>
    openInput(path, makeContext(options));

  async function textOf(path: string, options: ContextOptions = {}): Promise<string> {
    const { source } = await open(path, options);
    const text = String(await source.read(0, source.size));
    await source.close();
    return text;
  }

  it('reads a file, relative to the current directory', async () => {
    const cwd = temporaryDirectory();
    writeTemporary('in a file', { directory: cwd, name: 'a.jsonl' });
    expect(await textOf('a.jsonl', { cwd })).toBe('in a file');
  });

  it('reads stdin', async () => {
    expect(await textOf('-', { stdin: 'piped in' })).toBe('piped in');
  });

  it('reads the session of a directory', async () => {
    const { home, directory } = homeWith();
    expect(await textOf(directory)).toBe('the log');
    expect(await textOf(home.concat('/sessions'))).toBe('the log');
  });

  it('reads a session by its id or its beginning', async () => {
    const { home } = homeWith();
    for (const id of ['session-abc', 'session-a', 'abc', 'ab']) {
      expect(await textOf(id, { env: { DSH_HOME: home } })).toBe('the log');
    }
  });

  it('refuses an id that fits several sessions, and names them', async () => {
    const { home, directory } = homeWith('session-abc');
    homeWith('session-abd', 0, home);
    await expect(open('ab', { env: { DSH_HOME: home } })).rejects.toMatchObject({
      code: 'E_NOT_FOUND',
      message: expect.stringContaining(directory),
    });
  });

  it('warns of older generations and strays beside the log', async () => {
    const { directory } = homeWith();
    for (const name of ['session.v2.jsonl', 'session.lock'])
      writeTemporary('', { directory, name });
    const { source, warnings } = await open(directory);
    await source.close();
    expect(source.name).toBe(join(directory, 'session.v2.jsonl'));
    expect(warnings.map(({ code }) => code)).toEqual(['W_OLDER_GENERATIONS', 'W_STRAYS']);
  });

  it('refuses a directory without a log', async () => {
    await expect(open(temporaryDirectory())).rejects.toMatchObject({
      code: 'E_READ',
      message: expect.stringContaining('is a directory without a session log'),
    });
  });
});
