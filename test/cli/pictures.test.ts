import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the pictures of the README show what the commands print', () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stderr, status } = spawnSync(process.execPath, ['docs/terminal-picture.mjs'], {
    ...{ cwd, encoding: 'utf8' },
  });
  expect([stderr, status]).toEqual(['', 0]);
});
