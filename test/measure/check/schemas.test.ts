import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { baselineText } from '../../../src/measure/check/baseline-file.ts';
import { baselineSchema } from '../../../src/schema/baseline.ts';
import { configSchema } from '../../../src/schema/config.ts';
import { measureSchemas, reportSchema } from '../../../src/schema/report.ts';
import { run } from '../../support/context.ts';
import { logText } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { temporaryDirectory, writeTemporary } from '../../support/logs-on-disk.ts';
import { BROKEN, CHECKS, COMPARISONS, reportOf } from '../render/reports.ts';
import { baselineOf, entry, packed } from './data.ts';
import { refusal } from './project.ts';

const shipped = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../schema/${name}`, import.meta.url), 'utf8'));

/** Refuses what the zod schema, or the schema that is shipped, does not take, or take whole. */
function expectValid(name: string, schema: z.ZodType, value: unknown): void {
  expect(schema.parse(value)).toEqual(value); // a field that is not described would be gone
  expect(z.fromJSONSchema(shipped(name)).safeParse(value).error?.issues ?? []).toEqual([]);
}

function expectInvalid(name: string, schema: z.ZodType, value: unknown): void {
  expect(schema.safeParse(value).success).toBe(false);
  expect(z.fromJSONSchema(shipped(name)).safeParse(value).success).toBe(false);
}

describe('the files in schema/', () => {
  it.each([...measureSchemas()])('%s is what the definitions make', (name, schema) => {
    expect(shipped(name)).toEqual(JSON.parse(JSON.stringify(schema)));
  });
});

describe('the report schema', () => {
  const check = (value: unknown) => expectValid('report.schema.json', reportSchema, value);
  const log = logText(conversation({ turns: 2 }));
  let cwd = '';

  beforeEach(() => {
    cwd = temporaryDirectory();
  });

  const measure = async (...args: readonly string[]) => {
    const flags = ['--json', '--brotli-quality', '1'];
    const { stdout } = await run(['measure', ...args, ...flags], { cwd, home: cwd });
    return JSON.parse(stdout);
  };
  const write = (name: string, text: string) => writeFileSync(join(cwd, name), text);

  it('takes what measure prints of one log, several, a part, and none', async () => {
    write('a.jsonl', log);
    write('b.jsonl', `${log}{"torn`);
    check(await measure('a.jsonl'));
    check(await measure('a.jsonl', 'b.jsonl'));
    check(await measure('a.jsonl', '--forms', 'packed', '--tail'));
    check(await measure('*.none', '--allow-empty'));
  });

  it('takes logs that cannot be measured', async () => {
    write('a.jsonl', log);
    write('bad.jsonl', log.replace('"seq":3,', '"seq":99,'));
    const report = await measure('a.jsonl', 'bad.jsonl', 'none.jsonl');
    expect(report.errors).toHaveLength(2);
    check(report);
  });

  it('takes checks that pass and fail, and a baseline', async () => {
    write('a.jsonl', log);
    await measure('a.jsonl', '--update-baseline');
    const budgets = ['--max', 'packed.records=1', '--max-ratio', 'packed.json/raw.json=99%'];
    const baseline = ['--baseline', 'histpack-baseline.json'];
    const report = await measure('a.jsonl', ...budgets, ...baseline);
    expect([report.ok, report.checks.length]).toEqual([false, 14]);
    check(report);
    const text = readFileSync(join(cwd, 'histpack-baseline.json'), 'utf8');
    expectValid('baseline.schema.json', baselineSchema, JSON.parse(text));
  });

  it('takes every kind of check and status', () => {
    check(JSON.parse(JSON.stringify(reportOf(CHECKS, COMPARISONS, [BROKEN]))));
  });

  it.each([
    ['another schemaVersion', { schemaVersion: 2 }],
    [
      'a size that is no integer',
      { total: { files: 1.5, events: 1, weights: {}, reductions: [] } },
    ],
    ['an infinite value', { checks: [{ ...CHECKS[0], value: null }] }],
    ['an unknown status', { comparisons: [{ subject: 'a', status: 'gone', deltas: [] }] }],
    ['no checks', { checks: undefined }],
  ])('refuses %s', (_, change) => {
    const report = JSON.parse(JSON.stringify({ ...reportOf(CHECKS, COMPARISONS), ...change }));
    expectInvalid('report.schema.json', reportSchema, report);
  });

  it('lets a reader ignore what is new', () => {
    const report = { ...JSON.parse(JSON.stringify(reportOf())), isNew: true };
    expect(z.fromJSONSchema(shipped('report.schema.json')).safeParse(report).success).toBe(true);
  });
});

describe('the baseline schema', () => {
  const sound = baselineOf({ 'a.jsonl': entry(packed(1, 2, 3, 4), 'a'.repeat(64)) });

  it('takes a baseline, and refuses one without a size', () => {
    const json = JSON.parse(baselineText(sound));
    expectValid('baseline.schema.json', baselineSchema, json);
    delete json.files['a.jsonl'].weights.packed.gzipBytes;
    expectInvalid('baseline.schema.json', baselineSchema, json);
  });
});

describe('the config schema', () => {
  const NAME = 'config.schema.json';

  it('knows the keys that the program knows, and no other', async () => {
    const text = await refusal({ 'histpack.config.json': { nothing: 1 } });
    const known = /known are (.*) \[E_CONFIG\]/.exec(text)?.[1]?.split(', ');
    expect(Object.keys(configSchema.shape).sort()).toEqual([...(known ?? []), '$schema'].sort());
  });

  it.each([
    {},
    { $schema: './node_modules/histpack/schema/config.schema.json', files: 'logs/*.jsonl' },
    { files: ['a.jsonl', 'logs'], brotliQuality: 5, gzipLevel: '9', forms: ['packed'] },
    { max: { 'packed.brotli': '550 kB', 'total.raw.records': 700, 'raw.json': '1.5MiB' } },
    { max: ['packed.brotli=550kB'], maxRatio: { 'packed.json/raw.json': '10%' } },
    { baseline: 'sizes.json', maxGrowth: '1.5 %', noise: { brotli: '2%,200B' } },
    { noise: 'gzip=1%,64B', tail: true, maxMessages: 20, maxLine: '64KiB', cache: false },
  ])('takes %j, as the program does', async (config) => {
    expectValid(NAME, configSchema, config);
    const path = writeTemporary(JSON.stringify(config), { name: 'c.json' });
    const { exitCode } = await run(['measure', '--print-config', '--config', path]);
    expect(exitCode).toBe(0);
  });

  it.each([
    { brotliquality: 5 },
    { json: true },
    { brotliQuality: 12 },
    { brotliQuality: 5.5 },
    { check: 'yes' },
    { maxGrowth: 0.01 },
    { maxGrowth: '1' },
    { max: { 'packed.bytes': '1kB' } },
    { max: { 'packed.json': '1KB' } },
    { maxRatio: { 'packed.json': '1%' } },
    { noise: { zstd: '1%,1B' } },
    { noise: { brotli: '1%' } },
    { forms: ['folded'] },
    { format: 'pdf' },
    { files: 7 },
    [],
  ])('refuses %j, as the program does', async (config) => {
    expectInvalid(NAME, configSchema, config);
    const path = writeTemporary(JSON.stringify(config), { name: 'c.json' });
    const { exitCode } = await run(['measure', '--print-config', '--config', path]);
    expect(exitCode).toBe(2);
  });
});
