import { describe, expect, it } from 'vitest';
import { memorySource, openFile, type Source, streamSource } from '../../src/log/source.ts';
import { temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

const BYTES = Buffer.from('0123456789');

async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

describe.each<[string, () => Promise<Source>]>([
  ['a file', () => openFile(writeTemporary(BYTES))],
  ['memory', async () => memorySource(BYTES)],
])('a source over %s', (_, open) => {
  it('reads anywhere, in any order, and less at its end', async () => {
    const source = await open();
    expect(source.size).toBe(10);
    expect(String(await source.read(6, 2))).toBe('67');
    expect(String(await source.read(0, 3))).toBe('012');
    expect(String(await source.read(8, 100))).toBe('89');
    expect(String(await source.read(10, 4))).toBe('');
    expect(String(await source.read(99, 4))).toBe('');
    await source.close();
  });

  it('streams a part', async () => {
    const source = await open();
    expect(String(Buffer.concat(await gather(streamSource(source, 2, 5))))).toBe('234');
    await source.close();
  });
});

describe('openFile', () => {
  it('names the file and why it cannot be read', async () => {
    const directory = temporaryDirectory();
    const file = writeTemporary('x', { directory });
    await expect(openFile(`${directory}/none`, 'none')).rejects.toMatchObject({
      code: 'E_READ',
      message: 'cannot read none: no such file or directory',
      fault: { file: 'none' },
    });
    await expect(openFile(directory, 'dir')).rejects.toMatchObject({
      code: 'E_READ',
      message: 'cannot read dir: is a directory',
    });
    await expect(openFile(`${file}/x`, 'x')).rejects.toMatchObject({
      message: 'cannot read x: a part of the path is not a directory',
    });
  });

  it('takes a log as it was when it was opened', async () => {
    const path = writeTemporary('before');
    const source = await openFile(path);
    writeTemporary('before and after', { directory: path.replace('/session.jsonl', '') });
    expect(String(await source.read(0, 100))).toBe('before');
    await source.close();
  });
});

describe('streamSource', () => {
  it('gives everything once, in pieces of bounded size', async () => {
    const large = Buffer.alloc(1_000_000, 'abcdefg');
    const pieces = await gather(streamSource(memorySource(large)));
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
  });

  it('ends where a file was truncated since', async () => {
    const source = { ...memorySource(BYTES), size: 1000 };
    expect(String(Buffer.concat(await gather(streamSource(source))))).toBe('0123456789');
  });
});
