import { describe, expect, it } from 'vitest';
import { type Selection, WHOLE_LOG } from '../../../src/codec/page.ts';
import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { survey } from '../../../src/log/survey.ts';
import { FORMS } from '../../../src/measure/forms.ts';
import { measureLog } from '../../../src/measure/measure.ts';
import { type ExplainOptions, explainPage } from '../../../src/measure/why/explain.ts';
import { deltaLine, eventLine, logText, rowLine } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { FAST, FORM_WRITERS, sum } from './support.ts';

async function explain(
  lines: readonly string[],
  options: Partial<ExplainOptions> & { selection?: Selection } = {},
) {
  const { selection = WHOLE_LOG, ...rest } = options;
  const log = await openLog(memorySource(Buffer.from(logText(lines)), 'f.jsonl'));
  const { weights } = await measureLog(log, {
    ...{ selection, forms: FORMS, projection: 'literal', compression: FAST },
  });
  const surveyed = await survey(log, selection);
  const why = await explainPage(log, surveyed, {
    ...{ representations: FORM_WRITERS, weights, compression: FAST },
    ...rest,
  });
  return { why, weights };
}

describe('explainPage', () => {
  it.each<[string, Selection]>([
    ['a whole log', WHOLE_LOG],
    ['a page that cuts runs', { kind: 'interval', fromSeq: 5, toSeq: 12 }],
    ['the first events', { kind: 'interval', toSeq: 7 }],
    ['an empty page', { kind: 'interval', fromSeq: 9, toSeq: 9 }],
    ['the last messages', { kind: 'backward', maxMessages: 2 }],
  ])('sums to what was measured of %s', async (_, selection) => {
    const { why, weights } = await explain(conversation({ turns: 3, layout: 'mixed' }), {
      selection,
      leaveOut: 1,
    });
    for (const form of FORMS) {
      expect(why.forms[form]?.jsonBytes).toBe(weights[form]?.jsonBytes);
      expect(sum(why.forms[form]?.families ?? [])).toBe(weights[form]?.jsonBytes);
    }
  });

  it('sums to what was measured of a page that is sought', async () => {
    const lines = conversation({ turns: 1500 });
    const selection: Selection = { kind: 'backward', maxMessages: 5 };
    const { why, weights } = await explain(lines, { selection, leaveOut: 1 });
    expect(logText(lines).length).toBeGreaterThan(1024 * 1024); // smaller logs are read whole
    expect(why.forms.packed?.jsonBytes).toBe(weights.packed?.jsonBytes);
    expect(why.forms.packed?.families[0]?.leaveOneOut?.gzipBytes).toBeGreaterThan(0);
  });

  it('leaves out the largest families of each form, and not the frame', async () => {
    const { why } = await explain(conversation({ turns: 2 }), { leaveOut: 2 });
    for (const form of FORMS) {
      const left = why.forms[form]?.families.map(({ leaveOneOut }) => leaveOneOut !== undefined);
      expect(left?.slice(0, 2)).toEqual([true, true]);
      expect(left?.slice(2).every((each) => !each)).toBe(true);
    }
    const [largest] = why.forms.raw?.families ?? [];
    expect(largest?.leaveOneOut?.gzipBytes).toBeGreaterThan(0);
    expect(largest?.leaveOneOut?.gzipBytes).toBeLessThan(largest?.jsonBytes ?? 0);
  });

  it('leaves out no more than there is', async () => {
    const { why } = await explain([eventLine(0, 'a'), eventLine(1, 'b')], { leaveOut: 9 });
    const families = why.forms.packed?.families ?? [];
    expect(families.map((each) => [each.name, 'leaveOneOut' in each])).toEqual([
      ['a', true],
      ['b', true],
      ['(response frame)', false],
    ]);
  });

  it('leaves out nothing for 0, and five by default', async () => {
    const count = (why: Awaited<ReturnType<typeof explain>>['why']) =>
      why.forms.raw?.families.filter(({ leaveOneOut }) => leaveOneOut !== undefined).length;
    expect(count((await explain(conversation({ turns: 1 }), { leaveOut: 0 })).why)).toBe(0);
    expect(count((await explain(conversation({ turns: 1 }))).why)).toBe(5);
  });

  it('is plain data without what only advice needs', async () => {
    const { why } = await explain(conversation({ turns: 1 }), { leaveOut: 0 });
    expect(JSON.parse(JSON.stringify(why))).toEqual(why);
    expect(Object.keys(why.forms.raw ?? {}).sort()).toEqual([
      ...['families', 'jsonBytes', 'parts', 'steps', 'tools', 'turns'],
    ]);
  });

  it('advises on a log that is stored unpacked, and only where the page is all of it', async () => {
    const lines = conversation({ turns: 1, layout: 'unpacked' });
    const advice = { kind: 'stored-unpacked', deltas: 10, allDeltas: 10 };
    expect((await explain(lines, { leaveOut: 0 })).why.advice).toEqual([advice]);
    const selection: Selection = { kind: 'interval', toSeq: 9 };
    expect((await explain(lines, { leaveOut: 0, selection })).why.advice).toEqual([]);
    const packed = await explain(conversation({ turns: 1 }), { leaveOut: 0 });
    expect(packed.why.advice).toEqual([]);
  });

  it('advises on runs cut by flushes', async () => {
    const lines = [rowLine(0, ['a', 'b', 'c']), rowLine(3, ['d', 'e', 'f']), deltaLine(6, 'g')];
    const { why } = await explain(lines, { leaveOut: 0 });
    expect(why.advice).toEqual([
      { kind: 'stored-unpacked', deltas: 1, allDeltas: 7 },
      { kind: 'runs-cut', rows: 2, enough: 1 },
    ]);
  });

  it('advises on a tool result that is half the page', async () => {
    const lines = [
      eventLine(0, 'tool/call', { callId: 'c', name: 'bash' }),
      eventLine(1, 'tool/result', { callId: 'c', content: 'x'.repeat(900) }),
    ];
    const { why } = await explain(lines, { leaveOut: 0 });
    expect(why.advice).toMatchObject([{ form: 'packed', seq: 1, tool: 'bash' }]);
  });

  it('tells its progress', async () => {
    const told: number[] = [];
    await explain(conversation({ turns: 1 }), { leaveOut: 3, onProgress: (s) => told.push(s) });
    expect(told).toEqual([0.25, 0.5, 0.75, 1]);
  });
});
