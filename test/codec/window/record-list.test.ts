import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryRecord } from '../../../src/codec/types.ts';
import { RecordList } from '../../../src/codec/window/record-list.ts';
import { itHolds } from '../../support/fuzz.ts';
import { eventRecord } from './pages.ts';

describe('a list of records', () => {
  it('is empty at first', () => {
    expect([...RecordList.EMPTY]).toStrictEqual([]);
    expect(RecordList.EMPTY).toHaveLength(0);
  });

  // An operation picks one of the lists made so far and makes another from it.
  const operation = fc.record({ from: fc.nat(30), pageLength: fc.option(fc.nat(3)) });

  itHolds(
    'never changes, however many lists grow from it',
    fc.property(fc.array(operation, { maxLength: 30 }), (operations) => {
      const made: [RecordList, HistoryRecord[]][] = [[RecordList.EMPTY, []]];
      for (const [seq, { from, pageLength }] of operations.entries()) {
        const [list, plain] = made[from % made.length] as (typeof made)[number]; // never empty
        const records = Array.from({ length: pageLength ?? 1 }, () => eventRecord(seq));
        const [record = eventRecord(seq)] = records;
        if (pageLength === null) made.push([list.append(record), [...plain, record]]);
        else made.push([list.prepend(records), [...records, ...plain]]);
      }
      for (const [list, plain] of made) {
        expect([...list]).toStrictEqual(plain);
        expect(list.length).toBe(plain.length);
      }
    }),
  );
});
