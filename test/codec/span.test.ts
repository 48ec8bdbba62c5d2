import { describe, expect, it } from 'vitest';
import { DELTA_KINDS, type DeltaKind } from '../../src/codec/kinds.ts';
import { Run } from '../../src/codec/run.ts';
import {
  type EventSpan,
  eachEventText,
  isRun,
  type Span,
  sliceSpan,
  spanInterval,
} from '../../src/codec/span.ts';

const event: EventSpan = { seq: 5, text: '{ "seq": 5 }', event: { seq: 5 } };
const head = {
  kind: DELTA_KINDS[0] as DeltaKind,
  turn: 1,
  step: 1,
  index: 0,
  id: undefined,
  name: undefined,
};
const run = (): Run => new Run(head, 5, [1, 2, 3], ['a', 'b', 'c'], new Map([[1, 'as stored']]));

const textsOf = (span: Span): [string, number][] => {
  const texts: [string, number][] = [];
  eachEventText(span, (text, seq) => texts.push([text, seq]));
  return texts;
};

describe('spanInterval', () => {
  it('is one seq for an event, and all members for a run', () => {
    expect(spanInterval(event)).toStrictEqual({ fromSeq: 5, toSeq: 6 });
    expect(spanInterval(run())).toStrictEqual({ fromSeq: 5, toSeq: 8 });
  });
});

describe('isRun', () => {
  it('tells a run from an event', () => {
    expect([isRun(run()), isRun(event)]).toStrictEqual([true, false]);
  });
});

describe('sliceSpan', () => {
  it.each([
    [0, 5],
    [6, 9],
    [5, 5],
  ])('gives nothing of an event at 5 in [%d, %d)', (fromSeq, toSeq) => {
    expect(sliceSpan(event, { fromSeq, toSeq })).toBeUndefined();
  });

  it('gives an event whole', () => {
    expect(sliceSpan(event, { fromSeq: 5, toSeq: 6 })).toBe(event);
  });

  it.each([
    [0, 5],
    [8, 9],
  ])('gives nothing of a run [5, 8) in [%d, %d)', (fromSeq, toSeq) => {
    expect(sliceSpan(run(), { fromSeq, toSeq })).toBeUndefined();
  });

  it.each([
    [0, 6, ['a'], undefined],
    [6, 7, ['b'], new Map([[0, 'as stored']])],
    [6, 99, ['b', 'c'], new Map([[0, 'as stored']])],
    [7, 8, ['c'], undefined],
  ])('cuts a run [5, 8) to [%d, %d)', (fromSeq, toSeq, fragments, verbatim) => {
    const part = sliceSpan(run(), { fromSeq, toSeq }) as Run;
    expect(part.seq0).toBe(Math.max(fromSeq, 5));
    expect(part.fragments).toStrictEqual(fragments);
    expect(part.verbatim).toStrictEqual(verbatim);
  });
});

describe('eachEventText', () => {
  it('gives an event as it is stored', () => {
    expect(textsOf(event)).toStrictEqual([['{ "seq": 5 }', 5]]);
  });

  it('gives the members of a run, each with its seq', () => {
    const texts = textsOf(run());
    expect(texts.map(([, seq]) => seq)).toStrictEqual([5, 6, 7]);
    expect(texts[1]).toStrictEqual(['as stored', 6]);
  });
});
