import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Measurement } from '../../src/measure/measure.ts';
import type { Report } from '../../src/measure/report.ts';
import { run } from '../support/context.ts';
import { cases, describeCorpus } from '../support/corpus.ts';
import { forkText, markedForkText } from '../support/forks.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

const FAST = ['--brotli-quality', '4', '--no-cache'];

/** A directory with some logs by name. */
function logs(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, `${name}.jsonl`), text);
  return cwd;
}

async function report(cwd: string, ...args: string[]): Promise<Report> {
  const { exitCode, stdout, stderr } = await run(['measure', '--json', ...FAST, ...args], { cwd });
  expect([exitCode, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

const FAMILY = {
  parent: forkText({ id: 'p', own: 60 }),
  fork: forkText({ id: 'f', parent: 'p', inherited: 30, own: 12 }),
  marked: markedForkText({ id: 'm', parent: 'p', inherited: 24 }),
};

describe('measure of forks', () => {
  it('tells what is inherited, and weighs the own part as the page that it is', async () => {
    const cwd = logs(FAMILY);
    const { measurements } = await report(cwd, 'parent.jsonl', 'fork.jsonl', 'marked.jsonl');
    const [parent, fork, marked] = measurements;
    expect(parent).not.toHaveProperty('inheritedEvents');
    expect(parent).not.toHaveProperty('own');
    expect(fork).toMatchObject({
      session: { id: 'f', parentSession: 'p' },
      inheritedEvents: 30,
      events: 42,
      own: { fromSeq: 30, toSeq: 42, events: 12 },
    });
    expect(marked).toMatchObject({ inheritedEvents: 24, own: { fromSeq: 24, toSeq: 26 } });
    const [page] = (await report(cwd, '--from', '30', 'fork.jsonl')).measurements;
    expect(fork?.own?.weights).toEqual(page?.weights);
  });

  it('counts inherited events once in the total, and says so', async () => {
    const cwd = logs(FAMILY);
    const { measurements, total } = await report(cwd, '.');
    const sum = (of: (each: Measurement) => number) =>
      measurements.reduce((all, each) => all + of(each), 0);
    expect(total?.events).toBe(60 + 12 + 2);
    expect(total?.countedOnce).toEqual({ forks: ['fork.jsonl', 'marked.jsonl'], events: 54 });
    expect(total?.weights.raw?.jsonBytes).toBe(
      sum(({ own, weights }) => (own ?? { weights }).weights.raw?.jsonBytes ?? 0),
    );
    const table = await run(['measure', ...FAST, '.'], { cwd });
    expect(table.stdout).toContain('Inherited events are counted once: 54 left out of 2 forks.\n');
    const markdown = await run(['measure', ...FAST, '.', '--format', 'markdown', '--lang', 'zh'], {
      cwd,
    });
    expect(markdown.stdout).toContain('继承的事件只计一次：2 个分叉略去 54 个事件。');
  });

  it('merges to the same total, in any order', async () => {
    const cwd = logs({
      ...FAMILY,
      sibling: forkText({ id: 's', parent: 'x', inherited: 18, own: 6 }),
      twin: forkText({ id: 't', parent: 'x', inherited: 18, own: 12 }),
    });
    const { total } = await report(cwd, '.');
    expect(total?.events).toBe(60 + 12 + 2 + 24 + 12);
    const lines: string[] = [];
    for (const name of ['twin', 'marked', 'fork', 'sibling', 'parent']) {
      lines.push(
        (await run(['measure', ...FAST, '--format', 'ndjson', `${name}.jsonl`], { cwd })).stdout,
      );
    }
    const merged = await run(['merge', '--json'], { cwd, stdin: lines.join('') });
    expect(JSON.parse(merged.stdout).total).toEqual(total);
  });

  it('checks budgets of the total so counted', async () => {
    const cwd = logs(FAMILY);
    const { total } = await report(cwd, '.');
    const json = total?.weights.raw?.jsonBytes ?? 0;
    const budget = (bytes: number) =>
      run(['measure', ...FAST, '.', '--max', `total.raw.json=${bytes}`], { cwd });
    expect([(await budget(json)).exitCode, (await budget(json - 1)).exitCode]).toEqual([0, 1]);
  });
});

describe('measure --own', () => {
  it('measures only what a fork does not have from its parent', async () => {
    const cwd = logs(FAMILY);
    const { measurements, total } = await report(cwd, '--own', '.');
    const intervals = measurements.map(({ interval }) => [interval.fromSeq, interval.toSeq]);
    expect(intervals).toEqual([
      [30, 42],
      [24, 26],
      [0, 60],
    ]);
    expect(total).toMatchObject({ events: 12 + 2 + 60 });
    expect(total).not.toHaveProperty('countedOnce');
    const [page] = (await report(cwd, '--from', '30', 'fork.jsonl')).measurements;
    expect(measurements[0]?.weights).toEqual(page?.weights);
  });

  it('is part of what a baseline remembers', async () => {
    const cwd = logs(FAMILY);
    const check = (...flags: string[]) =>
      run(['measure', ...FAST, '--baseline', 'b.json', ...flags, 'fork.jsonl'], { cwd });
    expect((await check('--own', '--update-baseline')).exitCode).toBe(0);
    expect((await check('--own')).exitCode).toBe(0);
    const { exitCode, stderr } = await check();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('made with another options')]);
  });

  it('finds nothing where a fork has nothing of its own', async () => {
    const seeded = forkText({ id: 'f', parent: 'p', inherited: 12, own: 0 }).replace(
      '"seedLength":12',
      '"seedLength":99',
    );
    const { measurements } = await report(logs({ seeded }), '--own', 'seeded.jsonl');
    expect(measurements[0]).toMatchObject({
      events: 0,
      inheritedEvents: 12,
      interval: { fromSeq: 12, toSeq: 12 },
    });
  });

  it.each([['--from', '1'], ['--to', '9'], ['--tail'], ['--before', '9'], ['--max-messages', '2']])(
    'contradicts %s',
    async (...flags) => {
      const { exitCode, stderr } = await run(
        ['measure', '--own', ...flags.filter(Boolean), 'fork.jsonl'],
        {
          cwd: logs(FAMILY),
        },
      );
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('[E_SELECTION]')]);
    },
  );
});

describeCorpus('the fork among the hard cases', () => {
  it('has the inherited and own events that its description names', async () => {
    const fork = cases().find(({ name }) => name === '26-fork-with-inherited-prefix');
    const facts = fork?.files['session.jsonl'] as { inheritedEvents: number; ownEvents: number };
    const cwd = fork?.folder ?? '';
    const [whole] = (await report(cwd, 'session.jsonl')).measurements;
    const [own] = (await report(cwd, '--own', 'session.jsonl')).measurements;
    expect(whole?.inheritedEvents).toBe(facts.inheritedEvents);
    expect(own?.events).toBe(facts.ownEvents);
  });
});
