import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../measure/check/project.ts';
import { run } from '../support/context.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

describe('files of a configuration', () => {
  const log = logText(conversation({ turns: 1 }));
  const configured = (config: object) =>
    project({ 'histpack.config.json': config, 'a.jsonl': log, 'b.jsonl': log });
  const measuredIn = async (cwd: string, ...args: readonly string[]) => {
    const { stdout, exitCode } = await run(
      ['measure', '--json', '--brotli-quality', '1', ...args],
      { cwd, home: cwd },
    );
    expect(exitCode).toBe(0);
    return JSON.parse(stdout).measurements.map(({ file }: { file: string }) => file);
  };

  it.each([
    ['a path', 'a.jsonl', ['a.jsonl']],
    ['a pattern', '*.jsonl', ['a.jsonl', 'b.jsonl']],
    ['a directory', '.', ['a.jsonl', 'b.jsonl']],
    ['a list', ['b.jsonl', 'a.*'], ['b.jsonl', 'a.jsonl']],
  ])('are %s', async (_, files, expected) => {
    expect(await measuredIn(configured({ files }))).toEqual(expected);
  });

  it('give way to arguments', async () => {
    expect(await measuredIn(configured({ files: '*.jsonl' }), 'b.jsonl')).toEqual(['b.jsonl']);
  });

  it('and its baseline are relative to the configuration, wherever one stands', async () => {
    const cwd = configured({ files: ['*.jsonl'], baseline: 'sizes.json', brotliQuality: 1 });
    const below = join(cwd, 'below');
    mkdirSync(below);
    const made = await run(['measure', '--update-baseline'], { cwd, home: cwd });
    const checked = await run(['measure', '--json'], { cwd: below, home: cwd });
    expect([made.exitCode, checked.exitCode]).toEqual([0, 0]);
    const { comparisons, measurements } = JSON.parse(checked.stdout);
    expect(measurements).toHaveLength(2);
    expect(comparisons.map((each: { subject: string; status: string }) => each)).toMatchObject([
      { subject: 'a.jsonl', status: 'unchanged' },
      { subject: 'b.jsonl', status: 'unchanged' },
    ]);
  });
});
