import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, logText, turnEnd } from '../support/logs.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

const logWith = (padding: number): string =>
  logText([eventLine(0, 'tool/result', { pad: 'p'.repeat(padding) }), turnEnd(1)]);

it('tells by family what grew since a baseline that was made with --why', async () => {
  const cwd = temporaryDirectory();
  const measure = (...flags: string[]) =>
    run(['measure', 'log.jsonl', '--baseline', 'sizes.json', '--why', '--no-cache', ...flags], {
      cwd,
    });
  writeFileSync(join(cwd, 'log.jsonl'), logWith(100));
  expect((await measure('--update-baseline')).exitCode).toBe(0);
  writeFileSync(join(cwd, 'log.jsonl'), logWith(150));

  const { exitCode, stdout } = await measure('--json');
  const [comparison] = JSON.parse(stdout).comparisons;
  expect(exitCode).toBe(1);
  expect(comparison.grew.map(({ form, family }: Record<string, string>) => [form, family])).toEqual(
    ['raw', 'projection', 'packed'].map((form) => [form, 'tool/result']),
  );
  for (const { before, after } of comparison.grew) expect(after - before).toBe(50);
  expect((await measure()).stdout).toContain('packed tool/result +50');

  const baseline = JSON.parse(readFileSync(join(cwd, 'sizes.json'), 'utf8'));
  baseline.files['log.jsonl'].why = { forms: { packed: { families: 7 } } };
  writeFileSync(join(cwd, 'sizes.json'), JSON.stringify(baseline));
  expect((await measure()).exitCode).toBe(2);
});
