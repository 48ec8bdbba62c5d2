import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Workplace, workplace } from '../measure/check/logs.ts';
import type { CliResult } from '../support/cli.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

const LOG = logText(conversation({ turns: 3 }));
const FAST = ['--brotli-quality', '1'];
const MAKE = ['log.jsonl', '--baseline', 'b.json', '--update-baseline', ...FAST];
const CHECK = ['log.jsonl', '--check', '--baseline', 'b.json', ...FAST];

const jsonOf = ({ stdout }: CliResult) => JSON.parse(stdout.toString('utf8'));
const read = ({ cwd }: Workplace, name = 'b.json') => readFileSync(join(cwd, name), 'utf8');

/** A place with a log and its baseline. */
async function withBaseline(): Promise<Workplace> {
  const place = workplace();
  place.write(LOG);
  const { exitCode, stderr } = await place.measure(...MAKE);
  expect([exitCode, stderr]).toEqual([0, '']);
  return place;
}

describe('--update-baseline', () => {
  it('writes sizes, where they come from and how they were made', async () => {
    const place = await withBaseline();
    const baseline = JSON.parse(read(place));
    expect(Object.keys(baseline)).toEqual([
      ...['engine', 'files', 'histpack', 'options', 'schemaVersion'],
    ]);
    expect(baseline).toMatchObject({
      schemaVersion: 1,
      engine: expect.stringMatching(/^[0-9a-f]{16}$/),
      options: { brotliQuality: 1, gzipLevel: 6, selection: 'all' },
      files: { 'log.jsonl': { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), fromSeq: 0 } },
    });
  });

  it('writes the same bytes again, and leaves the table alone', async () => {
    const place = await withBaseline();
    const before = read(place);
    const { stdout } = await place.measure(...MAKE);
    expect(read(place)).toBe(before);
    expect(stdout.toString('utf8')).not.toContain('checks passed');
  });

  it('has a default name', async () => {
    const place = workplace();
    place.write(LOG);
    await place.measure('log.jsonl', '--update-baseline', ...FAST);
    expect(JSON.parse(read(place, 'histpack-baseline.json')).schemaVersion).toBe(1);
  });

  it('names logs from where the baseline is', async () => {
    const place = workplace();
    place.write(LOG);
    place.write('', 'marker');
    const baseline = join(place.cwd, 'b.json');
    await place.measure(join(place.cwd, 'log.jsonl'), '--baseline', baseline, '--update-baseline');
    expect(Object.keys(JSON.parse(read(place)).files)).toEqual(['log.jsonl']);
  });

  it('writes the selection as flags', async () => {
    const place = await withBaseline();
    await place.measure(...MAKE, '--tail', '--max-messages', '2');
    expect(JSON.parse(read(place)).options.selection).toBe('--tail --max-messages 2');
  });

  it('does not take out a log that cannot be read today', async () => {
    const place = await withBaseline();
    const before = read(place);
    place.write('not a log\n', 'log.jsonl');
    place.write(LOG, 'other.jsonl');
    const { exitCode, stderr } = await place.measure('other.jsonl', ...MAKE);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('the baseline is left as it is');
    expect(read(place)).toBe(before);
  });

  it('does not overwrite what is no baseline', async () => {
    const place = workplace();
    place.write(LOG);
    const flags = ['--baseline', 'log.jsonl', '--update-baseline', ...FAST];
    expect((await place.measure('log.jsonl', ...flags)).exitCode).toBe(2);
    expect(read(place, 'log.jsonl')).toBe(LOG);
  });
});

describe('--baseline', () => {
  it('passes where nothing moved', async () => {
    const place = await withBaseline();
    const { exitCode, stdout, stderr } = await place.measure(...CHECK);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout.toString('utf8')).toMatch(
      /\n\nlog\.jsonl: as in the baseline\n12 of 12 checks passed\.\n$/,
    );
  });

  it('fails where a log grew, in words and in JSON', async () => {
    const place = await withBaseline();
    place.write(logText(conversation({ turns: 4 })));
    const table = await place.measure(...CHECK);
    expect(table.exitCode).toBe(1);
    expect(table.stdout.toString('utf8')).toContain(
      '✖ log.jsonl: packed.records 36 is above what the baseline allows 27, by 9\n',
    );
    const json = await place.measure(...CHECK, '--json');
    expect([json.exitCode, json.stderr]).toEqual([1, '']);
    const report = jsonOf(json);
    expect(report.ok).toBe(false);
    expect(report.checks).toContainEqual({
      ...{ ok: false, kind: 'max-growth', subject: 'log.jsonl' },
      ...{ metric: 'packed.records', value: 36, limit: 27 },
    });
  });

  it('knows a renamed log', async () => {
    const place = await withBaseline();
    renameSync(join(place.cwd, 'log.jsonl'), join(place.cwd, 'now.jsonl'));
    const { exitCode, stdout } = await place.measure('now.jsonl', ...CHECK.slice(1));
    expect(exitCode).toBe(0);
    expect(stdout.toString('utf8')).toContain(
      '\nnow.jsonl (renamed from log.jsonl): as in the baseline\n',
    );
  });

  it('has a word for new and removed logs, which do not fail', async () => {
    const place = await withBaseline();
    place.write(logText(conversation({ turns: 1 })), 'new.jsonl');
    const { exitCode, stdout } = await place.measure('new.jsonl', ...CHECK.slice(1));
    expect(exitCode).toBe(0);
    const text = stdout.toString('utf8');
    expect(text).toContain('new.jsonl: new, not in the baseline');
    expect(text).toContain('log.jsonl: in the baseline, but not measured');
    expect(text).not.toContain('Infinity');
  });

  it('that is missing: 2, and what to do', async () => {
    const place = workplace();
    place.write(LOG);
    const { exitCode, stderr } = await place.measure(...CHECK);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('b.json: there is no such baseline [E_CONFIG]');
    expect(stderr).toContain('make it with --update-baseline');
  });

  it.each(['', '{', '[]', '{"schemaVersion":9}'])('that is broken: 2 (%j)', async (text) => {
    const place = workplace();
    place.write(LOG);
    place.write(text, 'b.json');
    for (const flags of [CHECK, MAKE]) {
      const result = await place.measure(...flags, '--json');
      expect(result.exitCode).toBe(2);
      expect(jsonOf(result)).toMatchObject({ error: { code: 'E_CONFIG', file: 'b.json' } });
    }
    expect(read(place)).toBe(text);
  });

  it.each([
    ['engine', ['--brotli-engine', 'wasm'], 'options'],
    ['quality', ['--brotli-quality', '2'], 'compression engine'],
    ['projection', ['--projection', 'keep-first-token'], 'options'],
    ['selection', ['--tail'], 'options'],
  ])('of another %s: 2, unless that is allowed', async (_, flags, what) => {
    const place = await withBaseline();
    const refused = await place.measure(...CHECK, ...flags);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(`the baseline was made with another ${what}`);
    const allowed = await place.measure(...CHECK, ...flags, '--allow-different', '--json');
    expect([0, 1]).toContain(allowed.exitCode);
    expect(jsonOf(allowed).comparisons).toHaveLength(1);
  });

  it('of an engine that gives other bytes: 2', async () => {
    const place = await withBaseline();
    const other = { ...JSON.parse(read(place)), engine: '0000000000000000' };
    place.write(JSON.stringify(other), 'b.json');
    const { exitCode, stderr } = await place.measure(...CHECK);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('another compression engine, so its sizes cannot be compared');
  });

  it('takes a wider noise floor', async () => {
    const place = await withBaseline();
    place.write(LOG.replace('"id":"s-1"', '"id":"s-2"').replace(' text 1.2 ', ' text  1.2 '));
    expect((await place.measure(...CHECK)).exitCode).toBe(1);
    expect((await place.measure(...CHECK, '--noise', 'json=0%,8B')).exitCode).toBe(0);
  });
});
