import { describe, expect, it } from 'vitest';
import { renderGithub } from '../../../src/measure/render/github.ts';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { renderMarkdown } from '../../../src/measure/render/markdown.ts';
import { BROKEN, CHECKS, check, MARKDOWN_TABLE, reportOf } from './reports.ts';

/** The workflow commands of a report. */
const commands = (...args: Parameters<typeof reportOf>): string[] =>
  renderGithub(reportOf(...args), LABELS.en)
    .split('\n')
    .filter((line) => line.startsWith('::'));

describe('renderGithub', () => {
  it('is an annotation for each broken log and failed check, then the markdown', () => {
    const report = reportOf(CHECKS, [], [BROKEN]);
    expect(renderGithub(report, LABELS.en)).toBe(`\
::error file=b.jsonl,title=histpack::cannot read b.jsonl: no such file or directory
::error file=session.jsonl,title=histpack::session.jsonl: packed.records 696 is above its limit 600, by 96
::error title=histpack::total: packed.json/raw.json 12.00%25 is above its limit 10.00%25, by 2.00%25
::error file=session.jsonl,title=histpack::session.jsonl: packed.json 6,362,724 is above what the baseline allows 6,300,000, by 62,724
${renderMarkdown(report, LABELS.en)}`);
  });

  it('is the markdown alone where nothing failed', () => {
    expect(renderGithub(reportOf(), LABELS.en)).toBe(MARKDOWN_TABLE);
    expect(commands([check('max', 'packed.json', 1, 2)])).toEqual([]);
  });

  it('has at most ten annotations, since GitHub shows no more', () => {
    const many = Array.from({ length: 25 }, (_, at) => check('max', 'packed.json', at + 1, 0));
    expect(commands(many)).toHaveLength(10);
    expect(commands(many, [], [BROKEN])).toHaveLength(10);
    expect(renderGithub(reportOf(many), LABELS.en)).toContain('0 of 25 checks passed.');
  });

  it('escapes what would end a command or a property', () => {
    const hostile = 'a%0A,b:c\r\n::error::x.jsonl';
    expect(commands([check('max', 'packed.json', 2, 1, hostile)])[0]).toBe(
      '::error file=a%250A%2Cb%3Ac%0D%0A%3A%3Aerror%3A%3Ax.jsonl,title=histpack::' +
        'a%250A,b:c%0D%0A::error::x.jsonl: packed.json 2 is above its limit 1, by 1',
    );
  });
});
