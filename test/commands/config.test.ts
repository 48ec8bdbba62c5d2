import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { variableName } from '../../src/commands/config.ts';
import { project, settings } from '../measure/check/project.ts';
import { run } from '../support/context.ts';

const CONFIG = { brotliQuality: 5 };
const JS = `export default ${JSON.stringify(CONFIG)};\n`;

describe('where a configuration stands', () => {
  it.each([
    ['histpack.config.json', { 'histpack.config.json': CONFIG }],
    ['histpack.config.js', { 'histpack.config.js': JS, 'package.json': { type: 'module' } }],
    ['histpack.config.mjs', { 'histpack.config.mjs': JS }],
    ['package.json', { 'package.json': { name: 'x', histpack: CONFIG } }],
  ])('%s', async (_, files) => {
    expect((await settings(files)).brotliQuality).toEqual({ value: 5, from: 'config' });
  });

  it('package.json comes first', async () => {
    const files = {
      'package.json': { histpack: { gzipLevel: 1 } },
      'histpack.config.json': CONFIG,
    };
    const { gzipLevel, brotliQuality } = await settings(files);
    expect([gzipLevel?.from, brotliQuality?.from]).toEqual(['config', 'default']);
  });

  it('a package.json without a histpack key is passed over', async () => {
    const files = { 'package.json': { name: 'x' }, 'histpack.config.json': CONFIG };
    expect((await settings(files)).brotliQuality?.value).toBe(5);
  });

  it('a directory above', async () => {
    const cwd = join(project({ 'histpack.config.json': CONFIG }), 'deep', 'down');
    mkdirSync(cwd, { recursive: true });
    const { stdout } = await run(['measure', '--print-config'], { cwd, home: cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      configuration: join(cwd, '../../histpack.config.json'),
      settings: { brotliQuality: { value: 5, from: 'config' } },
    });
  });

  it('--config names another file', async () => {
    const files = { 'histpack.config.json': CONFIG, 'other.json': { brotliQuality: 3 } };
    const { brotliQuality } = await settings(files, ['--config', 'other.json']);
    expect(brotliQuality).toEqual({ value: 3, from: 'config' });
  });

  it('--no-config reads none', async () => {
    const { brotliQuality } = await settings({ 'histpack.config.json': CONFIG }, ['--no-config']);
    expect(brotliQuality).toEqual({ value: 11, from: 'default' });
  });
});

describe('precedence', () => {
  const files = { 'histpack.config.json': CONFIG };
  const env = { HISTPACK_BROTLI_QUALITY: '4' };

  it('is flag, environment, configuration, default', async () => {
    const of = async (...args: Parameters<typeof settings>) =>
      (await settings(...args)).brotliQuality;
    expect(await of(files, ['--brotli-quality', '3'], env)).toEqual({ value: 3, from: 'flag' });
    expect(await of(files, [], env)).toEqual({ value: 4, from: 'environment' });
    expect(await of(files)).toEqual({ value: 5, from: 'config' });
    expect(await of({})).toEqual({ value: 11, from: 'default' });
  });

  it('holds for switches', async () => {
    const cache = async (...args: Parameters<typeof settings>) => (await settings(...args)).cache;
    const off = { 'histpack.config.json': { cache: false } };
    expect(await cache(off)).toEqual({ value: false, from: 'config' });
    expect(await cache(off, [], { HISTPACK_CACHE: '1' })).toEqual({
      value: true,
      from: 'environment',
    });
    expect(await cache({}, ['--no-cache'], { HISTPACK_CACHE: 'true' })).toMatchObject({
      value: false,
    });
    expect(await cache({}, [], { HISTPACK_CACHE: '' })).toEqual({ value: true, from: 'default' });
  });

  it('replaces a list of budgets as a whole', async () => {
    const budgets = { 'histpack.config.json': { max: { 'packed.json': '1 kB', 'raw.json': 2 } } };
    const limits = async (flags: readonly string[]) => {
      const { max } = await settings(budgets, flags);
      return (max?.value as { limit: number }[] | undefined)?.map(({ limit }) => limit);
    };
    expect(await limits([])).toEqual([1000, 2]);
    expect(await limits(['--max', 'packed.gzip=7'])).toEqual([7]);
  });

  it('names variables after options', () => {
    expect(variableName('brotliQuality')).toBe('HISTPACK_BROTLI_QUALITY');
    expect(variableName('check')).toBe('HISTPACK_CHECK');
  });
});
