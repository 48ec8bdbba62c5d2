import { describe, expect, it } from 'vitest';
import { logOfSize, workplace } from '../measure/check/logs.ts';
import type { CliResult } from '../support/cli.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

const LOG = logText(conversation({ turns: 3 }));
const FAST = ['--brotli-quality', '1'];

const outcome = ({ exitCode, stderr }: CliResult) => [exitCode, stderr];
const jsonOf = ({ stdout }: CliResult) => JSON.parse(stdout.toString('utf8'));

describe('budgets', () => {
  it('within: 0', async () => {
    const { write, measure } = workplace();
    write(LOG);
    const result = await measure(
      ...['log.jsonl', '--check', ...FAST, '--max', 'packed.json=10 kB'],
      ...['--max', 'total.packed.records=100', '--max-ratio', 'packed.json/raw.json=99%'],
    );
    expect(outcome(result)).toEqual([0, '']);
    expect(result.stdout.toString('utf8')).toMatch(
      /\n✔ log\.jsonl: .*\n3 of 3 checks passed\.\n$/s,
    );
  });

  it('over: 1, with value, limit and excess', async () => {
    const { write, measure } = workplace();
    write(LOG);
    const result = await measure('log.jsonl', ...FAST, '--max', 'packed.records=10');
    expect(outcome(result)).toEqual([1, '']);
    expect(result.stdout.toString('utf8')).toContain(
      '✖ log.jsonl: packed.records 27 is above its limit 10, by 17\n0 of 1 checks passed.\n',
    );
  });

  it('over, in JSON: `ok: false` and the offending check', async () => {
    const { write, measure } = workplace();
    write(LOG);
    const budgets = ['--max', 'packed.records=10', '--max', 'raw.records=75'];
    const result = await measure('log.jsonl', ...FAST, '--json', ...budgets);
    expect(outcome(result)).toEqual([1, '']);
    const { ok, checks } = jsonOf(result);
    const about = { kind: 'max', subject: 'log.jsonl' };
    expect(ok).toBe(false);
    expect(checks).toEqual([
      { ok: false, ...about, metric: 'packed.records', value: 27, limit: 10 },
      { ok: true, ...about, metric: 'raw.records', value: 51, limit: 75 },
    ]);
  });

  it('of the total are about the sum', async () => {
    const { write, measure } = workplace();
    write(LOG, 'a.jsonl');
    write(LOG, 'b.jsonl');
    const result = await measure('.', ...FAST, '--json', '--max', 'total.packed.records=53');
    expect(result.exitCode).toBe(1);
    expect(jsonOf(result).checks).toMatchObject([{ subject: 'total', value: 54, limit: 53 }]);
  });

  it.each(['--max=packed.brotli=550KB', '--max-ratio=packed.json/raw.json=10', '--max=x=1'])(
    'a bad unit or metric: 2 (%s)',
    async (flag) => {
      const { write, measure } = workplace();
      write(LOG);
      const result = await measure('log.jsonl', flag, '--json');
      expect(result.exitCode).toBe(2);
      expect(result.stderr).toMatch(/expected .* \[E_USAGE\]/);
      expect(jsonOf(result)).toMatchObject({ error: { code: 'E_USAGE' }, exitCode: 2 });
    },
  );

  it.each([
    [['--check'], '--check has nothing to check'],
    [['--max-growth', '1%'], '--max-growth has nothing to compare with'],
    [['--forms', 'packed', '--max', 'raw.json=1'], 'the forms measured are packed'],
  ])('that could never fail: 2 (%j)', async (flags, reason) => {
    const { write, measure } = workplace();
    write(LOG);
    const result = await measure('log.jsonl', ...FAST, ...flags);
    expect(outcome(result)).toEqual([2, expect.stringContaining(reason)]);
  });

  it('a missing file: 4, whatever else fails', async () => {
    const { write, measure } = workplace();
    write(LOG);
    const budget = ['--max', 'packed.records=10'];
    expect((await measure('none.jsonl', ...budget)).exitCode).toBe(4);
    const both = await measure('log.jsonl', 'none.jsonl', ...FAST, '--json', ...budget);
    expect(both.exitCode).toBe(4);
    expect(jsonOf(both)).toMatchObject({
      ok: false,
      checks: [{ ok: false }],
      errors: [{ code: 'E_READ', file: 'none.jsonl' }],
    });
  });

  it('of the total, where no log can be read: 4', async () => {
    const { measure } = workplace();
    const result = await measure('a.jsonl', 'b.jsonl', '--max', 'total.packed.json=1');
    expect(result.exitCode).toBe(4);
  });
});

describe('growth, with the default noise floor', () => {
  const SMALL = 64 * 1024;
  const LARGE = 1_000_000;

  it.each([
    ['a 64 KiB page', SMALL, ['--brotli-quality', '11']],
    ['a 1 MB log', LARGE, ['--brotli-quality', '11', '--forms', 'packed']],
    ['a 1 MB log, every form', LARGE, ['--brotli-quality', '5']],
  ])('%s: a neutral edit passes, and 5 %% more fail', async (_, bytes, flags) => {
    const { write, measure } = workplace();
    const check = ['--baseline', 'b.json', '--max-growth', '1%', '--json', ...flags];
    write(logOfSize(bytes, 1));
    expect(outcome(await measure('log.jsonl', ...check, '--update-baseline'))).toEqual([0, '']);

    write(logOfSize(bytes, 2));
    const neutral = await measure('log.jsonl', '--check', ...check, '--max-growth', '0%');
    expect(outcome(neutral)).toEqual([0, '']);
    const { comparisons } = jsonOf(neutral);
    expect(comparisons).toMatchObject([{ subject: 'log.jsonl', status: 'unchanged' }]);
    const moved = comparisons[0].deltas.filter(
      ({ before, after }: { before: number; after: number }) => before !== after,
    );
    expect(moved.length).toBeGreaterThan(0); // the edit is real
    expect(moved.every(({ metric }: { metric: string }) => /gzip|brotli/.test(metric))).toBe(true);

    write(logOfSize(bytes * 1.05 + 4096, 1));
    const grown = await measure('log.jsonl', ...check);
    expect(outcome(grown)).toEqual([1, '']);
    const failed = jsonOf(grown).checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failed.map(({ metric }: { metric: string }) => metric)).toEqual(
      expect.arrayContaining(['packed.records', 'packed.json', 'packed.gzip', 'packed.brotli']),
    );
  });
});
