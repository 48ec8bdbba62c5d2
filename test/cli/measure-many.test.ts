import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { putSession, sessionText } from '../commands/sessions-on-disk.ts';
import { PROGRAM, runCli } from '../support/cli.ts';
import { forkText } from '../support/forks.ts';
import { eventLine, fileText, headerLine, logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

const FAST = ['--brotli-quality', '2', '--no-cache'];

/** Some hundred logs: of many sizes, forks, large ones, and bad ones of several sorts. */
function manyLogs(): string {
  const cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'logs'));
  for (let at = 0; at < 240; at++) {
    const text = MAKERS[at % MAKERS.length]?.(at) ?? '';
    writeFileSync(join(cwd, 'logs', `${1000 + at}.jsonl`), text);
  }
  return cwd;
}

const MAKERS: readonly ((at: number) => string)[] = [
  (at) => logText(conversation({ turns: 1 + (at % 7), deltas: at % 40 })),
  (at) => forkText({ id: `f${at}`, parent: 'p', inherited: 6 * (1 + (at % 5)), own: 12 }),
  (at) => fileText([headerLine({ id: `torn${at}` }), eventLine(0, 'x')]).concat('{"torn'),
  (at) => (at % 4 === 0 ? 'no log\n' : logText([eventLine(0, 'x'), eventLine(7, 'turn/end')])),
  (at) => logText(conversation({ turns: at % 24 === 4 ? 400 : 2, layout: 'unpacked' })),
  () => forkText({ id: 'p', own: 60 }),
];

describe('measure of many logs', () => {
  it('gives the same bytes with any number of workers', { timeout: 240_000 }, async () => {
    const cwd = manyLogs();
    for (const format of ['json', 'ndjson', 'table']) {
      const runs = [];
      for (const jobs of ['1', '2', '5']) {
        runs.push(
          await runCli(['measure', ...FAST, '--jobs', jobs, '--format', format, 'logs'], { cwd }),
        );
      }
      const [one, ...others] = runs;
      expect(one?.exitCode).toBe(4);
      expect(one?.stderr).toMatch(/1003\.jsonl.*\[E_SEQ\]/);
      expect(one?.stderr).toMatch(/1039\.jsonl|1015\.jsonl/);
      expect(one?.stderr).toContain('[W_TORN_TAIL]');
      for (const other of others) {
        expect(other.stdout.equals(one?.stdout ?? Buffer.alloc(0))).toBe(true);
        expect({ ...other, stdout: '' }).toEqual({ ...one, stdout: '' });
      }
    }
  });

  it('has results and errors in the order of the logs', async () => {
    const cwd = manyLogs();
    const { stdout } = await runCli(['measure', ...FAST, '--jobs', '3', '--json', 'logs'], { cwd });
    const { measurements, errors } = JSON.parse(stdout.toString());
    for (const list of [measurements, errors]) {
      const files = list.map(({ file }: { file: string }) => file);
      expect(files).toEqual(files.toSorted());
    }
    expect(measurements.length + errors.length).toBe(240);
    expect(errors.length).toBe(40);
  });

  it('reads stdin, lists and caches among many', async () => {
    const cwd = manyLogs();
    const names = Array.from({ length: 20 }, (_, at) => `logs/${1000 + at * 6}.jsonl`);
    const piped = logText(conversation({ turns: 3 }));
    const args = ['measure', '--brotli-quality', '2', '--json', '--jobs', '2', ...names, '-'];
    const env = { XDG_CACHE_HOME: join(cwd, 'cache') };
    const first = await runCli(args, { cwd, env, stdin: piped });
    const again = await runCli(args, { cwd, env, stdin: piped });
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(again.stdout.equals(first.stdout)).toBe(true);
    expect(JSON.parse(first.stdout.toString()).measurements.at(-1).file).toBe('<stdin>');
    const listed = await runCli(['measure', ...FAST, '--json', '--files-from', '-'], {
      cwd,
      stdin: `${names.join('\n')}\n`,
    });
    const { measurements } = JSON.parse(listed.stdout.toString());
    expect(measurements.map(({ file }: { file: string }) => file)).toEqual(names);
  });

  it('takes the home of dsh for its sessions, the newest generation of each', async () => {
    const home = temporaryDirectory();
    for (const id of ['a', 'b']) putSession(home, '--p', id);
    putSession(home, '--q', 'c');
    putSession(
      home,
      '--q',
      'c',
      sessionText('c', { version: 3, isSeeded: false }),
      'session.v3.jsonl',
    );
    const { exitCode, stdout } = await runCli(['measure', ...FAST, '--format', 'csv', home], {
      cwd: temporaryDirectory(),
    });
    expect(exitCode).toBe(0);
    const files = [
      ...new Set(
        stdout
          .toString()
          .trim()
          .split('\n')
          .slice(1)
          .map((row) => row.split(',')[0]),
      ),
    ];
    expect(files.map((file) => file?.slice(home.length))).toEqual([
      ...[
        '/sessions/--p/a/session.jsonl',
        '/sessions/--p/b/session.jsonl',
        '/sessions/--q/c/session.v3.jsonl',
      ],
    ]);
  });

  it('has as many jobs as there are cores by default', async () => {
    const { stdout } = await runCli(['measure', '--print-config']);
    const { jobs } = JSON.parse(stdout.toString()).settings;
    expect(jobs).toEqual({ value: availableParallelism(), from: 'default' });
  });
});

describe('measure under GNU parallel', () => {
  it('merges to what one run measures', ({ skip }) => {
    const isRequired = process.env.HISTPACK_REQUIRE_PARALLEL === '1';
    if (!isRequired && spawnSync('parallel', ['--version']).status !== 0) {
      skip('GNU parallel is not installed (Debian package parallel)');
    }
    const cwd = manyLogs();
    const bin = join(cwd, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'histpack'),
      `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`,
    );
    chmodSync(join(bin, 'histpack'), 0o755);
    const shell = (script: string) =>
      spawnSync('sh', ['-c', script], {
        cwd,
        encoding: 'utf8',
        env: { HOME: cwd, PATH: `${bin}${delimiter}${process.env.PATH}` },
      });
    const flags = FAST.join(' ');
    const sharded = shell(
      `find logs -name '*.jsonl' | parallel -X -j 2 histpack measure --jobs 1 ${flags} --format ndjson {} 2>errors | histpack merge --json`,
    );
    expect(sharded.stderr).toBe('');
    const whole = shell(`histpack measure ${flags} --json logs 2>/dev/null`);
    const [merged, measured] = [sharded, whole].map(({ stdout }) => JSON.parse(stdout));
    expect(merged.measurements).toEqual(measured.measurements);
    expect(merged.total).toEqual(measured.total);
    expect(merged.total.countedOnce.forks).toHaveLength(40);
  });
});
