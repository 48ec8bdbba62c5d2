import { describe, expect, it } from 'vitest';
import { makeFault } from '../../../src/errors.ts';
import { COMMENT_MARKER, renderComment } from '../../../src/measure/render/comment.ts';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { BROKEN, check, MARKDOWN_TABLE, reportOf } from './reports.ts';

const PASSED = check('max', 'packed.json', 1, 2);
const FAILED = check('max', 'packed.json', 2, 1);

const render = (...args: Parameters<typeof reportOf>) =>
  renderComment(reportOf(...args), LABELS.en);
const title = (...args: Parameters<typeof reportOf>) => render(...args).split('\n')[1];

describe('renderComment', () => {
  it('begins with the marker, and folds the tables away', () => {
    expect(render([PASSED])).toBe(`\
<!-- histpack-report -->
### Session log sizes: all 1 checks passed

<details><summary>Measurements</summary>

${MARKDOWN_TABLE}
- ✅ session.jsonl: packed.json 1 is within 2
- 1 of 1 checks passed.

</details>
`);
  });

  it('unfolds them where a check failed', () => {
    expect(render([PASSED, FAILED])).toContain(`\
### Session log sizes: 1 of 2 checks failed

<details open><summary>`);
  });

  it('says which logs could not be measured, and does not speak of success', () => {
    expect(render([PASSED], [], [BROKEN])).toContain(`\
### Session log sizes: 1 log could not be measured

- ❌ cannot read b.jsonl: no such file or directory

<details open>`);
    expect(title([FAILED], [], [BROKEN, BROKEN])).toBe(
      '### Session log sizes: 2 logs could not be measured, 1 of 1 checks failed',
    );
  });

  it('has a plain title where nothing was checked', () => {
    expect(title()).toBe('### Session log sizes');
  });

  it('keeps a hostile message on one line, without meaning', () => {
    const hostile = makeFault({ code: 'E_READ', message: 'cannot read <b>\n# x | [y](z)' });
    expect(render([], [], [hostile])).toContain('\n- ❌ cannot read \\<b\\> # x \\| \\[y\\](z)\n');
  });

  it('always has the same marker, by which a workflow finds the comment', () => {
    expect(COMMENT_MARKER).toBe('<!-- histpack-report -->');
    for (const text of [render(), render([FAILED]), render([], [], [BROKEN])]) {
      expect(text.startsWith(`${COMMENT_MARKER}\n`)).toBe(true);
    }
  });
});
