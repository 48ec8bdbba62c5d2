import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli.ts';
import { type ContextOptions, makeContext, run } from '../support/context.ts';
import {
  deltaLine,
  eventLine,
  fileText,
  headerLine,
  logText,
  messageLine,
} from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';
import { storedFrame, storedFrames } from '../support/zstd.ts';

const FIRST = [eventLine(0, 'turn/start'), messageLine(1, 'user', {})];
const MORE = [deltaLine(2, 'a'), deltaLine(3, 'b'), deltaLine(4, 'c'), eventLine(5, 'step/end')];

/** Starts `page --follow` in this process. */
function start(argv: readonly string[], options: ContextOptions = {}) {
  const abort = new AbortController();
  const context = { ...makeContext(options), signal: abort.signal };
  const exit = main(['page', '--follow', '--interval', '2', ...argv], context);
  return {
    context,
    exit,
    /** Waits until stdout, or another stream, holds a text. */
    async until(text: string, stream = context.stdout): Promise<void> {
      const giveUp = Date.now() + 20_000;
      while (!stream.text.includes(text) && Date.now() < giveUp) await sleep(1);
      expect(stream.text).toContain(text);
    },
    async stop(): Promise<number> {
      abort.abort();
      return exit;
    },
  };
}

const record = (line: string): string => `{"event":${line}}\n`;

describe('page --follow', () => {
  it('prints the page at once, then what is appended, and ends with 0 on a signal', async () => {
    const path = writeTemporary(logText(FIRST));
    const following = start([path]);
    await following.until('user/message');
    expect(following.context.stdout.text).toBe(FIRST.map(record).join(''));
    appendFileSync(path, fileText(MORE));
    await following.until('step/end');
    expect(await following.stop()).toBe(0);
    const [row, end, ...rest] = following.context.stdout.text.split('\n').slice(2);
    expect(JSON.parse(row ?? '').chunks).toMatchObject({
      seq0: 2,
      data: { texts: ['a', 'b', 'c'] },
    });
    expect([end, rest]).toEqual([record(MORE[3] as string).trim(), ['']]);
    expect(following.context.stderr.text).toBe('');
  });

  it('prints raw events of a zstd log', async () => {
    const path = writeTemporary(storedFrames([fileText([headerLine()]), fileText(FIRST)]));
    const following = start([path, '--max-messages', '1', '--as', 'raw']);
    await following.until('user/message');
    appendFileSync(path, storedFrame(fileText(MORE)));
    await following.until('step/end');
    expect(await following.stop()).toBe(0);
    expect(following.context.stdout.text).toBe(FIRST.slice(1).concat(MORE).map(record).join(''));
  });

  it('prints nothing of what stands before --from', async () => {
    const path = writeTemporary(logText(FIRST));
    const following = start([path, '--from', '2', '--as', 'raw']);
    await sleep(50);
    appendFileSync(path, fileText(MORE));
    await following.until('step/end');
    await following.stop();
    expect(following.context.stdout.text).toBe(MORE.map(record).join(''));
  });

  it('prints for people on a terminal', async () => {
    const path = writeTemporary(logText(FIRST));
    const following = start([path, '--no-color'], { stdoutIsTTY: true });
    await following.until('user/message');
    appendFileSync(path, fileText(MORE));
    await following.until('step/end');
    await following.stop();
    const lines = following.context.stdout.text.split('\n');
    expect(lines[0]).toMatch(/^session s-1/);
    expect(lines).toHaveLength(6);
    expect(lines[3]).toMatch(/2-4.*text-chunks.*3 × "abc"/);
  });

  it('bounds the page that it begins with', async () => {
    const lines = Array.from({ length: 30 }, (_, seq) => messageLine(seq, 'user', {}));
    const path = writeTemporary(logText(lines));
    const following = start([path, '--tail', '--max-bytes', '1000']);
    await following.until('"seq":29');
    appendFileSync(path, fileText([eventLine(30, 'y')]));
    await following.until('"seq":30');
    await following.stop();
    const printed = following.context.stdout.text.trim().split('\n');
    expect(printed.length).toBeLessThan(8);
    expect(following.context.stderr.text).toContain('--max-bytes');
  });

  it('goes over to the next generation, and says so', async () => {
    const path = writeTemporary(logText(FIRST));
    const following = start([path, '--as', 'raw']);
    await following.until('user/message');
    const next = join(dirname(path), 'session.v1.jsonl');
    writeFileSync(next, fileText([headerLine({ version: 1 }), ...FIRST, ...MORE]));
    await following.until('step/end');
    expect(await following.stop()).toBe(0);
    expect(following.context.stdout.text).toBe([...FIRST, ...MORE].map(record).join(''));
    expect(following.context.stderr.text).toBe(`histpack: the log goes on in ${next}\n`);
  });

  it('ends with 4 at a damaged line, and says where it is', async () => {
    const log = logText(FIRST);
    const path = writeTemporary(log);
    const following = start([path]);
    await following.until('user/message');
    appendFileSync(path, fileText([eventLine(2, 'sound'), 'not JSON']));
    expect(await following.exit).toBe(4);
    const byteOffset = Buffer.byteLength(log + fileText([eventLine(2, 'sound')]));
    const { stdout, stderr } = following.context;
    expect(stdout.text).toContain('"sound"');
    expect(stderr.text).toContain(`${path} (byte ${byteOffset}): the line is not JSON`);
    expect(stderr.text).toContain('[E_JSON]');
  });

  it('follows the log of a session directory', async () => {
    const path = writeTemporary(logText(FIRST));
    const following = start(['.'], { cwd: dirname(path) });
    await following.until('user/message');
    appendFileSync(path, fileText(MORE));
    await following.until('step/end');
    expect(await following.stop()).toBe(0);
  });
});

describe('page --follow refuses', () => {
  it.each([
    ['--to', '3'],
    ['--before', '3'],
    ['--format', 'json'],
    ['--json'],
    ['--output', 'out.ndjson'],
    ['--as', 'projection'],
    ['--from', '1', '--max-messages', '2'],
    ['--max-bytes', '1MB'],
    ['--max-bytes', '1MB', '--from', '1'],
    ['--interval', '0'],
  ])('%s %s %s %s', async (...flags) => {
    const given = flags.filter((flag) => flag !== undefined);
    const path = writeTemporary(logText(FIRST));
    const { exitCode, stdout, stderr } = await run(['page', path, '--follow', ...given]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('[E_USAGE]');
    if (!given.includes('--json')) expect(stdout).toBe('');
  });

  it('stdin, without reading it', async () => {
    for (const argv of [['-'], []]) {
      const { exitCode, stdout, stderr } = await run(['page', ...argv, '--follow'], {
        stdin: 'no log',
      });
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain('stdin does not grow');
    }
  });

  it('a compressed log that cannot be appended to, before it prints anything', async () => {
    const path = writeTemporary(gzipSync(logText(FIRST)), { name: 'session.jsonl.gz' });
    const { exitCode, stdout, stderr } = await run(['page', path, '--follow']);
    expect([exitCode, stdout]).toEqual([2, '']);
    expect(stderr).toContain('a gzip log does not grow');
  });
});
