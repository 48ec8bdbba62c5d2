import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, logText, turnEnd } from '../support/logs.ts';
import { writeTemporary } from '../support/logs-on-disk.ts';
import { linesOf, storedFrames } from '../support/zstd.ts';

const text = logText([eventLine(0, 'x', { pad: 'p'.repeat(3000) }), turnEnd(1)]);
const COMMANDS = ['measure', 'page', 'verify', 'inspect'] as const;
const FORMS: [string, string | Uint8Array, ...string[]][] = [
  ['raw', text],
  ['zstd', storedFrames(linesOf(text))],
  ['gzip', gzipSync(text)],
  ['br', brotliCompressSync(text), '--encoding', 'br'],
];

async function read(command: string, bytes: string | Uint8Array, ...flags: readonly string[]) {
  const file = writeTemporary(bytes, { name: 'log' });
  const { exitCode, stdout } = await run([command, '--json', ...flags, file]);
  const document = JSON.parse(stdout);
  const code = document.error?.code ?? document.verifications?.[0].faults[0]?.code;
  return { exitCode, code };
}

describe.each(COMMANDS)('%s', (command) => {
  it.each(FORMS)('refuses a line of %s longer than --max-line', async (_, bytes, ...flags) => {
    const refused = await read(command, bytes, ...flags, '--max-line', '1kB');
    expect(refused).toEqual({ exitCode: 4, code: 'E_LIMIT' });
    const { code } = await read(command, bytes, ...flags, '--max-line', '4kB');
    expect(code).toBeUndefined();
  });

  it.each(FORMS.slice(1))(
    'refuses %s that decodes to more than --max-decoded',
    async (_, bytes, ...flags) => {
      const refused = await read(command, bytes, ...flags, '--max-decoded', '2KiB');
      expect(refused).toEqual({ exitCode: 4, code: 'E_LIMIT' });
      const { code } = await read(command, bytes, ...flags, '--max-decoded', '1MB');
      expect(code).toBeUndefined();
    },
  );

  it.each([
    ['--max-line', '0'],
    ['--max-line', '-1'],
    ['--max-line', 'much'],
    ['--max-line', '1TB'],
    ['--max-line', '501MiB'],
    ['--max-decoded', '0'],
    ['--max-decoded', '1e3'],
    ['--encoding', 'zip'],
  ])('takes %s %s for a usage error', async (...flags) => {
    expect(await read(command, text, ...flags)).toEqual({ exitCode: 2, code: 'E_USAGE' });
  });
});
