import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findSessions,
  matchIds,
  newestOf,
  parseLogName,
  readSessionDirectory,
  type SessionDirectory,
  sessionsDirectory,
} from '../../src/log/discovery.ts';
import { NOWHERE, temporaryDirectory } from '../support/logs-on-disk.ts';

/** Makes an empty file; `ageSeconds` sets when it was written. */
function touch(path: string, ageSeconds = 0): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const when = 1_700_000_000 - ageSeconds;
  utimesSync(path, when, when);
  return path;
}

describe('parseLogName', () => {
  it.each([
    ['session.jsonl', 0, false],
    ['session.jsonl.zstd', 0, true],
    ['session.v3.jsonl', 3, false],
    ['session.v12.jsonl.zstd', 12, true],
  ])('reads %s', (name, version, isZstd) => {
    expect(parseLogName(name)).toEqual({ version, isZstd });
  });

  it.each([
    ...['session.v0.jsonl', 'session.v03.jsonl', 'session.v.jsonl', 'session.v-1.jsonl'],
    ...['session.jsonl.zst', 'session.jsonl.gz', 'session.json', 'session', '.session.jsonl'],
    ...['session.jsonl~', 'Session.jsonl', 'session.1.jsonl', 'session.v3.jsonl.zstd.tmp'],
  ])('knows %s for a stray', (name) => {
    expect(parseLogName(name)).toBeUndefined();
  });
});

describe('sessionsDirectory', () => {
  it('is under DSH_HOME, else under the home directory', () => {
    expect(sessionsDirectory({ DSH_HOME: '/d' }, '/home/me')).toBe('/d/sessions');
    expect(sessionsDirectory({}, '/home/me')).toBe('/home/me/.dsh/sessions');
    expect(sessionsDirectory({ DSH_HOME: '' }, '/home/me')).toBe('/home/me/.dsh/sessions');
  });
});

describe('readSessionDirectory', () => {
  it('finds none among strays, and none in a directory that is not there', async () => {
    const directory = temporaryDirectory();
    touch(join(directory, 'session.jsonl.gz'));
    expect(await readSessionDirectory(directory)).toBeUndefined();
    expect(await readSessionDirectory(join(directory, 'none'))).toBeUndefined();
  });

  it('takes the highest generation as a number, not as text, and tells the others', async () => {
    const directory = temporaryDirectory();
    for (const name of ['session.jsonl', 'session.v2.jsonl', 'session.v10.jsonl.zstd']) {
      touch(join(directory, name));
    }
    for (const stray of ['session.v03.jsonl', 'session.lock', 'notes.txt']) {
      touch(join(directory, stray));
    }
    expect(await readSessionDirectory(directory)).toEqual({
      directory,
      log: join(directory, 'session.v10.jsonl.zstd'),
      olderGenerations: ['session.v2.jsonl', 'session.jsonl'],
      strays: ['session.lock', 'session.v03.jsonl'],
    });
  });

  it('takes raw text where one generation is there twice', async () => {
    const directory = temporaryDirectory();
    for (const name of ['session.jsonl.zstd', 'session.jsonl']) touch(join(directory, name));
    expect((await readSessionDirectory(directory))?.log).toBe(join(directory, 'session.jsonl'));
  });
});

describe('the sessions under a directory', () => {
  const logsUnder = async (directory: string) =>
    (await findSessions(directory)).map(({ log }) => log);

  it('are those of all projects, of one project, or the directory itself', async () => {
    const sessions = temporaryDirectory();
    const a = touch(join(sessions, '--a--', 's1', 'session.jsonl'));
    const b = touch(join(sessions, '--b--', 's2', 'session.v1.jsonl'));
    expect(await logsUnder(sessions)).toEqual([a, b]);
    expect(await logsUnder(join(sessions, '--a--'))).toEqual([a]);
    expect(await logsUnder(dirname(b))).toEqual([b]);
    expect(await logsUnder(NOWHERE)).toEqual([]);
  });

  it('pass over files among the directories, sessions without a log and what lies deeper', async () => {
    const sessions = temporaryDirectory();
    touch(join(sessions, 'index.json'));
    touch(join(sessions, '--a--', 'notes.txt'));
    touch(join(sessions, '--a--', 's0', 'other.jsonl'));
    touch(join(sessions, '--a--', 's0', 'deep', 'session.jsonl'));
    const only = touch(join(sessions, '--a--', 's1', 'session.jsonl'), 99);
    expect(await logsUnder(sessions)).toEqual([only]);
  });
});

describe('newestOf', () => {
  it('is the log that was written last', async () => {
    const sessions = temporaryDirectory();
    touch(join(sessions, '--a--', 's1', 'session.jsonl'), 30);
    const newest = touch(join(sessions, '--b--', 's2', 'session.jsonl.zstd'), 10);
    touch(join(sessions, '_no-cwd', 's3', 'session.v1.jsonl'), 20);
    expect((await newestOf(await findSessions(sessions)))?.log).toBe(newest);
    expect(await newestOf([])).toBeUndefined();
  });

  it('passes over a log that is gone, such as a link to nowhere', async () => {
    const sessions = temporaryDirectory();
    const only = touch(join(sessions, 'p', 's1', 'session.jsonl'));
    mkdirSync(join(sessions, 'p', 's2'));
    symlinkSync(NOWHERE, join(sessions, 'p', 's2', 'session.jsonl'));
    expect((await newestOf(await findSessions(sessions)))?.log).toBe(only);
  });
});

describe('matchIds', () => {
  const named = (...ids: readonly string[]): SessionDirectory[] =>
    ids.map((id) => ({ directory: `/s/p/${id}`, log: '', olderGenerations: [], strays: [] }));
  const match = (prefix: string, ...ids: readonly string[]) =>
    matchIds(named(...ids), prefix).map(({ directory }) => directory.slice('/s/p/'.length));

  it('finds ids by their beginning, with and without the word that they begin with', () => {
    const ids = ['session-abc1', 'session-abd2', 'abc3'];
    expect(match('session-ab', ...ids)).toEqual(['session-abc1', 'session-abd2']);
    expect(match('abc', ...ids)).toEqual(['session-abc1', 'abc3']);
    expect(match('bc', ...ids)).toEqual([]);
  });

  it('takes an id that is exactly it for itself alone', () => {
    expect(match('abc', 'abc', 'abcd')).toEqual(['abc']);
  });
});
