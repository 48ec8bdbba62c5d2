import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chalkFor } from '../../src/commands/colors.ts';
import { MemoryStream, run } from '../support/context.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

interface Case {
  readonly isTTY: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly wantsColor?: boolean;
}

const isColored = ({ isTTY, env = {}, wantsColor = true }: Case): boolean =>
  chalkFor(new MemoryStream({ isTTY }), { env }, wantsColor).red('x') !== 'x';

describe('colours', () => {
  it.each<[string, Case]>([
    ['on a terminal', { isTTY: true }],
    ['in a pipe, forced', { isTTY: false, env: { FORCE_COLOR: '1' } }],
    ['forced against NO_COLOR', { isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }],
    ['forced on a dumb terminal', { isTTY: true, env: { FORCE_COLOR: 'true', TERM: 'dumb' } }],
    ['with an empty NO_COLOR', { isTTY: true, env: { NO_COLOR: '' } }],
    ['with an empty FORCE_COLOR, on a terminal', { isTTY: true, env: { FORCE_COLOR: '' } }],
  ])('are there %s', (_, given) => expect(isColored(given)).toBe(true));

  it.each<[string, Case]>([
    ['in a pipe', { isTTY: false }],
    ['with NO_COLOR', { isTTY: true, env: { NO_COLOR: '1' } }],
    ['on a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }],
    ['with FORCE_COLOR=0', { isTTY: true, env: { FORCE_COLOR: '0' } }],
    ['with FORCE_COLOR=false', { isTTY: true, env: { FORCE_COLOR: 'false' } }],
    ['with --no-color', { isTTY: true, wantsColor: false }],
    ['with --no-color, forced', { isTTY: true, wantsColor: false, env: { FORCE_COLOR: '1' } }],
    ['in a pipe with an empty FORCE_COLOR', { isTTY: false, env: { FORCE_COLOR: '' } }],
  ])('are not there %s', (_, given) => expect(isColored(given)).toBe(false));

  it('follow the stream that is written to: stderr here, stdout not', async () => {
    const { stdout, stderr } = await run(['page', '/none', '--json'], { stderrIsTTY: true });
    expect(stderr).toContain('\u001b[31merror\u001b[39m');
    expect(stdout).not.toContain('\u001b');
  });

  it('never get into a file', async () => {
    const path = writeTemporary('{"type":"session","version":0,"id":"a","createdAt":0}\n');
    const output = `${path}.md`;
    const argv = ['measure', path, '--output', output];
    const { exitCode } = await run(argv, { stdoutIsTTY: true, env: { FORCE_COLOR: '1' } });
    expect(exitCode).toBe(0);
    expect(readFileSync(output, 'utf8')).not.toContain('\u001b');
    const { stdout } = await run(['measure', path], { stdoutIsTTY: true });
    expect(stdout).toContain('\u001b[1m');
  });
});
