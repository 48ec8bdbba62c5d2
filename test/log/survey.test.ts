import { describe, expect, it } from 'vitest';
import { type Selection, WHOLE_LOG } from '../../src/codec/page.ts';
import { eachEventText } from '../../src/codec/span.ts';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { readInterval, survey } from '../../src/log/survey.ts';
import { eventLine, logText, messageLine, rowLine, turnEnd } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';

const open = (lines: readonly string[]) => openLog(memorySource(Buffer.from(logText(lines)), 'f'));

const start = eventLine(0, 'turn/start');
/** Sound to seq 3, then a gap with a message and a finished turn behind it. */
const corrupt = [
  ...[start, messageLine(1, 'user', {}), rowLine(2, ['a'])],
  ...[messageLine(9, 'assistant', { turn: 0, step: 0 }), turnEnd(10)],
];

describe('survey', () => {
  const lines = conversation({ turns: 3 }); // 17 events a turn

  it.each<[string, Selection, number, number]>([
    ['the whole log', WHOLE_LOG, 0, 51],
    ['an interval', { kind: 'interval', fromSeq: 3, toSeq: 20 }, 3, 20],
    ['an interval that the log cuts', { kind: 'interval', fromSeq: 3, toSeq: 99 }, 3, 51],
    ['the empty end', { kind: 'interval', fromSeq: 51 }, 51, 51],
    ['the last message', { kind: 'backward', maxMessages: 1 }, 37, 51],
    ['the last two messages', { kind: 'backward', maxMessages: 2 }, 35, 51],
    ['a message before a seq', { kind: 'backward', beforeSeq: 17, maxMessages: 1 }, 3, 17],
    ['more messages than there are', { kind: 'backward', maxMessages: 50 }, 0, 51],
    ['a message forwards', { kind: 'forward', fromSeq: 4, maxMessages: 1 }, 4, 15],
    [
      'more messages forwards than there are',
      { kind: 'forward', fromSeq: 4, maxMessages: 9 },
      4,
      51,
    ],
  ])('finds %s', async (_, selection, fromSeq, toSeq) => {
    const { interval, warnings } = await survey(await open(lines), selection);
    expect(interval).toEqual({ fromSeq, toSeq });
    expect(warnings).toEqual([]);
  });

  it('knows the steps completed within the page alone', async () => {
    const log = await open(conversation({ turns: 3, isRunning: true }));
    const steps = async (selection: Selection) => [
      ...(await survey(log, selection)).completedSteps,
    ];
    expect(await steps(WHOLE_LOG)).toEqual(['0 0', '1 0']);
    expect(await steps({ kind: 'interval', fromSeq: 14, toSeq: 31 })).toEqual(['0 0']);
    expect(await steps({ kind: 'interval', fromSeq: 15, toSeq: 32 })).toEqual(['1 0']);
  });

  it('refuses a start past the end, and says where the end is', async () => {
    const refused = survey(await open(lines), { kind: 'interval', fromSeq: 52 });
    await expect(refused).rejects.toMatchObject({
      code: 'E_SELECTION',
      fault: { detail: { fromSeq: 52, endSeq: 51 }, hint: expect.stringContaining('--from 51') },
    });
  });

  it('gives the warnings of the header and those of the end', async () => {
    const text = logText([start]).replace('"delegationDepth":0', '"sandboxMode":"x"');
    const log = await openLog(memorySource(Buffer.from(`${text}{"torn`), 'f'));
    const { warnings } = await survey(log, WHOLE_LOG);
    expect(warnings.map(({ code }) => code)).toEqual(['W_HEADER', 'W_HEADER', 'W_TORN_TAIL']);
  });
});

describe('a corrupt log', () => {
  it('is refused with its first fault', async () => {
    await expect(survey(await open(corrupt), WHOLE_LOG)).rejects.toMatchObject({
      code: 'E_SEQ',
      fault: { line: 5, seq: 9, file: 'f' },
    });
  });

  it('is refused even where the page lies before the fault', async () => {
    const selection: Selection = { kind: 'interval', fromSeq: 0, toSeq: 1 };
    await expect(survey(await open(corrupt), selection)).rejects.toMatchObject({ code: 'E_SEQ' });
  });

  it('gives its valid prefix to salvage, and says so', async () => {
    const found = await survey(await open(corrupt), WHOLE_LOG, { salvage: true });
    expect(found.interval).toEqual({ fromSeq: 0, toSeq: 3 });
    expect(found.warnings).toMatchObject([
      { code: 'W_SALVAGED', line: 5, detail: { code: 'E_SEQ', validPrefixEvents: 3 } },
    ]);
  });

  it('keeps what stands behind the fault out of a salvaged page', async () => {
    const log = await open(corrupt);
    const selection: Selection = { kind: 'backward', maxMessages: 1 };
    const { interval, completedSteps } = await survey(log, selection, { salvage: true });
    expect(interval).toEqual({ fromSeq: 1, toSeq: 3 });
    expect([...completedSteps]).toEqual([]);
  });
});

describe('readInterval', () => {
  async function seqs(lines: readonly string[], fromSeq: number, toSeq: number): Promise<number[]> {
    const found: number[] = [];
    await readInterval(await open(lines), { interval: { fromSeq, toSeq } }, (spans) => {
      for (const span of spans) eachEventText(span, (_, seq) => found.push(seq));
      return undefined;
    });
    return found;
  }

  it.each(['packed', 'unpacked', 'mixed'] as const)('cuts %s runs to it', async (layout) => {
    const lines = conversation({ turns: 2, layout });
    expect(await seqs(lines, 6, 12)).toEqual([6, 7, 8, 9, 10, 11]);
    expect(await seqs(lines, 0, 34)).toHaveLength(34);
    expect(await seqs(lines, 5, 6)).toEqual([5]);
  });

  it('gives nothing of an empty one', async () => {
    expect(await seqs(conversation({ turns: 1 }), 4, 4)).toEqual([]);
  });
});
