import { describe, expect, it } from 'vitest';
import { nextText, type Position, readNext } from '../../../src/codec/columnar/next-event.ts';
import { RowError } from '../../../src/codec/row.ts';
import type { JsonObject } from '../../../src/codec/types.ts';

const BEFORE: Position = { seq: 6, time: 100 };
const next = (text: string, before: Position | undefined = BEFORE): string | undefined =>
  nextText(JSON.parse(text), text, before);
const back = (text: string): string => JSON.stringify(readNext(JSON.parse(text), BEFORE));

describe('an event told by the one before it', () => {
  it.each([
    ['{"type":"a","seq":7,"time":105,"data":{}}', '{"type":"a","time":5,"data":{}}'],
    ['{"type":"a","seq":7,"time":90}', '{"type":"a","time":-10}'],
    [
      '{"type":"m","seq":7,"time":100,"data":[1],"sourceEventSeqs":[3,4,5,9],"surfaceOp":"append"}',
      '{"type":"m","time":0,"data":[1],"sourceEventSeqs":[[3,5],9],"surfaceOp":"append"}',
    ],
    [
      '{"type":"a","seq":7,"time":100,"__proto__":{"x":1},"0":2}'.replace(',"0":2', ''),
      '{"type":"a","time":0,"__proto__":{"x":1}}',
    ],
  ])('turns %s into %s and back', (text, expected) => {
    expect(next(text)).toBe(expected);
    expect(back(expected)).toBe(text);
  });

  it.each([
    ['does not follow', '{"type":"a","seq":9,"time":1}'],
    ['has no time', '{"type":"a","seq":7}'],
    ['has another order of keys', '{"seq":7,"type":"a","time":1}'],
    ['has white space', '{"type":"a", "seq":7,"time":1}'],
    [
      'has an integer that no double holds',
      '{"type":"a","seq":7,"time":1,"data":12345678901234567890}',
    ],
    ['spells a character in another way', '{"type":"a","seq":7,"time":1,"data":"\\u0041"}'],
    ['has a key twice', '{"type":"a","seq":7,"time":1,"time":1}'],
    [
      'has sources that are ranges already',
      '{"type":"a","seq":7,"time":1,"sourceEventSeqs":[[1,3]]}',
    ],
    ['has sources that are no list', '{"type":"a","seq":7,"time":1,"sourceEventSeqs":null}'],
    ['is too far in time', `{"type":"a","seq":7,"time":${-Number.MAX_SAFE_INTEGER}}`],
  ])('leaves an event alone that %s', (_, text) => expect(next(text)).toBeUndefined());

  it('needs an event before it', () => {
    expect(next('{"type":"a","seq":0,"time":1}', undefined)).toBeUndefined();
  });

  it('leaves an event alone that is nested too deeply to be written', () => {
    const depth = 20_000;
    const data = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const event = { type: 'a', seq: 7, time: 100, data: nested(depth) } as JsonObject;
    expect(nextText(event, `{"type":"a","seq":7,"time":100,"data":${data}}`, BEFORE)).toBe(
      undefined,
    );
  });

  it.each([
    ['{"type":"a","time":"5"}', 'time must lead to a safe integer, got "5"'],
    ['{"time":5}', 'an event has a type'],
    ['{"type":"a"}', 'time must lead to a safe integer, got nothing'],
    [`{"type":"a","time":${Number.MAX_SAFE_INTEGER}}`, 'time must lead to a safe integer'],
    ['{"type":"a","time":0,"sourceEventSeqs":[[3,1]]}', 'sourceEventSeqs must be a list of seqs'],
  ])('refuses to read %s', (text, message) => {
    expect(() => readNext(JSON.parse(text), BEFORE)).toThrow(RowError);
    expect(() => readNext(JSON.parse(text), BEFORE)).toThrow(message);
  });

  it('refuses to read one where no event is before it', () => {
    expect(() => readNext({ type: 'a', time: 0 }, undefined)).toThrow('no event before');
  });
});

function nested(depth: number): JsonObject[] {
  let value: unknown[] = [];
  for (let level = 1; level < depth; level++) value = [value];
  return value as JsonObject[];
}
