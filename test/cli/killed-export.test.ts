import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { finished, runCli, startCli } from '../support/cli.ts';
import { fuzzRuns } from '../support/fuzz.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

/** How a file that is being written is called: hidden, beside its target. */
const PART = /^\.out\.[0-9a-f-]{36}\.part$/;

/** Takes a while to export: 10 MB. */
const large = () => logText(conversation({ turns: 1500, deltas: 25, layout: 'unpacked' }));

/** Ways to export it, of different speeds. */
const FLAGS: readonly (readonly string[])[] = [
  ['--layout', 'log', '--as', 'raw'],
  ['--as', 'raw', '--format', 'parquet'],
  ['--layout', 'log', '--encoding', 'gzip'],
];

/** Exports, and kills the program after a time; whether it was still at work. */
async function killedExport(
  args: readonly string[],
  cwd: string,
  signal: NodeJS.Signals,
  ms: number,
) {
  const child = startCli(['export', ...args], { cwd });
  const ended = finished(child);
  await sleep(ms);
  child.kill(signal);
  return ended;
}

describe.runIf(process.platform !== 'win32')('an export that is killed', () => {
  it.each(FLAGS)(
    'leaves what was there or the whole result: %s %s %s %s',
    { timeout: 60_000 + fuzzRuns(7) * 3_000 },
    async (...flags) => {
      const cwd = temporaryDirectory();
      writeTemporary(large(), { directory: cwd });
      const args = [...flags.filter(Boolean), 'session.jsonl', '--force', '-o', 'out'];
      const begun = performance.now();
      expect((await runCli(['export', ...args], { cwd })).exitCode).toBe(0);
      const wholeMs = performance.now() - begun;
      const whole = readFileSync(join(cwd, 'out'));
      let killed = 0;
      for (let run = 0; run < fuzzRuns(7); run++) {
        const old = run % 2 === 0 ? undefined : Buffer.from(`precious ${run}`);
        if (old === undefined) rmSync(join(cwd, 'out'));
        else writeFileSync(join(cwd, 'out'), old);
        const ms = Math.random() * wholeMs * 1.1;
        const { signal } = await killedExport(args, cwd, 'SIGKILL', ms);
        if (signal === 'SIGKILL') killed += 1;
        const found = existsSync(join(cwd, 'out')) ? readFileSync(join(cwd, 'out')) : undefined;
        const isOld = old === undefined ? found === undefined : found?.equals(old) === true;
        const isWhole = found?.equals(whole) === true;
        expect([ms, signal, isOld || isWhole]).toEqual([ms, signal, true]);
        if (signal === null) expect(isWhole).toBe(true);
        const others = namesIn(cwd).filter((name) => !['out', 'session.jsonl'].includes(name));
        for (const name of others) expect(name).toMatch(PART);
        if (found === undefined) writeFileSync(join(cwd, 'out'), ''); // for the next round to remove
      }
      expect(killed).toBeGreaterThan(0);
      // What is left over is in nobody's way.
      const before = namesIn(cwd);
      expect((await runCli(['export', ...args], { cwd })).exitCode).toBe(0);
      expect(readFileSync(join(cwd, 'out')).equals(whole)).toBe(true);
      expect(namesIn(cwd)).toEqual(before);
    },
  );

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('takes its half result away at %s', async (signal, exitCode) => {
    const cwd = temporaryDirectory();
    writeTemporary(large(), { directory: cwd });
    writeFileSync(join(cwd, 'out'), 'precious');
    const args = ['export', '--as', 'raw', '--force', 'session.jsonl', '-o', 'out'];
    const child = startCli(args, { cwd });
    const ended = finished(child);
    while (!namesIn(cwd).some((name) => PART.test(name))) {
      if (child.exitCode !== null) throw new Error('it was done before it could be killed');
      await sleep(1);
    }
    child.kill(signal);
    expect(await ended).toMatchObject({ exitCode, signal: null, stderr: '' });
    expect(namesIn(cwd)).toEqual(['out', 'session.jsonl']);
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('precious');
  });
});

/** A small file system of its own; undefined where one may not be mounted. */
function smallDisk(): string | undefined {
  const directory = temporaryDirectory();
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'none', directory]);
  if (status !== 0) return undefined;
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

describe.runIf(process.platform === 'linux')('an export to a disk that is full', () => {
  it.for([...FLAGS, ['--as', 'raw', '--encoding', 'br']])(
    'says so, and leaves what was there: %s',
    async (flags, { skip }) => {
      const disk = smallDisk();
      if (disk === undefined) return skip('no tmpfs can be mounted here (that takes root)');
      const path = writeTemporary(large());
      // Leaves no room for any of the results.
      writeFileSync(join(disk, 'filler'), Buffer.alloc(440 * 1024));
      writeFileSync(join(disk, 'out'), 'precious');
      const args = ['export', ...flags, path, '--force', '--json', '-o', join(disk, 'out')];
      const { exitCode, stdout, stderr } = await runCli(args);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('no space left on the device');
      expect(JSON.parse(stdout.toString()).error).toMatchObject({
        code: 'E_OUTPUT',
        hint: 'make room, or choose another --output',
      });
      expect(readFileSync(join(disk, 'out'), 'utf8')).toBe('precious');
      expect(namesIn(disk)).toEqual(['filler', 'out']);
    },
  );
});
