import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

const SMALL = ['--events', '600', '--runs', '8', '--turns', '3'];

const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

async function sampled(...flags: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await run(['sample', ...flags]);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
}

async function written(...flags: string[]) {
  const file = join(temporaryDirectory(), 'sample');
  const summary = JSON.parse(await sampled('--json', '--output', file, ...flags));
  return { file, summary, bytes: readFileSync(file) };
}

describe('sample', () => {
  it('writes the log of the note’s benchmark by default, packed or not', async () => {
    expect(sha256(await sampled())).toBe(
      '9e781f9e925bf317fd32ed92f9ce9df5551226095655f837d3dc759d6a3155eb',
    );
    expect(sha256(await sampled('--layout', 'unpacked', '--profile', 'note'))).toBe(
      '2ad93c3d9a3575268522d96c3825dd025c4816de494966da128bd4a261f4517b',
    );
  });

  it('writes the note’s log of another seed', async () => {
    const { summary, bytes } = await written('--seed', '5');
    expect(summary).toMatchObject({ profile: 'note', seed: 5, events: 416_756, deltas: 416_176 });
    expect(bytes.toString().split('\n')).toHaveLength(696 + 2);
    expect(sha256(bytes)).not.toMatch(/^9e781f9e/);
  });

  it('tells with --json what it wrote', async () => {
    const { summary, bytes } = await written(...SMALL, '--tool-calls', '2', '--completed', '80%');
    expect(summary).toMatchObject({
      ...{ schemaVersion: 1, profile: 'chat', seed: 1, events: 600, runs: 8, turns: 3 },
      ...{ toolCalls: 2, steps: 5, completedSteps: 4, layout: 'packed', encoding: 'none' },
      bytes: bytes.length,
      sha256: sha256(bytes),
    });
  });

  it.each([
    [['--events', '601'], { events: 601 }],
    [['--runs', '9'], { runs: 9 }],
    [['--turns', '4'], { turns: 4 }],
    [['--tool-calls', '3'], { toolCalls: 3 }],
    [['--completed', '34%'], { completedSteps: 1 }],
    [['--vocabulary', '77'], { vocabulary: 77 }],
    [['--gaps', 'uniform:5-40'], { gaps: 'uniform:5-40' }],
    [['--profile', 'agent'], { profile: 'agent', gaps: 'stalls:8' }],
    [['--seed', '8'], { seed: 8 }],
    [['--layout', 'unpacked'], { layout: 'unpacked' }],
  ] as const)('heeds %j', async (flags, expected) => {
    const plain = await written(...SMALL);
    const { summary, bytes } = await written(...SMALL, ...flags);
    expect(summary).toMatchObject(expected);
    expect(sha256(bytes)).not.toBe(plain.summary.sha256);
  });

  it('gives the note’s log the structure of a session with any cardinality', async () => {
    const { summary, bytes } = await written('--profile', 'note', '--events', '4000');
    expect(summary).toMatchObject({ profile: 'note', events: 4_000, turns: 1, completedSteps: 0 });
    expect(bytes.toString()).toContain('"block-start"');
  });

  it.each([
    ['gzip', zlib.gunzipSync],
    ['br', zlib.brotliDecompressSync],
  ] as const)('compresses with %s', async (encoding, decode) => {
    const { bytes } = await written(...SMALL, '--encoding', encoding);
    expect(decode(bytes).toString()).toBe(await sampled(...SMALL));
  });

  it.runIf('zstdCompressSync' in zlib)('writes zstd frames as dsh does', async () => {
    const { file } = await written(...SMALL, '--encoding', 'zstd');
    const { exitCode, stdout } = await run(['verify', '--json', file]);
    expect([exitCode, JSON.parse(stdout).verifications?.[0]?.loadsInDsh.verdict ?? true]).toEqual([
      0,
      true,
    ]);
  });

  it('replaces no file, unless told to', async () => {
    const file = join(temporaryDirectory(), 'log');
    writeFileSync(file, 'mine');
    const refused = await run(['sample', ...SMALL, '-o', file]);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await sampled(...SMALL, '-o', file, '--force');
    expect(readFileSync(file, 'utf8')).toBe(await sampled(...SMALL));
  });

  it('says with --verbose what it wrote', async () => {
    const { stdout, stderr } = await run(['sample', ...SMALL, '--verbose']);
    expect(stdout).toBe(await sampled(...SMALL));
    expect(stderr).toContain('"events":600');
  });

  it.each([
    [['--events', '100', '--runs', '40'], 'the least is --events'],
    [['--completed', '101%'], 'up to 100%'],
    [['--completed', '0.5'], 'a percentage'],
    [['--gaps', 'poisson:3'], 'fixed:MS, uniform:FROM-TO'],
    [['--seed', '4294967296'], '0 to 4294967295'],
    [['--vocabulary', '0'], '1 to 1000000'],
    [['--json'], 'without --output'],
  ] as const)('refuses %j', async (flags, message) => {
    const file = join(temporaryDirectory(), 'log');
    const output = flags[0] === '--json' ? [] : ['--output', file];
    const { exitCode, stderr } = await run(['sample', ...flags, ...output]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(existsSync(file)).toBe(false);
  });

  it('writes nothing binary to a terminal', async () => {
    const { exitCode, stderr } = await run(['sample', '--encoding', 'gzip'], { stdoutIsTTY: true });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('not for a terminal')]);
  });
});
