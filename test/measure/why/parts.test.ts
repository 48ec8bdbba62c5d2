import { describe, expect, it } from 'vitest';
import { rowText } from '../../../src/codec/row.ts';
import type { Run } from '../../../src/codec/run.ts';
import { partsOf } from '../../../src/measure/why/parts.ts';
import { deltaLine, eventLine, rowLine } from '../../support/logs.ts';
import { callDelta, spanOf } from './support.ts';

const WRAPPER_BYTES = 10;

/** The parts of one record, by name. */
function parts(line: string, isRow = false): Record<string, number> {
  const span = spanOf(line);
  const text = isRow ? rowText(span as Run) : line;
  const bytes = Buffer.byteLength(text) + WRAPPER_BYTES;
  const found = partsOf(span, isRow, text, bytes);
  expect(found.reduce((sum, [, part]) => sum + part, 0)).toBe(bytes);
  return Object.fromEntries(found);
}

describe('partsOf', () => {
  it('parts a row into gaps, fragments and envelope', () => {
    const line = rowLine(0, ['é', '"', 'c']);
    expect(parts(line, true)).toEqual({
      'row dt': '[1,1]'.length,
      'row fragments': Buffer.byteLength(JSON.stringify(['é', '"', 'c'])),
      'row envelope': Buffer.byteLength(line) + WRAPPER_BYTES - 5 - 15,
    });
  });

  it('is not misled by a row that holds the text of another', () => {
    const line = rowLine(0, ['"dt":[9]', '"texts":[', ']']);
    expect(parts(line, true)['row dt']).toBe(5);
  });

  it('parts the row of a tool call', () => {
    const run = spanOf(callDelta(0, 'c', 'bash', 'abc')) as Run;
    const text = rowText(run);
    expect(partsOf(run, true, text, 500)).toEqual([
      ['row envelope', 500 - 2 - 7],
      ['row dt', 2],
      ['row fragments', 7],
    ]);
  });

  it('parts a delta into fragment and envelope', () => {
    expect(parts(deltaLine(0, 'abé'))['delta fragments']).toBe(6);
    expect(parts(callDelta(0, 'c', undefined, '{"a":1'))['delta fragments']).toBe(10);
  });

  it('counts the bytes of a delta as they were written', () => {
    const line = deltaLine(0, 'x').replace('"x"', String.raw` "\u0078" `);
    expect(parts(line)['delta fragments']).toBe(8);
  });

  it('parts a delta that never packs', () => {
    const line = deltaLine(0, 'abc').replace('"data"', '"ignorable":true,"data"');
    expect(parts(line)['delta fragments']).toBe(5);
  });

  it('sets an embedded stream apart', () => {
    const stream = [{ type: 'chunk', time: 1, chunk: {} }];
    const line = eventLine(0, 'assistant/message', { turn: 0, stream, usage: {} });
    expect(parts(line)['embedded streams']).toBe(JSON.stringify(stream).length);
  });

  it('leaves every other event in one piece', () => {
    expect(Object.keys(parts(eventLine(0, 'x', { stream: 'none' })))).toEqual(['other events']);
    expect(Object.keys(parts(eventLine(0, 'x', null)))).toEqual(['other events']);
  });
});
