import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('docs/api.md is what the docstrings say: npm run api', () => {
  const script =
    "import('./docs/generate-api.mjs').then(({ apiReference }) => process.stdout.write(apiReference()))";
  const made = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  expect(readFileSync(`${root}/docs/api.md`, 'utf8')).toBe(made);
  for (const name of ['packChunkRuns', 'stepWindow', 'foldRow', 'convertPage', 'measureLog']) {
    expect(made).toContain(`### ${name}\n`);
  }
});
