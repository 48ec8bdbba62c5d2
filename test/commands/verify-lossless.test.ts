import { expect, it, vi } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, logText, rowLine } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';

/** A codec that packs wrongly, as a bug would: the proof must notice. */
const damage = vi.hoisted(() => ({ now: (text: string) => text }));
vi.mock('../../src/codec/row.ts', async (original) => {
  const real = await original<typeof import('../../src/codec/row.ts')>();
  return {
    ...real,
    rowText: (...args: Parameters<typeof real.rowText>) => damage.now(real.rowText(...args)),
  };
});

const log = logText([eventLine(0, 'permission/preset'), rowLine(1, ['one', 'two', 'three'])]);
const verify = async (...flags: string[]) =>
  run(['verify', ...flags, writeTemporary(log, { name: 'log' })]);

it.each([
  ['another text', (text: string) => text.replace('two', 'tw0')],
  ['another time', (text: string) => text.replace('[1,1]', '[1,2]')],
  [
    'joined fragments',
    (text: string) => text.replace('[1,1]', '[1]').replace('"one","two"', '"onetwo"'),
  ],
  ['no row at all', () => '{"type":"x","seq":1,"time":0,"data":{}}'],
])('exit 3 where packing would lose something: %s', async (_, wrong) => {
  damage.now = wrong;
  const { exitCode, stdout } = await verify('--json');
  expect(exitCode).toBe(3);
  const [{ lossless, readable, faults }] = JSON.parse(stdout).verifications;
  expect(lossless.isLossless).toBe(false);
  expect(lossless.sha256).not.toBe(lossless.repackedSha256);
  expect([readable.verdict, faults]).toEqual([true, []]);
  const text = await verify();
  expect(text.exitCode).toBe(3);
  expect(text.stdout).toMatch(
    /lossless {6}no: SHA-256 [0-9a-f]{64} before packing, [0-9a-f]{64} after/,
  );
});

it('exit 0 with the same log where it does not', async () => {
  damage.now = (text) => text;
  expect((await verify()).exitCode).toBe(0);
});
