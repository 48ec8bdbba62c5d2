import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, fileText, headerLine, rowLine, TIME0 } from '../support/logs.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';
import { linesOf, storedFrames } from '../support/zstd.ts';
import { listed, putSession, sessionText } from './sessions-on-disk.ts';

describe('what is listed', () => {
  it('is project, id, file, size, creation, format, encoding and events', async () => {
    const home = temporaryDirectory();
    const text = sessionText('s-1', { events: 5 });
    const file = putSession(home, '--w--', 's-1', text);
    expect(await listed(home)).toEqual([
      {
        ...{ project: '--w--', id: 's-1', file, bytes: text.length },
        ...{ createdAt: TIME0, version: 0, encoding: 'raw', events: 5 },
      },
    ]);
  });

  it('tells the parent of forks and subagents, and their origin', async () => {
    const home = temporaryDirectory();
    putSession(home, '--w--', 'b', sessionText('b', { parentSession: 'a', origin: 'subagent' }));
    expect(await listed(home)).toMatchObject([{ parentSession: 'a', origin: 'subagent' }]);
    const { stdout } = await run(['ls'], { env: { DSH_HOME: home } });
    expect(stdout).toContain('subagent of a');
  });

  it('tells no number of events where that would cost reading the log', async () => {
    const home = temporaryDirectory();
    const zstd = storedFrames(linesOf(sessionText('z')));
    putSession(home, '--w--', 'z', zstd, 'session.jsonl.zstd');
    const [entry] = await listed(home);
    expect(entry).toMatchObject({ encoding: 'zstd', bytes: zstd.length });
    expect(entry).not.toHaveProperty('events');
  });

  it.each<[string, string[], number | undefined]>([
    ['none', [], 0],
    ['a row at the end', [rowLine(0, ['a', 'b', 'c'])], 3],
    ['a torn tail', [eventLine(0, 'x'), '{"type":'], 1],
    ['a last line that tells nothing', ['null'], undefined],
  ])('counts events by the last line: %s', async (name, lines, events) => {
    const home = temporaryDirectory();
    const text = fileText([headerLine(), ...lines]);
    putSession(home, '--w--', 's', name === 'a torn tail' ? text.slice(0, -1) : text);
    expect((await listed(home))[0]?.events).toBe(events);
  });
});

describe('the order', () => {
  it.each([
    ['newest', ['new', 'long', 'large']],
    ['size', ['large', 'long', 'new']],
    ['events', ['long', 'new', 'large']],
  ])('by --sort %s is %j, and --limit cuts it', async (key, ids) => {
    const home = temporaryDirectory();
    putSession(home, '--w--', 'new', sessionText('new', { createdAt: 3000, events: 1 }));
    putSession(home, '--w--', 'long', sessionText('long', { createdAt: 2000, events: 9 }));
    const large = sessionText('large', { createdAt: 1000, events: 1 });
    // Compressed, so its events are not known, and larger than the others all the same.
    const zstd = storedFrames(
      linesOf(large.replace(/("data":\{)/, `$1"x":"${'x'.repeat(5000)}",`)),
    );
    putSession(home, '--w--', 'large', zstd, 'session.jsonl.zstd');
    const idsOf = async (...more: string[]): Promise<string[]> => {
      const flags = ['ls', '--json', '--sort', key, ...more];
      const { stdout } = await run(flags, { env: { DSH_HOME: home } });
      return JSON.parse(stdout).sessions.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf()).toEqual(ids);
    expect(await idsOf('--limit', '2')).toEqual(ids.slice(0, 2));
  });

  it('is newest first, within projects in the text form', async () => {
    const home = temporaryDirectory();
    const put = (project: string, id: string, createdAt: number) =>
      putSession(home, project, id, sessionText(id, { createdAt }));
    put('--a--', 'a-old', 1000);
    put('--a--', 'a-new', 3000);
    put('--b--', 'b', 2000);
    expect((await listed(home)).map(({ id }) => id)).toEqual(['a-new', 'b', 'a-old']);
    const { stdout } = await run(['ls'], { env: { DSH_HOME: home } });
    const shown = stdout.split('\n').map((line) => line.trim().split(' ')[0]);
    expect(shown).toEqual(['--a--', 'a-new', 'a-old', '', '--b--', 'b', '']);
  });
});

describe('sessions that cannot be read', () => {
  it('stand in the list with the reason, and stop nothing', async () => {
    const home = temporaryDirectory();
    const gone = putSession(home, '--w--', 'link', '');
    symlinkSync('/nonexistent', join(dirname(gone), 'session.v1.jsonl'));
    putSession(home, '--w--', 'empty', '');
    putSession(
      home,
      '--w--',
      'foreign',
      '{"type":"session","version":3,"id":"x","timestamp":"now"}\n',
    );
    putSession(home, '--w--', 'garbage', Buffer.from([0, 1, 2, 3]));
    putSession(home, '--w--', 'newer', sessionText('newer', { version: 99 }));
    putSession(home, '--w--', 'mismatch', sessionText('m', { version: 0 }), 'session.v3.jsonl');
    putSession(home, '--w--', 'damaged', gzipSync('x').subarray(0, 12));
    mkdirSync(join(home, 'sessions', '--w--', 'folder', 'session.jsonl'), { recursive: true });
    putSession(home, '--w--', 'sound');
    const entries = await listed(home);
    const codes = Object.fromEntries(entries.map(({ id, error }) => [id, error?.code]));
    expect(codes).toEqual({
      link: 'E_READ',
      empty: 'E_HEADER',
      foreign: 'E_FOREIGN',
      garbage: 'E_HEADER',
      newer: 'E_VERSION',
      mismatch: 'E_GENERATION',
      damaged: 'E_FRAME',
      folder: 'E_READ',
      sound: undefined,
    });
    const { exitCode, stdout } = await run(['ls'], { env: { DSH_HOME: home } });
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/foreign .*E_FOREIGN: this is no dsh log/);
    expect(stdout).toMatch(/sound .*raw, format 0 {2}2 events/);
  });
});

describe('where it looks', () => {
  it('is ~/.dsh/sessions without DSH_HOME', async () => {
    const home = temporaryDirectory();
    putSession(join(home, '.dsh'), '--w--', 's');
    const { exitCode, stdout } = await run(['ls'], { home });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('--w--');
  });

  it('is a directory that is named: of all projects, of one, or a session', async () => {
    const home = temporaryDirectory();
    putSession(home, '--a--', 'a');
    putSession(home, '--b--', 'b');
    const ids = async (directory: string) => {
      const { stdout } = await run(['ls', '--format', 'ndjson', directory], { cwd: home });
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).id);
    };
    expect(await ids(join(home, 'sessions'))).toEqual(['a', 'b']);
    expect(await ids('sessions')).toEqual(['a', 'b']);
    expect(await ids(join(home, 'sessions', '--b--'))).toEqual(['b']);
    expect(await ids(join(home, 'sessions', '--b--', 'b'))).toEqual(['b']);
  });

  it('says where there are none', async () => {
    const { exitCode, stdout } = await run(['ls', '--json'], { home: '/none' });
    expect(exitCode).toBe(4);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({
      code: 'E_NOT_FOUND',
      message: 'no sessions under /none/.dsh/sessions',
    });
  });

  it('passes over files, other folders and sessions without a log', async () => {
    const home = temporaryDirectory();
    putSession(home, '--a--', 'a');
    putSession(home, '--a--', 'none', 'x', 'notes.txt');
    putSession(home, '--a--', 'stray', sessionText('s'), 'session.jsonl.bak');
    expect((await listed(home)).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('thousands of sessions', () => {
  it('are listed in seconds, each as it is', async () => {
    const home = temporaryDirectory();
    const SESSIONS = 3000;
    for (let at = 0; at < SESSIONS; at++) {
      const id = `session-${String(at).padStart(4, '0')}`;
      const text =
        at % 100 === 7 ? 'no header\n' : sessionText(id, { events: 1 + (at % 9), createdAt: at });
      const isZstd = at % 3 === 0;
      const name = isZstd ? 'session.jsonl.zstd' : 'session.jsonl';
      putSession(home, `--p${at % 20}--`, id, isZstd ? storedFrames(linesOf(text)) : text, name);
    }
    const started = performance.now();
    const entries = await listed(home);
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(entries).toHaveLength(SESSIONS);
    for (const { id, project, createdAt, events, encoding, error } of entries) {
      const at = Number(id.slice(8));
      expect(project).toBe(`--p${at % 20}--`);
      if (at % 100 === 7) expect(error?.code).toBe('E_HEADER');
      else {
        expect(createdAt).toBe(at);
        expect(encoding).toBe(at % 3 === 0 ? 'zstd' : 'raw');
        expect(events).toBe(at % 3 === 0 ? undefined : 1 + (at % 9));
      }
    }
    const times = entries.map(({ createdAt }) => createdAt ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });
});
