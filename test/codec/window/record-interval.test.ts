import { describe, expect, it } from 'vitest';
import { recordInterval } from '../../../src/codec/window/record-interval.ts';
import { eventRecord, rowRecord } from './pages.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const row = (more: object) => ({
  chunks: { type: 'text-chunks', seq0: 4, data: { texts: ['a', 'b'] }, ...more },
});

describe('a record covers', () => {
  it('the seq of its event', () => {
    expect(recordInterval(eventRecord(7))).toStrictEqual({ fromSeq: 7, toSeq: 8 });
  });

  it('the members of its row, of any kind', () => {
    expect(recordInterval(rowRecord(3, 8))).toStrictEqual({ fromSeq: 3, toSeq: 8 });
    expect(recordInterval(row({}))).toStrictEqual({ fromSeq: 4, toSeq: 6 });
    const args = { type: 'tool-call-chunks', data: { args: ['{'] } };
    expect(recordInterval(row(args))).toStrictEqual({ fromSeq: 4, toSeq: 5 });
  });

  it('nothing beyond the safe integers', () => {
    expect(recordInterval({ event: { seq: MAX - 1 } })).toStrictEqual({
      fromSeq: MAX - 1,
      toSeq: MAX,
    });
    expect(recordInterval({ event: { seq: MAX } })).toBeUndefined();
    expect(recordInterval(row({ seq0: MAX - 1 }))).toBeUndefined();
    expect(recordInterval(row({ seq0: MAX - 2 }))).toStrictEqual({ fromSeq: MAX - 2, toSeq: MAX });
  });

  it.each<[string, unknown]>([
    ['is no object', null],
    ['is nothing', undefined],
    ['is a list', []],
    ['holds neither an event nor a row', {}],
    ['holds an event that is none', { event: 3 }],
    ['holds an event without a seq', { event: {} }],
    ['holds a seq that is none', { event: { seq: -1 } }],
    ['inherits its event', Object.create({ event: { seq: 1 } })],
    ['holds a row that is none', { chunks: null, event: { seq: 1 } }],
    ['holds a row of an unknown type', row({ type: 'image-chunks' })],
    ['holds a row without data', row({ data: null })],
    ['holds a row whose members are no list', row({ data: { texts: 'ab' } })],
    ['holds a row without members', row({ data: { texts: [] } })],
    ['holds a row without a seq', row({ seq0: '4' })],
  ])('nothing where it %s', (_, record) => {
    expect(recordInterval(record)).toBeUndefined();
  });
});
