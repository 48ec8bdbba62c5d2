import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import { eventLine, headerLine, logText, offsetOfLine, rowLine, turnEnd } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const start = eventLine(0, 'turn/start');
const user = eventLine(1, 'user/message', { text: 'é😀' });

/** What a writer that died leaves behind the events 0 and 1; line 4 begins it. */
const TAILS: Readonly<Record<string, string>> = {
  'broken JSON': '{"type":"x","seq":2\n',
  'a line without newline': turnEnd(2),
  'half a line': turnEnd(2).slice(0, 20),
  'a malformed row': `${rowLine(2, [])}\n`,
  'a gap': `${eventLine(9, 'x')}\n`,
  'a duplicate': `${eventLine(1, 'x')}\n`,
  'a non-object line': 'null\n',
  'a blank line': '\n',
};

describe.each(Object.entries(TAILS))('%s at the end', (_, tail) => {
  const text = logText([start, user]) + tail;
  const expected = `{"records":[{"event":${start}},{"event":${user}}],"hasMore":false,"fromSeq":0,"toSeq":2}`;

  it('is left out of a page, with a warning that says where', async () => {
    const path = writeTemporary(text);
    const { exitCode, stdout, stderr } = await runCli(['page', path]);
    expect(exitCode).toBe(0);
    expect(stdout.toString('utf8')).toBe(expected);
    const place = `${path}, line 4 (byte ${offsetOfLine(text, 4)}`;
    expect(stderr).toMatch(/^histpack: warning: .*torn tail left out.*\[W_TORN_TAIL\]\n$/);
    expect(stderr).toContain(place);
  });

  it('is left out of a measurement, which carries the warning', async () => {
    const path = writeTemporary(text);
    const { exitCode, stdout } = await run(['measure', path, '--json']);
    expect(exitCode).toBe(0);
    const [measurement] = JSON.parse(stdout).measurements;
    expect(measurement.events).toBe(2);
    expect(measurement.weights.raw.jsonBytes).toBe(Buffer.byteLength(expected));
    expect(measurement.warnings).toMatchObject([
      { code: 'W_TORN_TAIL', file: path, line: 4, byteOffset: offsetOfLine(text, 4) },
    ]);
    expect(measurement.warnings[0].detail.bytes).toBe(Buffer.byteLength(tail));
  });
});

describe('a corrupt log', () => {
  const text = logText([start, user, 'null', turnEnd(2)]);

  it('gives its valid prefix with --salvage, and says what it left out', async () => {
    const path = writeTemporary(text);
    expect((await runCli(['page', path])).exitCode).toBe(4);
    const { exitCode, stdout, stderr } = await runCli(['page', path, '--salvage']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout.toString('utf8'))).toMatchObject({ fromSeq: 0, toSeq: 2 });
    expect(stderr).toContain('W_SALVAGED');
    expect(readFileSync(path, 'utf8')).toBe(text); // a log is never modified
  });

  it('is refused without a word on stdout', async () => {
    const { stdout } = await runCli(['page', writeTemporary(text)]);
    expect(stdout.toString('utf8')).toBe('');
  });
});

describe('a header of an older real log', () => {
  it('is read, with a warning', async () => {
    const path = writeTemporary(`${headerLine({ delegationDepth: undefined })}\n${start}\n`);
    const { exitCode, stderr } = await runCli(['page', path]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/warning: .*line 1 .*delegationDepth.*\[W_HEADER\]/);
  });
});
