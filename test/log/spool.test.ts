import { existsSync, statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { spool } from '../../src/log/spool.ts';
import { NOWHERE, namesIn, temporaryDirectory } from '../support/logs-on-disk.ts';

const savedTmp = process.env.TMPDIR;
let tmp = '';

beforeEach(() => {
  tmp = temporaryDirectory();
  process.env.TMPDIR = tmp; // os.tmpdir reads it at every call
});

afterEach(() => {
  if (savedTmp === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = savedTmp;
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

describe('spool', () => {
  it('keeps a stream so that it can be read anywhere, twice', async () => {
    const source = await spool(pieces('abc', '', 'defg'), '<stdin>');
    expect(source.name).toBe('<stdin>');
    expect(source.size).toBe(7);
    expect(String(await source.read(2, 3))).toBe('cde');
    expect(String(await source.read(0, 7))).toBe('abcdefg');
    await source.close();
  });

  it('keeps it where nobody else can read it', async () => {
    const source = await spool(pieces('secret'), '<stdin>');
    const [directory = ''] = namesIn(tmp);
    expect(statSync(`${tmp}/${directory}`).mode & 0o077).toBe(0);
    expect(statSync(`${tmp}/${directory}/spool`).mode & 0o077).toBe(0);
    await source.close();
  });

  it('leaves nothing behind when it is closed', async () => {
    const cleanups = new Set<() => void>();
    const source = await spool(pieces('abc'), '<stdin>', cleanups);
    expect(namesIn(tmp)).toHaveLength(1);
    expect(cleanups.size).toBe(1);
    await source.close();
    expect(namesIn(tmp)).toEqual([]);
    expect(cleanups.size).toBe(0);
  });

  it('leaves nothing behind when the stream fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('abc');
      throw new Error('the pipe broke');
    }
    const cleanups = new Set<() => void>();
    await expect(spool(broken(), '<stdin>', cleanups)).rejects.toThrow('the pipe broke');
    expect(namesIn(tmp)).toEqual([]);
    expect(cleanups.size).toBe(0);
  });

  it('says where there is no place for it', async () => {
    process.env.TMPDIR = NOWHERE;
    await expect(spool(pieces('abc'), '<stdin>')).rejects.toMatchObject({
      code: 'E_READ',
      message: 'cannot keep <stdin> in a temporary file: a part of the path is not a directory',
      fault: { hint: expect.stringContaining('TMPDIR') },
    });
  });

  it('hands out how to remove it at once, for a signal', async () => {
    const cleanups = new Set<() => void>();
    const source = await spool(pieces('abc'), '<stdin>', cleanups);
    const path = `${tmp}/${namesIn(tmp)[0]}/spool`;
    expect(existsSync(path)).toBe(true);
    for (const cleanup of cleanups) cleanup();
    expect(namesIn(tmp)).toEqual([]);
    await source.close();
  });
});
