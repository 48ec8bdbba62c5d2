import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/types.ts';
import { ToolSums, toolReferenceOf } from '../../../src/measure/why/tools.ts';
import { deltaLine } from '../../support/logs.ts';
import { callDelta, eventSpan, spanOf } from './support.ts';

const block = { type: 'tool-call', id: 'c', name: 'bash', arguments: '{}' };

describe('toolReferenceOf', () => {
  it.each<[string, string, JsonValue, string | undefined, string | undefined]>([
    ['a call', 'tool/call', { callId: 'c', name: 'bash' }, 'c', 'bash'],
    ['an older result', 'tool/result', { callId: 'c', content: [] }, 'c', undefined],
    [
      'a result message',
      'tool/result',
      { message: { source: { kind: 'tool', callId: 'c' } } },
      'c',
      undefined,
    ],
    ['a dispatch from code', 'tool/code-dispatch', { subCallId: 'c:1', name: 'x' }, 'c:1', 'x'],
    ['an event that says nothing', 'tool/later', null, undefined, undefined],
    ['a call with an empty name', 'tool/call', { callId: 'c', name: '' }, 'c', undefined],
    ['the end of a block', 'assistant/chunk', { chunk: { type: 'block-end', block } }, 'c', 'bash'],
    [
      'a delta that never packs',
      'assistant/chunk',
      { chunk: { type: 'tool-call-delta', id: 'c' } },
      'c',
      undefined,
    ],
  ])('reads %s', (_, type, data, id, name) => {
    expect(toolReferenceOf(eventSpan(type, data))).toEqual({ id, name });
  });

  it('reads a run of deltas', () => {
    expect(toolReferenceOf(spanOf(callDelta(0, 'c', 'bash')))).toEqual({ id: 'c', name: 'bash' });
  });

  it.each([
    ['text', spanOf(deltaLine(0, 'a'))],
    ['another event', eventSpan('tool-workflow/run-start', { name: 'x' })],
    ['an event without a type', eventSpan(null)],
    [
      'the end of a text block',
      eventSpan('assistant/chunk', { chunk: { block: { type: 'text' } } }),
    ],
  ])('finds none in %s', (_, span) => expect(toolReferenceOf(span)).toBeUndefined());
});

describe('ToolSums', () => {
  const line = (name: string, records: number, jsonBytes: number) => ({ name, records, jsonBytes });
  const result = (id: string) => eventSpan('tool/result', { callId: id });

  it('knows a call by the name that came before', () => {
    const sums = new ToolSums();
    sums.add(spanOf(callDelta(0, 'c', 'bash')), 1, 10);
    sums.add(result('c'), 1, 100);
    expect(sums.finish()).toEqual([line('bash', 2, 110)]);
  });

  it('knows it by a name that comes later', () => {
    const sums = new ToolSums();
    sums.add(spanOf(callDelta(0, 'c')), 3, 30);
    sums.add(result('d'), 1, 5);
    sums.add(eventSpan('tool/call', { callId: 'c', name: 'bash' }), 1, 10);
    expect(sums.finish()).toEqual([line('bash', 4, 40), line('(unknown tool)', 1, 5)]);
  });

  it('learns from records that the representation drops', () => {
    const sums = new ToolSums();
    sums.add(spanOf(callDelta(0, 'c', 'bash')), 0, 0);
    sums.add(spanOf(deltaLine(1, 'a')), 0, 0);
    sums.add(result('c'), 1, 100);
    expect(sums.finish()).toEqual([line('bash', 1, 100)]);
  });

  it('goes by the latest name where an id is used again', () => {
    const sums = new ToolSums();
    for (const name of ['bash', 'read']) {
      sums.add(eventSpan('tool/call', { callId: 'c', name }), 1, 1);
      sums.add(result('c'), 1, 2);
    }
    expect(sums.finish()).toEqual([line('bash', 2, 3), line('read', 2, 3)]);
  });

  it('has lines for what no tool did and for calls without id or name', () => {
    const sums = new ToolSums();
    sums.add(eventSpan('turn/start'), 1, 7);
    sums.add(eventSpan('tool/call'), 1, 6);
    expect(sums.finish()).toEqual([line('(no tool)', 1, 7), line('(unknown tool)', 1, 6)]);
  });
});
