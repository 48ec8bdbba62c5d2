import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workplace } from '../measure/check/logs.ts';
import { logText } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

const LOG = logText(conversation({ turns: 3 }));
const FLAGS = ['log.jsonl', '--brotli-quality', '1'];
const BUDGET = ['--max', 'packed.records=10'];

/** A place in a workflow, whose step has said something already. */
function inWorkflow(summary = 'summary.md') {
  const place = workplace({ GITHUB_STEP_SUMMARY: summary, GITHUB_ACTIONS: 'true', CI: 'true' });
  place.write(LOG);
  place.write('what stood there\n', 'summary.md');
  return { ...place, summary: () => readFileSync(join(place.cwd, 'summary.md'), 'utf8') };
}

describe('GITHUB_STEP_SUMMARY', () => {
  it('gets the report in markdown after what stands in it', async () => {
    const { measure, summary } = inWorkflow();
    const { exitCode, stdout } = await measure(...FLAGS, ...BUDGET, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout.toString('utf8')).ok).toBe(false); // the summary changes no output
    const text = summary();
    expect(text.startsWith('what stood there\n| Representation |')).toBe(true);
    expect(text).toContain('- ❌ log.jsonl: packed.records 27 is above its limit 10, by 17\n');
    await measure(...FLAGS, ...BUDGET);
    expect(summary().split('| Representation |')).toHaveLength(3);
  });

  it('is left alone where nothing is checked', async () => {
    const { measure, summary } = inWorkflow();
    await measure(...FLAGS);
    expect(summary()).toBe('what stood there\n');
    await measure(...FLAGS, '--format', 'github');
    expect(summary()).toContain('| Representation |');
  });

  it('that cannot be written is a warning', async () => {
    const { measure } = inWorkflow('no/such/directory.md');
    const { exitCode, stderr, stdout } = await measure(...FLAGS, '--max', 'packed.records=99');
    expect(exitCode).toBe(0);
    expect(stderr).toContain('cannot write the step summary: no such file or directory');
    expect(stdout.toString('utf8')).toContain('1 of 1 checks passed.');
  });
});

describe('--format github', () => {
  it('annotates at most ten failures', async () => {
    const { measure } = inWorkflow();
    const budgets = Array.from({ length: 12 }, (_, at) => ['--max', `packed.json=${at}`]).flat();
    const { exitCode, stdout } = await measure(...FLAGS, '--format', 'github', ...budgets);
    expect(exitCode).toBe(1);
    const lines = stdout.toString('utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[0]).toMatch(
      /^::error file=log\.jsonl,title=histpack::log\.jsonl: packed\.json [\d,]+ is above its limit 0,/,
    );
  });
});

describe('--format comment', () => {
  it('is a body that a later run finds again', async () => {
    const { measure } = inWorkflow();
    const { stdout } = await measure(...FLAGS, '--format', 'comment', ...BUDGET);
    expect(stdout.toString('utf8')).toMatch(
      /^<!-- histpack-report -->\n### Session log sizes: 1 of 1 checks failed\n/,
    );
  });
});

describe('--format openmetrics', () => {
  it('is what GitLab reads', async () => {
    const { measure } = inWorkflow();
    const { stdout } = await measure(...FLAGS, '--format', 'openmetrics');
    expect(stdout.toString('utf8')).toMatch(
      /^histpack_records\{file="log\.jsonl",form="raw"\} 51$/m,
    );
    expect(stdout.toString('utf8').endsWith('\n# EOF\n')).toBe(true);
  });
});
