import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StepMessages } from '../../../src/codec/page.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../../src/codec/representations.ts';
import { isRun, type Span, sliceSpan } from '../../../src/codec/span.ts';
import type { Interval } from '../../../src/codec/types.ts';
import { type CollectedForm, PageCollector } from '../../../src/measure/why/collect.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { layout } from '../../support/layouts.ts';
import { eventLine } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { spansOf, writePage } from '../../support/spans.ts';
import { bytesIn, callDelta, sum } from './support.ts';

const NAMES = Object.keys(REPRESENTATIONS) as RepresentationName[]; // its own keys
const WHOLE: Interval = { fromSeq: 0, toSeq: Number.MAX_SAFE_INTEGER };

function collect(name: RepresentationName, spans: readonly Span[], page: Interval): CollectedForm {
  const steps = new StepMessages();
  for (const span of spans) if (!isRun(span)) steps.observe(span.event, span.seq);
  const context = { completedSteps: steps.completedIn(page) };
  const collector = new PageCollector(REPRESENTATIONS[name], context);
  for (const span of spans) {
    const part = sliceSpan(span, page);
    if (part !== undefined) collector.write(part);
  }
  return collector.finish(page);
}

/** Every breakdown sums to the bytes of the response that the page writer makes. */
function expectExact(name: RepresentationName, spans: readonly Span[], page: Interval): void {
  const { text, writer } = writePage(name, spans, page);
  const { jsonBytes, families, parts, turns, steps, tools } = collect(name, spans, page);
  expect(jsonBytes).toBe(Buffer.byteLength(text));
  for (const lines of [families, parts, turns, steps, tools]) {
    expect(sum(lines)).toBe(jsonBytes);
    expect(lines.at(-1)?.name).toBe('(response frame)');
    for (const line of lines) expect(line.jsonBytes).toBeGreaterThanOrEqual(0);
  }
  for (const lines of [families, turns, steps, tools]) {
    expect(lines.reduce((total, { records }) => total + records, 0)).toBe(writer.records);
  }
}

describe('PageCollector', () => {
  it.each(NAMES)('attributes every byte of any log and any page: %s', (name) => {
    fc.assert(
      fc.property(layout(storedLog), fc.nat(60), fc.nat(60), ({ stored }, a, b) => {
        const spans = spansOf(stored.map((record) => JSON.stringify(record)));
        expectExact(name, spans, WHOLE);
        expectExact(name, spans, { fromSeq: Math.min(a, b), toSeq: Math.max(a, b) });
      }),
      { numRuns: 150 },
    );
  });

  it.each(NAMES)('attributes lines that are not as dsh writes them: %s', (name) => {
    const spaced = conversation({ turns: 2, layout: 'unpacked' }).map((line) =>
      line.replaceAll(':{', ' : { ').replace('é', String.raw`\u00e9`),
    );
    expectExact(name, spansOf(spaced), WHOLE);
  });

  it('tells rows from deltas', () => {
    const spans = spansOf(conversation({ turns: 1 }));
    const raw = collect('raw', spans, WHOLE);
    const packed = collect('packed', spans, WHOLE);
    const family = (form: CollectedForm, name: string) =>
      form.families.find((line) => line.name === name)?.records;
    expect(family(raw, 'assistant/chunk text-delta')).toBe(5);
    expect(family(packed, 'assistant/chunk text-delta')).toBeUndefined();
    expect(family(packed, 'text-chunks')).toBe(1);
    expect(bytesIn(raw.parts, 'row dt')).toBeUndefined();
    expect(bytesIn(packed.parts, 'row dt')).toBe(2 * '[1,1,1,1]'.length);
  });

  it('knows a tool by deltas that the projection drops', () => {
    const lines = [
      callDelta(0, 'c', 'bash'),
      eventLine(1, 'tool/result', { callId: 'c', turn: 0, step: 0 }),
      eventLine(2, 'assistant/message', { turn: 0, step: 0 }, { surfaceOp: 'append' }),
    ];
    const { tools } = collect('projection', spansOf(lines), WHOLE);
    expect(tools.map(({ name, records }) => [name, records])).toEqual([
      ['(no tool)', 1],
      ['bash', 1],
      ['(response frame)', 0],
    ]);
  });

  it('remembers the largest tool result', () => {
    const texts = ['a', 'aaaa', 'aa'];
    const lines = texts.map((text, seq) => eventLine(seq, 'tool/result', { callId: text, text }));
    lines.push(eventLine(3, 'tool/call', { callId: 'aaaa', name: 'grep' }));
    const { largestResult } = collect('packed', spansOf(lines), WHOLE);
    const jsonBytes = '{"event":}'.length + (lines[1]?.length ?? 0);
    expect(largestResult).toEqual({ seq: 1, tool: 'grep', jsonBytes });
  });

  it('has a frame alone for an empty page', () => {
    const page = { fromSeq: 3, toSeq: 3 };
    expectExact('packed', [], page);
    const { families, jsonBytes, largestResult } = collect('packed', [], page);
    expect(families).toEqual([{ name: '(response frame)', records: 0, jsonBytes }]);
    expect(largestResult).toBeUndefined();
  });
});
