import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { run } from '../../support/context.ts';
import { temporaryDirectory } from '../../support/logs-on-disk.ts';

export type Files = Readonly<Record<string, string | object>>;

/** A directory with these files, objects as JSON. */
export function project(files: Files = {}): string {
  const cwd = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return cwd;
}

export interface Setting {
  readonly value: unknown;
  readonly from: string;
}

/** What `--print-config` says in a project. */
export async function settings(
  files: Files,
  flags: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Record<string, Setting>> {
  const cwd = project(files);
  const { exitCode, stdout, stderr } = await run(['measure', '--print-config', ...flags], {
    ...{ cwd, env, home: cwd },
  });
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).settings;
}

/** What a bad configuration says; its exit status is 2. */
export async function refusal(files: Files, env: Record<string, string> = {}): Promise<string> {
  const cwd = project(files);
  const { exitCode, stdout, stderr } = await run(['measure', 'x'], { cwd, env, home: cwd });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('[E_CONFIG]');
  return stderr;
}
