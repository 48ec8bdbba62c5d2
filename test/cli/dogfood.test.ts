import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { run } from '../support/context.ts';

/** What our users' CI does: the committed samples against a committed baseline. */
it('finds samples/ as large as samples/baseline.json says', async () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const flags = ['--check', '--baseline', 'samples/baseline.json', '--no-cache', '--json'];
  const { exitCode, stdout } = await run(['measure', 'samples', ...flags], { cwd });
  const { ok, comparisons } = JSON.parse(stdout);
  expect([exitCode, ok]).toEqual([0, true]);
  expect(comparisons.map(({ status }: { status: string }) => status)).toEqual(
    comparisons.map(() => 'unchanged'),
  );
  expect(comparisons).toHaveLength(8);
});
