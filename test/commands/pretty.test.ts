import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { deltaLine, eventLine, logText, messageLine, rowLine, turnEnd } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

/** The pretty page of these records, as on a terminal of 100 columns. */
async function pretty(lines: readonly string[], ...more: readonly string[]): Promise<string[]> {
  const path = writeTemporary(logText(lines));
  const argv = ['page', path, '--no-color', ...more];
  const { stdout, exitCode } = await run(argv, { stdoutIsTTY: true });
  expect(exitCode).toBe(0);
  return stdout.split('\n');
}

const LINES = [
  eventLine(0, 'turn/start', { turn: 0 }),
  messageLine(1, 'user', {}),
  rowLine(2, ['Hel', 'lo', ' you']),
  deltaLine(5, 'one', { index: 1 }),
  turnEnd(6),
];

describe('page --format pretty', () => {
  it('is a line a record: seqs, time, type and a glimpse', async () => {
    expect(await pretty(LINES)).toEqual([
      'session s-1  [0, 7) of 7 events, format 0',
      '  0  22:13:20.000  turn/start            {"turn":0}',
      '  1  22:13:20.001  user/message          {"message":{"role":"user","content":"x"}}',
      '2-4  22:13:20.002  text-chunks           3 × "Hello you"',
      '  5  22:13:20.005  assistant/chunk       {"type":"text-delta","index":1,"text":"one"}',
      '  6  22:13:20.006  turn/end              {"turn":0}',
      '',
    ]);
  });

  it('shows the events one by one with --as raw, and tells the page', async () => {
    const [title, ...lines] = await pretty(LINES, '--as', 'raw', '--from', '2', '--to', '4');
    expect(title).toBe('session s-1  [2, 4) of 7 events, format 0');
    expect(lines.map((line) => line.slice(0, 35))).toEqual([
      '  2  22:13:20.002  assistant/chunk ',
      '  3  22:13:20.003  assistant/chunk ',
      '',
    ]);
  });

  it('clips a long line to the terminal', async () => {
    const lines = await pretty([eventLine(0, 'x', { text: 'y'.repeat(500) })]);
    expect(lines[1]).toHaveLength(100);
    expect(lines[1]?.endsWith('y…')).toBe(true);
  });

  it('shows controls, bidi marks and lone surrogates as escapes', async () => {
    const hostile = 'a\u001b[2J\u009b\u202e\u200b\ud800z';
    const [title, ...lines] = await pretty([rowLine(0, [hostile, '', '']), eventLine(3, hostile)]);
    const text = [title, ...lines].join('');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(text).toContain('\\u001b[2J');
    expect(text).toContain('\\u202e');
  });

  it('shows the time of an event that has none as it is', async () => {
    const [, line] = await pretty(['{"type":"x","seq":0,"time":"soon","data":null}']);
    expect(line).toContain('  soon  ');
  });

  it('shows that an event of any depth is there', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const [, line] = await pretty([`{"type":"x","seq":0,"time":1,"data":${deep}}`]);
    expect(line).toContain('(nested too deeply to show)');
  });

  it('names the tool of a call', async () => {
    const row = JSON.parse(rowLine(0, ['{"a"', ':1', '}']));
    const { texts, ...data } = row.data;
    const call = {
      ...row,
      type: 'tool-call-chunks',
      data: { ...data, id: 'c', name: 'bash', args: texts },
    };
    const [, line] = await pretty([JSON.stringify(call)]);
    expect(line?.trim()).toBe('0-2  22:13:20.000  tool-call-chunks      3 × bash "{\\"a\\":1}"');
  });

  it('is what a terminal gets, and a pipe does not', async () => {
    const path = writeTemporary(logText(LINES));
    const piped = await run(['page', path]);
    expect(piped.stdout.startsWith('{"records":[')).toBe(true);
    expect((await run(['page', path, '--format', 'pretty'])).stdout).toMatch(/^session s-1/);
    const json = await run(['page', path, '--json'], { stdoutIsTTY: true });
    expect(json.stdout).toBe(piped.stdout);
  });
});
