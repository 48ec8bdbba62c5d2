import { describe, expect, it } from 'vitest';
import type { Form } from '../../../src/measure/forms.ts';
import {
  describesPage,
  layoutAdvice,
  RunCounter,
  resultAdvice,
} from '../../../src/measure/why/advice.ts';
import { rowLine } from '../../support/logs.ts';
import { eventSpan, spanOf } from './support.ts';

describe('RunCounter', () => {
  it('counts runs that pack and members that do not', () => {
    const counter = new RunCounter();
    counter.observe(spanOf(rowLine(0, ['a', 'b', 'c', 'd'])));
    counter.observe(spanOf(rowLine(0, ['a', 'b'])));
    counter.observe(eventSpan('x'));
    expect(counter).toEqual({ rows: 1, packed: 4, loose: 2 });
  });
});

describe('layoutAdvice', () => {
  const stored = (rows: number, packedDeltas: number, looseDeltas: number) => ({
    rows,
    packedDeltas,
    looseDeltas,
  });

  it('has none for a packed log, with its short runs left loose', () => {
    expect(layoutAdvice(stored(2, 20, 3), { rows: 2, packed: 20, loose: 3 })).toEqual([]);
  });

  it('names a log that is stored unpacked', () => {
    expect(layoutAdvice(stored(0, 0, 23), { rows: 2, packed: 20, loose: 3 })).toEqual([
      { kind: 'stored-unpacked', deltas: 20, allDeltas: 23 },
    ]);
  });

  it('names runs that flushes cut', () => {
    expect(layoutAdvice(stored(7, 20, 0), { rows: 2, packed: 20, loose: 0 })).toEqual([
      { kind: 'runs-cut', rows: 7, enough: 2 },
    ]);
  });

  it('is silent where surplus rows may be short ones that turn back into events', () => {
    const runs = { rows: 2, packed: 20, loose: 2 };
    expect(layoutAdvice(stored(4, 22, 0), runs)).toEqual([]);
    expect(layoutAdvice(stored(5, 22, 0), runs)).toHaveLength(1);
  });
});

describe('describesPage', () => {
  const counts = {
    ...{ records: 10, rows: 2, packedDeltas: 20, looseDeltas: 0 },
    ...{ nonCanonicalDeltas: 0, crlfLines: 0 },
  };

  it.each([
    [0, 28, true],
    [0, 27, false],
    [1, 28, false],
  ])('[%i, %i): %s', (fromSeq, toSeq, expected) => {
    expect(describesPage(counts, { fromSeq, toSeq })).toBe(expected);
  });
});

describe('resultAdvice', () => {
  const form = (jsonBytes: number, resultBytes?: number) => ({
    jsonBytes,
    largestResult:
      resultBytes === undefined ? undefined : { seq: 7, tool: 'bash', jsonBytes: resultBytes },
  });
  const advice = (forms: [Form, ReturnType<typeof form>][]) => resultAdvice(new Map(forms));

  it('speaks of the packed page first', () => {
    const expected = { kind: 'large-tool-result', seq: 7, tool: 'bash', jsonBytes: 60 };
    expect(
      advice([
        ['raw', form(100, 60)],
        ['packed', form(80, 60)],
      ]),
    ).toEqual([{ ...expected, form: 'packed', share: 0.75 }]);
  });

  it('speaks from one half on', () => {
    expect(advice([['raw', form(100, 50)]])).toMatchObject([{ form: 'raw', share: 0.5 }]);
    expect(advice([['raw', form(100, 49)]])).toEqual([]);
  });

  it('is silent without a result', () => {
    expect(advice([['packed', form(100)]])).toEqual([]);
  });
});
