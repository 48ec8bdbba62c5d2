import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRowTagged, readRow, rowText } from '../../src/codec/row.ts';
import { rowOf } from '../../src/codec/storage.ts';
import type { ChunkRow, JsonObject, JsonValue } from '../../src/codec/types.ts';
import { row } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { officialDecode, officialPack } from '../support/official.ts';

/** Rows that the official encoder can make: three members or more, all seqs safe. */
const encodable = row.filter(
  ({ seq0, time0, data }) =>
    data.dt.length >= 2 &&
    data.dt.length <= Number.MAX_SAFE_INTEGER - seq0 &&
    Math.abs(time0) < Number.MAX_SAFE_INTEGER - 1000,
);

const read = (record: ChunkRow) => readRow(record as unknown as JsonObject);

describe('rowText', () => {
  itHolds(
    'writes the text of the official row',
    fc.property(encodable, (record) => {
      const [official] = officialPack(officialDecode(record));
      expect(rowText(read(record))).toBe(JSON.stringify(official));
    }),
    500,
  );

  itHolds(
    'writes the text of rowOf, also for rows too short to be packed',
    fc.property(encodable, fc.integer({ min: 1, max: 3 }), (record, members) => {
      const run = read(record).slice(record.seq0, record.seq0 + members);
      expect(rowText(run)).toBe(JSON.stringify(rowOf(run)));
    }),
  );

  it('puts id and name after dt, as dsh does', () => {
    const data = { args: ['', ''], name: '', id: 'c', dt: [-1], index: 3, step: 2, turn: 1 };
    const run = readRow({ data, time0: -5, seq0: 9, type: 'tool-call-chunks' });
    expect(rowText(run)).toBe(
      '{"type":"tool-call-chunks","seq0":9,"time0":-5,"data":' +
        '{"turn":1,"step":2,"index":3,"dt":[-1],"id":"c","name":"","args":["",""]}}',
    );
  });
});

describe('readRow', () => {
  itHolds(
    'gives the same row again',
    fc.property(encodable, (record) => {
      expect(rowOf(read(record))).toEqual(record);
    }),
  );

  it('accumulates times, which may step back', () => {
    const data = { turn: 1, step: 1, index: 0, dt: [5, -7, 0], texts: ['a', 'b', 'c', 'd'] };
    const run = readRow({ type: 'reasoning-chunks', seq0: 3, time0: 10, data });
    expect(run.times).toStrictEqual([10, 15, 8, 8]);
    expect(run.fragments).toStrictEqual(['a', 'b', 'c', 'd']);
    expect(run.toSeq).toBe(7);
  });

  it('takes a name of a prototype key for a name', () => {
    const json =
      '{"type":"tool-call-chunks","seq0":0,"time0":0,"data":' +
      '{"turn":1,"step":1,"index":0,"dt":[],"id":"__proto__","name":"__proto__","args":["x"]}}';
    expect(rowText(readRow(JSON.parse(json)))).toBe(json);
  });
});

describe('isRowTagged', () => {
  it.each<[boolean, JsonValue]>([
    [true, { type: 'text-chunks' }],
    [true, { type: 'reasoning-chunks', seq0: 'wrong' }],
    [true, { type: 'tool-call-chunks' }],
    [false, { type: 'chunkrow/text-chunks' }],
    [false, { type: 'assistant/chunk' }],
    [false, {}],
    [false, []],
    [false, null],
    [false, 'text-chunks'],
    [false, JSON.parse('{"__proto__":{"type":"text-chunks"}}')],
  ])('is %s for %j', (tagged, record) => {
    expect(isRowTagged(record)).toBe(tagged);
  });
});
