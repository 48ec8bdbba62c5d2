import { describe, expect, it } from 'vitest';
import type { CommonFlags } from '../../src/commands/common.ts';
import { startProgress } from '../../src/commands/progress.ts';
import { type ContextOptions, makeContext, run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

const FLAGS: CommonFlags = { color: true, progress: true };

/** What the progress of a whole job writes. */
async function shown(options: ContextOptions, flags: Partial<CommonFlags> = {}): Promise<string> {
  const context = makeContext(options);
  const progress = await startProgress('my.jsonl', context, { ...FLAGS, ...flags });
  progress.update(0.5);
  progress.stop();
  expect(context.stdout.text).toBe('');
  return context.stderr.text;
}

const terminal = { stderrIsTTY: true };

describe('the progress bar', () => {
  it('is on stderr, on a terminal, with a label and percents', async () => {
    const text = await shown(terminal);
    expect(text).toContain('my.jsonl');
    expect(text).toContain('50%');
  });

  it.each<[string, ContextOptions, Partial<CommonFlags>]>([
    ['in a pipe', {}, {}],
    ['where only stdout is a terminal', { stdoutIsTTY: true }, {}],
    ['in CI', { ...terminal, env: { CI: 'true' } }, {}],
    ['in CI that says 1', { ...terminal, env: { CI: '1' } }, {}],
    ['with --quiet', terminal, { quiet: true }],
    ['with --no-progress', terminal, { progress: false }],
  ])('is not there %s', async (_, options, flags) => {
    expect(await shown(options, flags)).toBe('');
  });

  it.each([{ CI: '' }, { CI: 'false' }])('is there with %o', async (env) => {
    expect(await shown({ ...terminal, env })).toContain('50%');
  });

  it('belongs to measure, and its flags silence it', async () => {
    const path = writeTemporary(logText(conversation({ turns: 2 })));
    const measure = async (...more: readonly string[]) =>
      (await run(['measure', path, '--brotli-quality', '1', ...more], terminal)).stderr;
    expect(await measure()).toContain('%');
    expect(await measure('--no-progress')).toBe('');
    expect(await measure('--quiet')).toBe('');
  });

  it('is one over several logs', async () => {
    const paths = [1, 2, 3, 4].map((turns) => writeTemporary(logText(conversation({ turns }))));
    const { stderr } = await run(['measure', ...paths, '--brotli-quality', '1'], terminal);
    expect(stderr).toContain('4 logs');
    expect(stderr).toContain('100%');
    for (const path of paths) expect(stderr).not.toContain(path);
  });
});
