import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { brotli } from '../../../src/log/encodings/brotli.ts';
import { DEFAULT_LIMITS, type OpenOptions } from '../../../src/log/log.ts';
import { eventLine, headerLine, logText, turnEnd } from '../../support/logs.ts';
import { cliFrames, describeZstd, linesOf, storedFrames } from '../../support/zstd.ts';
import { readEvents } from './reading.ts';

const long = eventLine(1, 'x', { pad: 'p'.repeat(5000) });
const text = logText([eventLine(0, 'turn/start', { turn: 0 }), long, turnEnd(2)]);
const longBytes = Buffer.byteLength(long) + 1;

const forms: [string, Uint8Array, OpenOptions][] = [
  ['raw', Buffer.from(text), {}],
  ['zstd', storedFrames(linesOf(text)), {}],
  ['gzip', gzipSync(text), {}],
  ['br', brotliCompressSync(text), { encoding: brotli }],
];

describe.each(forms)('--max-line on %s', (name, bytes, options) => {
  const read = (maxLineBytes: number, salvage = false) =>
    readEvents(bytes, { ...options, salvage, limits: { ...DEFAULT_LIMITS, maxLineBytes } });

  it('lets a line of that length pass, its line feed included', async () => {
    expect((await read(longBytes)).events).toHaveLength(3);
  });

  it('refuses a line that is a byte longer, and says where it begins', async () => {
    const { fault } = await read(longBytes - 1);
    const byteOffset = text.indexOf(long);
    expect(fault).toMatchObject({ code: 'E_LIMIT', line: 3, byteOffset, file: 'f' });
    expect(fault?.message).toContain('--max-line');
    if (name === 'zstd') expect(fault).toMatchObject({ frame: 2 });
  });

  it('lets --salvage use what stands before the line', async () => {
    expect((await read(longBytes - 1, true)).events).toHaveLength(1);
  });
});

describe.each(forms.slice(1))('--max-decoded on %s', (_, bytes, options) => {
  const read = (maxDecodedBytes: number) =>
    readEvents(bytes, { ...options, limits: { ...DEFAULT_LIMITS, maxDecodedBytes } });

  it('lets as many bytes pass', async () => {
    expect((await read(text.length)).events).toHaveLength(3);
  });

  it('refuses one more', async () => {
    expect((await read(text.length - 1)).fault).toMatchObject({ code: 'E_LIMIT', file: 'f' });
  });
});

it('--max-decoded does not concern raw logs, which are as large as they are', async () => {
  const limits = { ...DEFAULT_LIMITS, maxDecodedBytes: 10 };
  expect((await readEvents(Buffer.from(text), { limits })).events).toHaveLength(3);
});

describeZstd('a decompression bomb', () => {
  it('ends in E_LIMIT: a line of 80 MB from a few kB', async () => {
    const bomb = cliFrames(['a'.repeat(80e6)])[0] as Buffer;
    const bytes = Buffer.concat([storedFrames([`${headerLine()}\n`]), bomb]);
    expect(bytes.length).toBeLessThan(20_000);
    const { fault } = await readEvents(bytes);
    expect(fault).toMatchObject({ code: 'E_LIMIT', line: 2, frame: 1 });
  });
});
