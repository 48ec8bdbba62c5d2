import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { finished, startCli } from '../support/cli.ts';
import { eventLine, fileText, logText } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('page --follow prints what is appended until %s', async (signal, exitCode) => {
  const path = writeTemporary(logText([eventLine(0, 'x')]));
  const child = startCli(['page', path, '--follow', '--interval', '5']);
  const result = finished(child);
  await once(child.stdout, 'data'); // the page is there before anything is appended
  appendFileSync(path, fileText([eventLine(1, 'y')]));
  await once(child.stdout, 'data');
  child.kill(signal);
  const { exitCode: ended, stdout, stderr } = await result;
  const lines = [eventLine(0, 'x'), eventLine(1, 'y')].map((line) => `{"event":${line}}\n`);
  expect([ended, stdout.toString('utf8'), stderr]).toEqual([exitCode, lines.join(''), '']);
});
