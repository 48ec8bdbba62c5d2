import { expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, logText, turnEnd } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

it('goes on with the other logs where one cannot be opened', async () => {
  const sound = writeTemporary(logText([eventLine(0, 'x'), turnEnd(1)]), { name: 'sound' });
  const { exitCode, stdout } = await run(['verify', '--json', '/no/such/log', sound]);
  const { verifications } = JSON.parse(stdout);
  expect(exitCode).toBe(4);
  expect(verifications[0]).toMatchObject({ readable: { verdict: false } });
  expect(verifications[0].faults[0].code).toBe('E_READ');
  expect(verifications[1]).toMatchObject({ events: 2, readable: { verdict: true } });
});
