import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeStorageRecord } from '../../../src/codec/storage.ts';
import { coverageFault } from '../../../src/codec/window/coverage.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';
import { eventRecord, page, recordsOf, rowRecord } from './pages.ts';

const at = (fromSeq: number, toSeq: number, ...records: unknown[]) =>
  coverageFault({ records, fromSeq, toSeq });

describe('records that cover their page', () => {
  it('may be events and rows, or none', () => {
    expect(at(3, 8, eventRecord(3), rowRecord(4, 7), eventRecord(7))).toBeUndefined();
    expect(at(5, 5)).toBeUndefined();
    expect(coverageFault(page(0, 9))).toBeUndefined();
  });
});

describe('a fault names the record, the expected and the found seq', () => {
  it.each([
    [
      'of a gap',
      at(3, 8, eventRecord(3), rowRecord(6, 9)),
      { record: 1, expectedSeq: 4, foundSeq: 6 },
      'record 1: expected seq 4, found seq 6: 2 events are missing',
    ],
    [
      'of one missing event',
      at(3, 8, eventRecord(4)),
      { record: 0, expectedSeq: 3, foundSeq: 4 },
      'record 0: expected seq 3, found seq 4: 1 event is missing',
    ],
    [
      'of an overlap with a row',
      at(3, 8, rowRecord(3, 7), eventRecord(5)),
      { record: 1, expectedSeq: 7, foundSeq: 5 },
      'record 1: expected seq 7, found seq 5: records overlap or are out of order',
    ],
    [
      'of an end that comes too early',
      at(3, 8, rowRecord(3, 6)),
      { record: 1, expectedSeq: 6, foundSeq: undefined },
      'record 1: expected seq 6, found the end of the records: 2 events are missing before toSeq 8',
    ],
    [
      'of a row that runs past the end',
      at(3, 5, rowRecord(3, 6)),
      { record: 0, expectedSeq: 5, foundSeq: 6 },
      'record 0: expected the page to end at toSeq 5, found seq 3 to 5',
    ],
    [
      'of an event past the end',
      at(3, 4, eventRecord(3), eventRecord(4)),
      { record: 1, expectedSeq: 4, foundSeq: 5 },
      'record 1: expected the page to end at toSeq 4, found seq 4 to 4',
    ],
    [
      'of a record without a seq',
      at(3, 8, eventRecord(3), { event: {} }),
      { record: 1, expectedSeq: 4, foundSeq: undefined },
      'record 1: expected seq 4, found neither an event with a seq nor a row with members',
    ],
    [
      'of watermarks that are out of order',
      at(3, 2),
      { record: 0, expectedSeq: 3, foundSeq: 2 },
      'the watermarks must be seqs, toSeq not below fromSeq, found fromSeq 3 and toSeq 2',
    ],
  ])('%s', (_, fault, place, message) => {
    expect(fault).toStrictEqual({ ...place, message });
  });

  it.each([
    [-1, 2],
    [0, 1.5],
    [Number.NaN, 0],
  ])('of watermarks %s and %s that are no seqs', (fromSeq, toSeq) => {
    expect(at(fromSeq, toSeq)?.message).toContain('the watermarks must be seqs');
  });
});

/** The rule over expanded events: those of the page and no others, in order. */
function covers(records: ReturnType<typeof recordsOf>, fromSeq: number, toSeq: number): boolean {
  const events = records.flatMap((record) =>
    'chunks' in record ? decodeStorageRecord(record.chunks) : [record.event],
  );
  const wanted = Array.from({ length: toSeq - fromSeq }, (_, k) => fromSeq + k);
  return JSON.stringify(events.map(({ seq }) => seq)) === JSON.stringify(wanted);
}

describe('the check', () => {
  const edit = fc.record({
    what: fc.constantFrom('none', 'drop', 'double', 'swap'),
    where: fc.nat(20),
    grow: fc.integer({ min: -2, max: 2 }),
    shift: fc.integer({ min: -2, max: 2 }),
  });

  itHolds(
    'finds a fault exactly where the expanded events are not those of the page',
    fc.property(storedLog, edit, (events, { what, where, grow, shift }) => {
      const records = recordsOf(events);
      const spot = where % Math.max(1, records.length);
      const [record] = records.slice(spot);
      if (record !== undefined && what === 'drop') records.splice(spot, 1);
      if (record !== undefined && what === 'double') records.splice(spot, 0, record);
      if (record !== undefined && what === 'swap') records.push(...records.splice(spot, 1));
      const fromSeq = Math.max(0, shift);
      const toSeq = Math.max(fromSeq, events.length + grow);
      const fault = coverageFault({ records, fromSeq, toSeq });
      expect(fault === undefined).toBe(covers(records, fromSeq, toSeq));
    }),
    500,
  );
});
