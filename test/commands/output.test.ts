import { linkSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openOutput } from '../../src/commands/output.ts';
import { makeContext } from '../support/context.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

const inDirectory = () => {
  const cwd = temporaryDirectory();
  return { cwd, context: makeContext({ cwd }) };
};

describe('an output file', () => {
  it('appears under its name only when it is complete', async () => {
    const { cwd, context } = inDirectory();
    const output = await openOutput('out.json', context, []);
    await output.write('one ');
    await output.write('two');
    expect(namesIn(cwd)).not.toContain('out.json');
    await output.commit();
    expect(readFileSync(join(cwd, 'out.json'), 'utf8')).toBe('one two');
    expect(namesIn(cwd)).toEqual(['out.json']);
    expect(context.stdout.text).toBe('');
    expect(context.cleanups.size).toBe(0);
  });

  it('is not there at all after a failure', async () => {
    const { cwd, context } = inDirectory();
    const output = await openOutput('out.json', context, []);
    await output.write('one ');
    await output.discard();
    expect(namesIn(cwd)).toEqual([]);
    expect(context.cleanups.size).toBe(0);
  });

  it('keeps what was there before until it is complete, and after a failure', async () => {
    const { cwd, context } = inDirectory();
    const path = writeTemporary('old', { directory: cwd, name: 'out.json' });
    const failed = await openOutput('out.json', context, []);
    await failed.write('half');
    expect(readFileSync(path, 'utf8')).toBe('old');
    await failed.discard();
    expect(readFileSync(path, 'utf8')).toBe('old');
    const done = await openOutput(path, context, []);
    await done.write('new');
    await done.commit();
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('can be removed at once, for a signal', async () => {
    const { cwd, context } = inDirectory();
    const output = await openOutput('out.json', context, []);
    await output.write('half');
    expect(namesIn(cwd)).toHaveLength(1);
    for (const cleanup of context.cleanups) cleanup();
    expect(namesIn(cwd)).toEqual([]);
    await output.discard();
  });

  it('goes where a link points, and the link stays', async () => {
    const { cwd, context } = inDirectory();
    const target = writeTemporary('old', { directory: cwd, name: 'target.json' });
    symlinkSync('target.json', join(cwd, 'link.json'));
    const output = await openOutput('link.json', context, []);
    await output.write('new');
    await output.commit();
    expect(readFileSync(target, 'utf8')).toBe('new');
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
  });

  it('may be a device', async () => {
    const { context } = inDirectory();
    const output = await openOutput('/dev/null', context, []);
    await output.write('into nothing');
    await output.commit();
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

describe('openOutput refuses', () => {
  const refused = (path: string, context = makeContext(), inputs: readonly string[] = []) =>
    expect(openOutput(path, context, inputs)).rejects;

  it('a directory, a missing directory and a file used as one', async () => {
    const { cwd, context } = inDirectory();
    writeFileSync(join(cwd, 'file'), '');
    mkdirSync(join(cwd, 'sub'));
    const failure = (message: string) => ({ code: 'E_OUTPUT', exitCode: 2, message });
    await refused('sub', context).toMatchObject(failure('cannot write sub: is a directory'));
    await refused('none/out', context).toMatchObject(
      failure('cannot write none/out: no such file or directory'),
    );
    await refused('file/out', context).toMatchObject(
      failure('cannot write file/out: a part of the path is not a directory'),
    );
    expect(namesIn(cwd)).toEqual(['file', 'sub']);
  });

  it.runIf(process.platform === 'linux')('a place where nothing can be made', async () => {
    await refused('/proc/histpack-out').toMatchObject({ code: 'E_OUTPUT' });
  });

  it('the log that is read, by whatever name', async () => {
    const { cwd, context } = inDirectory();
    const log = writeTemporary('the log', { directory: cwd });
    symlinkSync(log, join(cwd, 'symlink'));
    linkSync(log, join(cwd, 'hardlink'));
    for (const name of ['session.jsonl', './session.jsonl', log, 'symlink', 'hardlink']) {
      await refused(name, context, ['other.jsonl', 'session.jsonl']).toMatchObject({
        code: 'E_OUTPUT',
        message: `cannot write ${name}: is the log that is read`,
      });
    }
    await refused('session.jsonl', context, ['symlink']).toMatchObject({ code: 'E_OUTPUT' });
    expect(readFileSync(log, 'utf8')).toBe('the log');
    expect(namesIn(cwd)).toEqual(['hardlink', 'session.jsonl', 'symlink']);
  });

  it('the log of a directory that is read', async () => {
    const { cwd, context } = inDirectory();
    const log = writeTemporary('the log', { directory: cwd });
    await refused('session.jsonl', context, [cwd]).toMatchObject({ code: 'E_OUTPUT' });
    await refused(log, context, ['.']).toMatchObject({ code: 'E_OUTPUT' });
  });

  it('the log of a session that is read by its id', async () => {
    const { cwd, context } = inDirectory();
    const directory = join(cwd, 'sessions', '--p--', 'session-abc');
    mkdirSync(directory, { recursive: true });
    const log = writeTemporary('the log', { directory });
    const withHome = { ...context, env: { DSH_HOME: cwd } };
    await refused(log, withHome, ['abc']).toMatchObject({ code: 'E_OUTPUT' });
  });
});

describe('stdout', () => {
  it('takes the text where no file is named', async () => {
    const context = makeContext();
    const output = await openOutput(undefined, context, ['session.jsonl']);
    await output.write('a');
    await output.write('');
    await output.write('b');
    await output.commit();
    expect(context.stdout.text).toBe('ab');
  });

  it('makes the writer wait until the reader has taken it', async () => {
    const context = makeContext();
    let release = (): void => {};
    context.stdout._write = (_chunk, _encoding, done) => {
      release = done;
    };
    const output = await openOutput(undefined, context, []);
    let isWritten = false;
    const writing = output.write('x'.repeat(100_000)).then(() => {
      isWritten = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isWritten).toBe(false);
    release();
    await writing;
    expect(isWritten).toBe(true);
  });
});
