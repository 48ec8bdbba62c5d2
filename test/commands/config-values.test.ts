import { describe, expect, it } from 'vitest';
import { project, refusal, settings } from '../measure/check/project.ts';
import { run } from '../support/context.ts';

describe('values', () => {
  const settingOf = async (key: string, value: unknown) =>
    (await settings({ 'histpack.config.json': { [key]: value } }))[key]?.value;

  it('are read as the flag reads them', async () => {
    expect(await settingOf('maxGrowth', '1.5%')).toBe(0.015);
    expect(await settingOf('maxLine', '64KiB')).toBe(65_536);
    expect(await settingOf('brotliEngine', 'wasm')).toBe('wasm');
    expect(await settingOf('forms', ['packed', 'raw'])).toEqual(['raw', 'packed']);
    expect(await settingOf('forms', 'raw')).toEqual(['raw']);
    expect(await settingOf('allowEmpty', true)).toBe(true);
    expect(await settingOf('$schema', './x.json')).toBeUndefined();
  });

  it.each([
    ['an object', { 'packed.json': '1 kB', 'total.packed.records': 7 }],
    ['a list', ['packed.json=1 kB', 'total.packed.records=7']],
  ])('of a repeatable option may be %s', async (_, value) => {
    expect(await settingOf('max', value)).toMatchObject([
      { scope: 'file', limit: 1000 },
      { scope: 'total', limit: 7 },
    ]);
  });

  it('of the noise replace one floor each, and keep the others', async () => {
    const expected = {
      records: { share: 0, absolute: 0 },
      json: { share: 0, absolute: 7 },
      gzip: { share: 0.0025, absolute: 64 },
      brotli: { share: 0.02, absolute: 200 },
    };
    expect(await settingOf('noise', { brotli: '2%,200B', json: '0%,7' })).toEqual(expected);
    expect(await settingOf('noise', ['brotli=2%,200B', 'json=0%,7'])).toEqual(expected);
  });

  it.each([
    ['brotliQuality', 12, 'Expected a Brotli quality: 0 to 11 (got: "12")'],
    ['brotliQuality', '5 ', 'Expected a Brotli quality'],
    ['brotliQuality', [5, 6], 'brotliQuality must be a text or a number'],
    ['brotliEngine', 'zopfli', 'Allowed choices are native, wasm'],
    ['maxGrowth', 0.01, 'a percentage such as 10%'],
    [
      'forms',
      ['packed', 'folded'],
      'Expected a list of raw, projection, packed, columnar, fold, messages',
    ],
    ['forms', { packed: true }, 'forms must be a text or a list'],
    ['max', { 'packed.json': '1KB' }, 'got "1KB"'],
    ['max', { 'packed.json': { limit: 1 } }, 'got "[object Object]"'],
    ['max', true, 'max must be a text, a list or an object'],
    ['baseline', { file: 'x' }, 'baseline must be a text'],
    ['baseline', null, 'baseline must be a text'],
    ['check', 'yes', 'check must be true or false'],
    ['check', 1, 'check must be true or false'],
    ['files', 7, 'files must be a path or a list of paths'],
    ['files', ['x', 7], 'files must be a path or a list of paths'],
  ])('that are bad are refused: %s = %j', async (key, value, reason) => {
    const cwd = project({ 'histpack.config.json': { [key]: value } });
    const { exitCode, stderr } = await run(['measure'], { cwd, home: cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr).toContain(`histpack.config.json: `);
  });

  it('that are bad in the environment are refused, and the variable is named', async () => {
    expect(await refusal({}, { HISTPACK_GZIP_LEVEL: 'ten' })).toContain(
      'HISTPACK_GZIP_LEVEL: gzipLevel: Expected a gzip level: 0 to 9 (got: "ten")',
    );
    expect(await refusal({}, { HISTPACK_CACHE: 'maybe' })).toContain(
      'HISTPACK_CACHE must be 1, true, 0 or false, got "maybe"',
    );
  });
});

describe('a configuration that is no good', () => {
  it.each(['brotli-quality', 'brotliquality', 'config', 'printConfig', 'json', 'output', 'help'])(
    'has an unknown key: %s',
    async (key) => {
      const text = await refusal({ 'histpack.config.json': { [key]: 5 } });
      expect(text).toContain(`unknown key "${key}"; known are `);
      expect(text).toContain('brotliQuality');
    },
  );

  it.each([
    ['is no JSON', { 'histpack.config.json': '{"a":' }],
    ['is a list', { 'histpack.config.json': [] }],
    ['is a list in package.json', { 'package.json': { histpack: [] } }],
    ['throws', { 'histpack.config.mjs': 'throw new Error("oh no");' }],
    ['exports nothing', { 'histpack.config.mjs': 'export const a = 1;' }],
  ])('%s, and is named', async (_, files) => {
    const text = await refusal(files);
    expect(text).toContain(`${Object.keys(files)[0]}: cannot use the configuration: `);
  });

  it.each([
    ['missing', 'none.json', 'no such file'],
    ['of a kind that is not read', 'histpack.config.yaml', '.yaml'],
    ['empty', 'empty.json', 'it is no object'],
    ['a package.json without the key', 'package.json', 'it is no object'],
  ])('is named by --config, and %s', async (_, name, reason) => {
    const cwd = project({
      ...{ 'histpack.config.yaml': 'a: 1', 'empty.json': '' },
      'package.json': { name: 'x' },
    });
    const { exitCode, stderr } = await run(['measure', '--config', name], { cwd, home: cwd });
    expect(exitCode).toBe(2);
    expect(stderr).toContain(name);
    expect(stderr).toContain(reason);
  });
});
