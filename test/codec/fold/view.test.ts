import { describe, expect, it } from 'vitest';
import type { SettledStep } from '../../../src/codec/fold/settled.ts';
import { settle } from '../../../src/codec/fold/view.ts';
import type { JsonValue, SessionEvent } from '../../../src/codec/types.ts';

/** An event to be numbered: its type, what it holds beside turn 1 and step 1, and what stands beside that. */
type Sketch = readonly [type: string, data?: object, more?: object];

const chunk = (chunk: JsonValue): Sketch => ['assistant/chunk', { chunk }];
const text = (text: string, index = 0): Sketch => chunk({ type: 'text-delta', index, text });
const call = (argumentsDelta: string, more: object = {}): Sketch =>
  chunk({ type: 'tool-call-delta', index: 1, id: 'c', ...more, argumentsDelta });
const end = (block: JsonValue, index = 0): Sketch => chunk({ type: 'block-end', index, block });
const message = (data: object = {}): Sketch => [
  'assistant/message',
  { message: { role: 'assistant', content: ['final'] }, ...data },
  { surfaceOp: 'append' },
];

/** The view of events with seqs from 0 and times from 100. */
const view = (...sketches: readonly Sketch[]): SettledStep[] =>
  settle(
    sketches.map(([type, data, more], seq) => ({
      type,
      seq,
      time: 100 + seq,
      data: { turn: 1, step: 1, ...data },
      ...more,
    })) as SessionEvent[],
  );

const only = (...sketches: readonly Sketch[]): SettledStep => view(...sketches)[0] as SettledStep;
const moment = (seq: number) => ({ seq, time: 100 + seq });

describe('blocks', () => {
  it('gather their text, and know their first token and when they could first be seen', () => {
    expect(only(text(''), text(' '), text('a'), text('b'))).toStrictEqual({
      turn: 1,
      step: 1,
      state: 'streaming',
      attempt: 1,
      blocks: [
        {
          index: 0,
          type: 'text',
          text: ' ab',
          call: undefined,
          closed: undefined,
          firstToken: moment(1),
          firstVisible: moment(2),
        },
      ],
      firstToken: moment(1),
      firstVisible: moment(2),
      usage: undefined,
      finish: undefined,
      message: undefined,
    });
  });

  it('stand in the order of first mention, by block-start or by delta', () => {
    const started = chunk({ type: 'block-start', index: 2, blockType: 'reasoning' });
    const { blocks } = only(started, text('a', 1), text('b', 0), text('c', 2));
    expect(blocks.map(({ index, type, text }) => [index, type, text])).toStrictEqual([
      [2, 'reasoning', 'c'],
      [1, 'text', 'a'],
      [0, 'text', 'b'],
    ]);
  });

  it('take the content of their block-end, and nothing after it', () => {
    const block = { type: 'text', text: 'whole' };
    const { blocks, firstVisible, firstToken } = only(
      text('who'),
      end(block),
      text('!'),
      end({ type: 'text', text: 'other' }),
    );
    expect(blocks).toMatchObject([{ text: 'whole', closed: block, firstVisible: moment(0) }]);
    expect([firstToken, firstVisible]).toStrictEqual([moment(0), moment(0)]);
  });

  it('can be seen from their block-end where no delta came before', () => {
    expect(only(end({ type: 'text', text: 'x' })).firstVisible).toStrictEqual(moment(0));
    expect(only(end({ type: 'text', text: ' ' })).firstVisible).toBeUndefined();
    expect(only(end({ type: 'image' })).blocks).toMatchObject([{ type: 'image', text: '' }]);
    expect(only(end({})).blocks).toMatchObject([{ type: '' }]);
  });
});

describe('tool calls', () => {
  it('gather their arguments, and are never visible by them', () => {
    const step = only(call('', { name: 'bash' }), call('{}'));
    expect(step.blocks).toMatchObject([
      { type: 'tool-call', text: '', call: { id: 'c', name: 'bash', arguments: '{}' } },
    ]);
    expect([step.firstToken, step.firstVisible]).toStrictEqual([moment(0), undefined]);
  });

  it('begin with the first delta that has content or a name', () => {
    expect(only(call(''), call('{')).firstToken).toStrictEqual(moment(1));
    expect(only(call(''), call('', { name: '' })).firstToken).toStrictEqual(moment(1));
  });

  it('keep a name against an empty one, and an id that is a string', () => {
    const { blocks } = only(call('', { name: 'bash' }), call('', { name: '', id: 3 }));
    expect(blocks[0]?.call).toStrictEqual({ id: '', name: 'bash', arguments: '' });
    expect(only(call('{')).blocks[0]?.call?.name).toBe('');
  });

  it('take what their block-end says', () => {
    const { blocks } = only(
      call('{', { name: 'bash' }),
      end({ type: 'tool-call', id: 'd', name: 'edit', arguments: '{"a":1}' }, 1),
    );
    expect(blocks[0]?.call).toStrictEqual({ id: 'd', name: 'edit', arguments: '{"a":1}' });
  });
});

describe('a retry', () => {
  it('begins the blocks anew', () => {
    const step = only(text('old'), ['llm/retry'], ['llm/retry-started'], text('new'));
    expect(step).toMatchObject({
      state: 'streaming',
      attempt: 2,
      blocks: [{ text: 'new', firstToken: moment(3) }],
      firstVisible: moment(3),
    });
  });

  it('shows nothing while it waits', () => {
    const usage = chunk({ type: 'usage', usage: { outputTokens: 1 } });
    expect(only(usage, text('old'), ['llm/retry'])).toMatchObject({
      state: 'retrying',
      attempt: 2,
      blocks: [],
      firstToken: undefined,
      usage: undefined,
    });
  });

  it('is known by its start where the page begins after it failed', () => {
    expect(only(text('old'), ['llm/retry-started'])).toMatchObject({ attempt: 2, blocks: [] });
  });

  it('may follow a message, which then no longer counts', () => {
    expect(only(message(), ['llm/retry'], text('new'))).toMatchObject({
      message: undefined,
      blocks: [{ text: 'new' }],
    });
  });
});

describe('a message', () => {
  it('completes its step; later chunks count for nothing', () => {
    expect(only(text('a'), message({ usage: { outputTokens: 9 } }), text('b'))).toMatchObject({
      state: 'completed',
      blocks: [{ text: 'a' }],
      usage: { outputTokens: 9 },
      message: { ...moment(1), content: ['final'] },
    });
  });

  it('may hold its content beside turn and step, as early logs do', () => {
    const step = only(message({ message: undefined, content: ['early'] }));
    expect(step.message?.content).toStrictEqual(['early']);
  });

  it('of an interruption leaves the text that can be seen, and no call', () => {
    const step = only(text(' '), text('seen', 2), call('{'), message({ interrupted: true }));
    expect(step).toMatchObject({ state: 'interrupted', blocks: [{ index: 2, text: 'seen' }] });
    expect(step.firstToken).toStrictEqual(moment(0));
  });

  it('keeps reasoning through an interruption', () => {
    const thought = chunk({ type: 'reasoning-delta', index: 0, text: 'hm' });
    expect(only(thought, message({ interrupted: true })).blocks).toHaveLength(1);
  });

  it('that is a replacement copy changes nothing', () => {
    const [type, data] = message();
    const copy: Sketch = [type, data ?? {}, { surfaceOp: { op: 'replace', start: 0, end: 1 } }];
    expect(only(text('a'), copy).state).toBe('streaming');
  });
});

describe('the view', () => {
  it('keeps usage and the reason to finish', () => {
    const usage = { outputTokens: 3 };
    const reason = { kind: 'stop' };
    const step = only(chunk({ type: 'usage', usage }), chunk({ type: 'finish', reason }));
    expect(step).toMatchObject({ usage, finish: reason, blocks: [] });
  });

  it('has the steps in the order of first mention', () => {
    const steps = view(['llm/retry', { step: 2 }], text('a'), ['llm/retry', { step: 2 }]);
    expect(steps.map(({ step, attempt }) => [step, attempt])).toStrictEqual([
      [2, 3],
      [1, 1],
    ]);
  });

  it.each<[string, Sketch]>([
    ['an event of another type', ['step/end']],
    ['a type that objects inherit', ['toString']],
    ['an event without a step', ['llm/retry', { step: '1' }]],
    ['an event without a turn', ['llm/retry', { turn: null }]],
  ])('passes over %s', (_, sketch) => {
    expect(view(sketch)).toStrictEqual([]);
  });

  it('passes over data that is no object', () => {
    expect(settle([{ type: 'llm/retry', seq: 0, time: 0, data: [1] }])).toStrictEqual([]);
  });

  it.each<[string, JsonValue]>([
    ['no object', null],
    ['of an unknown type', { type: 'future', index: 0 }],
    ['a delta without an index', { type: 'text-delta', text: 'a' }],
    ['a delta whose text is no string', { type: 'text-delta', index: 0, text: 1 }],
    ['a block-end without a block', { type: 'block-end', index: 0, block: null }],
  ])('passes over a chunk that is %s', (_, broken) => {
    expect(only(chunk(broken)).blocks).toStrictEqual([]);
  });
});
