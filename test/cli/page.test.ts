import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import { eventLine, logText, turnEnd } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const text = logText(conversation({ turns: 2 })); // 17 events a turn

async function page(...flags: readonly string[]): Promise<string> {
  const { stdout, stderr, exitCode } = await run(['page', writeTemporary(text), ...flags]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

const recordsOf = async (...flags: readonly string[]) => JSON.parse(await page(...flags)).records;

describe('page, the built program', () => {
  it('prints the packed response on a pipe, without a newline behind it', async () => {
    const { exitCode, stdout, stderr } = await runCli(['page', writeTemporary(text)]);
    expect([exitCode, stderr]).toEqual([0, '']);
    const response = stdout.toString('utf8');
    expect(response).toMatch(/^\{"records":\[\{"event":\{"type":"turn\/start","seq":0,/);
    expect(response).toMatch(/\}\],"hasMore":false,"fromSeq":0,"toSeq":34\}$/);
    const { records } = JSON.parse(response);
    expect(records.filter((record: object) => 'chunks' in record)).toHaveLength(4);
  });

  it('passes a line through as it stands in the log', async () => {
    const line = '{ "seq": 0, "type": "x", "n": 1e2, "big": 12345678901234567890, "k": 1, "k": 2 }';
    const { stdout } = await runCli(['page', writeTemporary(logText([`  ${line} `]))]);
    expect(stdout.toString('utf8')).toBe(
      `{"records":[{"event":${line}}],"hasMore":false,"fromSeq":0,"toSeq":1}`,
    );
  });
});

describe('a page of all of a large log', () => {
  /** Enough that pieces are written long before the end is read. */
  const lines = conversation({ turns: 2000 });
  const events = 2000 * 17;
  const isCorrupt = [...lines, eventLine(events + 5, 'x'), turnEnd(events + 6)];

  it.each(['raw', 'packed', 'fold', 'messages'])('as %s is that of its interval', async (form) => {
    const path = writeTemporary(logText(lines));
    const asked = ['page', path, '--as', form, '--format', 'json'];
    // An interval that is given is never written ahead.
    const sought = await run([...asked, '--from', '0', '--to', String(events)]);
    expect((await run(asked)).stdout).toBe(sought.stdout);
  });

  it('prints nothing of a log that turns out to be corrupt', async () => {
    const { stdout, exitCode } = await run(['page', writeTemporary(logText(isCorrupt))]);
    expect([stdout, exitCode]).toEqual(['', 4]);
  });

  it('prints the valid prefix where that is asked for, and of a torn log', async () => {
    const whole = (await run(['page', writeTemporary(logText(lines))])).stdout;
    const salvaged = await run(['page', writeTemporary(logText(isCorrupt)), '--salvage']);
    expect([salvaged.stdout, salvaged.exitCode]).toEqual([whole, 0]);
    const torn = await run(['page', writeTemporary(`${logText(lines)}{"type":`)]);
    expect([torn.stdout, torn.exitCode]).toEqual([whole, 0]);
  });
});

describe('the flags of page', () => {
  it('--as chooses the representation', async () => {
    expect(await recordsOf('--as', 'raw')).toHaveLength(34);
    expect(await recordsOf('--as', 'projection')).toHaveLength(14);
    expect(await recordsOf('--as', 'packed')).toHaveLength(18);
    expect(await page('--as', 'packed')).toBe(await page());
  });

  it('--projection keeps the first token of a completed step', async () => {
    const kept = await recordsOf('--as', 'projection', '--projection', 'keep-first-token');
    expect(kept).toHaveLength(16);
    expect(kept[4].event).toMatchObject({ type: 'assistant/chunk', seq: 4 });
  });

  it('--format ndjson is a record a line, without the watermarks', async () => {
    const lines = (await page('--format', 'ndjson')).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await recordsOf());
  });

  it('--format pretty is for people', async () => {
    expect(await page('--format', 'pretty')).toMatch(/^session s-1 {2}\[0, 34\) of 34 events/);
  });

  it('--json is the response, whatever --format says', async () => {
    expect(await page('--json', '--format', 'ndjson')).toBe(await page());
  });
});

describe('what is said on stderr', () => {
  const torn = `${logText([eventLine(0, 'x')])}{`;

  it('is silenced by --quiet and enlarged by --verbose', async () => {
    const path = writeTemporary(torn);
    const said = async (...flags: readonly string[]) =>
      (await runCli(['page', path, ...flags])).stderr;
    const plain = await said();
    expect(plain.split('\n')).toHaveLength(2);
    expect(await said('--quiet')).toBe('');
    expect(await said('--verbose')).toBe(`${plain}  detail: {"bytes":1,"reason":"unterminated"}\n`);
  });

  it('has colours only where they are asked for', async () => {
    const path = writeTemporary(torn);
    const said = async (env: Record<string, string>, ...flags: readonly string[]) =>
      (await runCli(['page', path, ...flags], { env })).stderr;
    expect(await said({})).not.toContain('\u001b');
    expect(await said({ FORCE_COLOR: '1' })).toContain('\u001b[33mwarning\u001b[39m');
    expect(await said({ FORCE_COLOR: '1' }, '--no-color')).not.toContain('\u001b');
  });
});
