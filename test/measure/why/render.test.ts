import { Chalk } from 'chalk';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { WHOLE_LOG } from '../../../src/codec/page.ts';
import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { survey } from '../../../src/log/survey.ts';
import { NOTE_FORMS } from '../../../src/measure/forms.ts';
import { explainPage } from '../../../src/measure/why/explain.ts';
import { WHY_LABELS } from '../../../src/measure/why/labels.ts';
import { growthLines, renderWhyText, whyMarkdownLines } from '../../../src/measure/why/render.ts';
import { sampleFile } from '../../samples/read-sample.ts';
import { WHY } from './data.ts';
import { FAST, FORM_WRITERS } from './support.ts';

const plain = new Chalk({ level: 0 });
const { en, zh } = WHY_LABELS;

const TEXT = String.raw`Where the bytes are

JSON bytes by event family    raw       %  packed       %
tool/result                   600   56.1%     600   56.1%
evil\u001b[2J|x               400   37.4%       -       -
text-chunks                     -       -     400   37.4%
(response frame)               70    6.5%      70    6.5%
Total                       1,070  100.0%   1,070  100.0%

JSON bytes by part of a record    raw       %  packed       %
other events                    1,000   93.5%     600   56.1%
row fragments                       -       -     250   23.4%
row envelope                        -       -     100    9.3%
row dt                              -       -      50    4.7%
(response frame)                   70    6.5%      70    6.5%
Total                           1,070  100.0%   1,070  100.0%

JSON bytes by turn    raw       %  packed       %
turn 1              1,000   93.5%   1,000   93.5%
(response frame)       70    6.5%      70    6.5%
Total               1,070  100.0%   1,070  100.0%

JSON bytes by step    raw       %  packed       %
turn 1 step 1         900   84.1%     900   84.1%
turn 1                100    9.3%     100    9.3%
(response frame)       70    6.5%      70    6.5%
Total               1,070  100.0%   1,070  100.0%

JSON bytes by tool    raw       %  packed       %
bash                  600   56.1%     600   56.1%
(no tool)             400   37.4%     400   37.4%
(response frame)       70    6.5%      70    6.5%
Total               1,070  100.0%   1,070  100.0%

Leave-one-out         JSON bytes  gzip bytes  Brotli bytes
raw: tool/result             600         250           200
raw: evil\u001b[2J|x         400         120            -1

Leave-one-out: how much smaller the response is without these records, its frame kept; compressed sizes do not sum.

The log is stored unpacked: at least 12,345 of its 12,400 deltas stand on lines of their own, though they fit into chunk rows. The file is larger for it, the page is not.
Flushes cut runs short: the log stores 160 chunk rows where 116 would do. The file is larger for it, the page is not.
One tool result is 56.1% of the packed page: 600 JSON bytes of bash at seq 123.`;

const SAMPLE_FAMILIES = `\
JSON bytes by event family          raw       %  projection       %  packed       %
assistant/chunk tool-call-delta  18,415   44.9%           -       -     763    4.4%
assistant/chunk text-delta        5,418   13.2%           -       -       -       -
assistant/message                 3,515    8.6%       3,515   41.5%   3,515   20.1%
assistant/chunk reasoning-delta   2,878    7.0%           -       -     303    1.7%
assistant/chunk block-end         2,326    5.7%           -       -   2,326   13.3%
tool/result                       1,900    4.6%       1,900   22.4%   1,900   10.8%
assistant/chunk block-start       1,575    3.8%           -       -   1,575    9.0%
tool-call-chunks                      -       -           -       -   1,350    7.7%
assistant/chunk usage             1,039    2.5%           -       -   1,039    5.9%
tool/call                           970    2.4%         970   11.5%     970    5.5%
(11 more)                         2,746    6.7%       1,998   23.6%   3,658   20.9%
(response frame)                    268    0.7%          84    1.0%     128    0.7%
Total                            41,050  100.0%       8,467  100.0%  17,527  100.0%
`;

describe('renderWhyText', () => {
  it('is a table for each breakdown, what was left out, and advice', () => {
    expect(renderWhyText(WHY, en, plain)).toBe(TEXT);
  });

  it('leaves out what is not there', () => {
    const { packed } = WHY.forms;
    if (packed === undefined) throw new Error('the data has it');
    const text = renderWhyText({ forms: { packed }, advice: [] }, en, plain);
    expect(text.split('\n').slice(-4)).toEqual([
      'bash                   600   56.1%',
      '(no tool)              400   37.4%',
      '(response frame)        70    6.5%',
      'Total                1,070  100.0%',
    ]);
    expect(text).not.toContain('raw');
  });

  it('is its title alone where nothing was measured', () => {
    expect(renderWhyText({ forms: {}, advice: [] }, en, plain)).toBe('Where the bytes are');
  });

  it('sums what it does not list', async () => {
    const source = memorySource(Buffer.from(sampleFile('tools.jsonl')), 'tools.jsonl');
    const log = await openLog(source);
    const noteForms = new Map([...FORM_WRITERS].slice(0, NOTE_FORMS.length));
    const why = await explainPage(log, await survey(log, WHOLE_LOG), {
      ...{ representations: noteForms, weights: {}, compression: FAST, leaveOut: 0 },
    });
    expect(renderWhyText(why, en, plain)).toContain(SAMPLE_FAMILIES);
  });

  it('keeps its columns straight in Chinese', () => {
    const [, table = ''] = renderWhyText(WHY, zh, plain).split('\n\n');
    const widths = table.split('\n').map((line) => stringWidth(line));
    expect(new Set(widths).size).toBe(1);
    expect(table).toMatch(/^JSON 字节（按事件类别） .*\n(.*\n)+合计 /);
  });

  it('says its advice in Chinese', () => {
    expect(renderWhyText(WHY, zh, plain).split('\n').slice(-3)).toEqual([
      '日志未打包存储：12,400 个增量中至少有 12,345 个独占一行，本可并入打包行。文件因此变大，页面不受影响。',
      '刷新截断了连续增量：日志存有 160 个打包行，116 个即可。文件因此变大，页面不受影响。',
      '一个工具结果占 packed 页面的 56.1%：seq 123，bash，600 JSON 字节。',
    ]);
  });

  it('sets off its heads where colours are on', () => {
    const text = renderWhyText(WHY, en, new Chalk({ level: 1 }));
    expect(text.startsWith('\u001b[1mWhere the bytes are\u001b[22m')).toBe(true);
  });
});

describe('whyMarkdownLines', () => {
  it('folds the tables away and escapes names', () => {
    const lines = whyMarkdownLines(WHY, en);
    expect(lines.slice(0, 9)).toEqual([
      '<details><summary>Where the bytes are</summary>',
      '',
      '| JSON bytes by event family | raw | % | packed | % |',
      '| --- | ---: | ---: | ---: | ---: |',
      '| tool/result | 600 | 56.1% | 600 | 56.1% |',
      String.raw`| evil\\u001b\[2J\|x | 400 | 37.4% | - | - |`,
      '| text-chunks | - | - | 400 | 37.4% |',
      '| (response frame) | 70 | 6.5% | 70 | 6.5% |',
      '| Total | 1,070 | 100.0% | 1,070 | 100.0% |',
    ]);
    expect(lines.slice(-6)).toEqual([
      '',
      ...WHY.advice.map((each) => `- ${en.advice(each)}`),
      '',
      '</details>',
    ]);
  });

  it('escapes what advice quotes', () => {
    const advice = {
      kind: 'large-tool-result',
      form: 'raw',
      share: 1,
      seq: 0,
      jsonBytes: 1,
    } as const;
    const lines = whyMarkdownLines({ forms: {}, advice: [{ ...advice, tool: '<b>' }] }, en);
    expect(lines.join('\n')).toContain(String.raw`of \<b\> at seq 0`);
  });
});

describe('growthLines', () => {
  it('gives a line for each of the first ten', () => {
    const growth = { form: 'packed', family: 'tool/result', before: 1000, after: 1050 } as const;
    const fresh = { ...growth, family: 'a\nb', before: 0 };
    expect(growthLines([growth, fresh])).toEqual([
      'packed tool/result +50 (+5.00%)',
      String.raw`packed a\u000ab +1,050`,
    ]);
    expect(growthLines(Array.from({ length: 12 }, () => growth))).toHaveLength(10);
  });
});
