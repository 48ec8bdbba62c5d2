import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { finished, PROGRAM, startCli } from '../support/cli.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

const exec = promisify(execFile);

/** Waits until something is true. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 10) {
    if (waited > 20_000) throw new Error('it never came true');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe.runIf(process.platform !== 'win32')('a reader that has seen enough', () => {
  const large = logText(conversation({ turns: 400, deltas: 20 })); // far more than a pipe holds

  it.each(['page --as raw', 'page --as packed --format ndjson', 'page --format pretty'])(
    'ends %s quietly with 0',
    async (command) => {
      const path = writeTemporary(large);
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
      const script = '"$0" "$1" $3 "$2" | head -c 10; echo " ${PIPESTATUS[0]}"';
      const args = ['-c', script, process.execPath, PROGRAM, path, command];
      const { stdout, stderr } = await exec('bash', args);
      expect(stdout).toMatch(/^.{10} 0\n$/);
      expect(stderr).toBe('');
    },
  );

  it('ends the program also where it closes before anything is said', async () => {
    const child = startCli(['page', '--as', 'raw', writeTemporary(large)]);
    child.stdout.destroy();
    const { exitCode, stderr } = await finished(child);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  });
});

describe.runIf(process.platform === 'linux')('a stream that fails', () => {
  const small = logText(conversation({ turns: 1 }));

  it('is named where it is stdout', async () => {
    const path = writeTemporary(small);
    const script = '"$0" "$1" page "$2" > /dev/full; echo " $?"';
    const { stdout, stderr } = await exec('bash', ['-c', script, process.execPath, PROGRAM, path]);
    expect(stdout).toBe(' 2\n');
    expect(stderr).toBe(
      'histpack: error: cannot write to stdout: no space left on the device [E_OUTPUT]\n',
    );
  });

  it('does not matter where it is stderr', async () => {
    const path = writeTemporary(`${small}{`); // there is a warning to be said
    const script = '"$0" "$1" page "$2" 2> /dev/full; echo " $?"';
    const { stdout } = await exec('bash', ['-c', script, process.execPath, PROGRAM, path]);
    expect(stdout).toMatch(/^\{"records":.*"toSeq":17\} 0\n$/);
  });

  it('can be a pipe with a name, which is read as stdin is', async () => {
    const path = writeTemporary(small);
    const script = '"$0" "$1" page <(cat "$2")';
    const { stdout } = await exec('bash', ['-c', script, process.execPath, PROGRAM, path]);
    expect(JSON.parse(stdout)).toMatchObject({ fromSeq: 0, toSeq: 17 });
  });
});

describe.runIf(process.platform !== 'win32').each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s', (signal, exitCode) => {
  it('ends the program and leaves no temporary file', async () => {
    const tmp = temporaryDirectory();
    const cwd = temporaryDirectory();
    const child = startCli(['measure', '-', '--output', 'out.json'], {
      cwd,
      env: { TMPDIR: tmp },
      stdin: 'held open',
    });
    await until(() => namesIn(tmp).length > 0 && namesIn(cwd).length > 0);
    child.kill(signal);
    expect(await finished(child)).toMatchObject({ exitCode, signal: null, stderr: '' });
    expect(namesIn(tmp)).toEqual([]);
    expect(namesIn(cwd)).toEqual([]);
  });
});
