import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import { eventLine, logText } from '../support/logs.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

const text = logText([eventLine(0, 'turn/start')]);
const COMMANDS = [['page'], ['measure', '--brotli-quality', '1']];

/** Where nothing can be written, and why. Tests run as root, who may write to read-only directories. */
const PLACES: readonly (readonly [string, string, RegExp])[] = [
  ['in a directory that is not there', 'none/out.json', /no such file or directory/],
  ['that is a directory', 'sub', /is a directory/],
  ['in a file used as a directory', 'file/out.json', /not a directory/],
  ['in a file system that makes no files', '/proc/out.json', /./],
  ['that is the log itself', 'session.jsonl', /is the log that is read/],
];

describe.each(PLACES)('an --output %s', (_, output, reason) => {
  it.each(COMMANDS)('ends %s with E_OUTPUT and leaves nothing', async (...command) => {
    const cwd = temporaryDirectory();
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'file'), '');
    writeTemporary(text, { directory: cwd });
    const before = namesIn(cwd);
    const args = [...command.filter(Boolean), 'session.jsonl', '--json', '--output', output];
    const { exitCode, stdout, stderr } = await run(args, { cwd });
    expect(exitCode).toBe(2);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ exitCode: 2, error: { code: 'E_OUTPUT' } });
    expect(document.error.message).toMatch(`cannot write ${output}: `);
    expect(document.error.message).toMatch(reason);
    expect(document.error.hint).toMatch(/another --output/);
    expect(stderr).toContain('[E_OUTPUT]');
    expect(namesIn(cwd)).toEqual(before);
    expect(namesIn(join(cwd, 'sub'))).toEqual([]);
    expect(readFileSync(join(cwd, 'session.jsonl'), 'utf8')).toBe(text);
  });
});

describe('--output', () => {
  it.each(COMMANDS)('takes what %s would print', async (...command) => {
    const cwd = temporaryDirectory();
    writeTemporary(text, { directory: cwd });
    const args = [...command.filter(Boolean), 'session.jsonl'];
    const printed = await runCli(args, { cwd });
    const written = await runCli([...args, '-o', 'out'], { cwd });
    expect(written).toMatchObject({ exitCode: 0, stderr: '' });
    expect(written.stdout).toHaveLength(0);
    expect(readFileSync(join(cwd, 'out')).equals(printed.stdout)).toBe(true);
    expect(namesIn(cwd)).toEqual(['out', 'session.jsonl']);
  });

  it('may be a device', async () => {
    const path = writeTemporary(text);
    const { exitCode, stdout } = await runCli(['page', path, '--output', '/dev/null']);
    expect(exitCode).toBe(0);
    expect(stdout).toHaveLength(0);
  });

  it('keeps the old file where the new one fails', async () => {
    const cwd = temporaryDirectory();
    writeTemporary(text.replace('"seq":0', '"seq":7'), { directory: cwd });
    writeTemporary(`${text}{"type":"turn/end","seq":9}\n`, { directory: cwd, name: 'bad.jsonl' });
    writeFileSync(join(cwd, 'out'), 'old');
    const { exitCode } = await runCli(['page', 'bad.jsonl', '--output', 'out'], { cwd });
    expect(exitCode).toBe(4);
    expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('old');
  });
});
