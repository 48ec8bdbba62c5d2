import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { layout } from '../support/layouts.ts';
import { fileText } from '../support/logs.ts';
import { scan } from './scan.ts';

/** The bytes of a sound log in any stored layout. */
const soundBytes = layout(storedLog).map(({ stored }) =>
  Buffer.from(fileText(stored.map((record) => JSON.stringify(record)))),
);

/** What damage puts into a log: characters that matter to a reader, and any byte. */
const splice = fc.record({
  at: fc.nat(5000),
  remove: fc.nat(6),
  insert: fc.oneof(
    fc.constantFrom('', '\n', '\r', '\r\n', '"', '\\', '{', '}', ',', ' ', '0', '1', '-', 'e', '.'),
    fc.constantFrom('é', '😀', '\\u00e9', '\\n', 'null\n', '{"type":"turn/end"}\n', '1e400'),
    fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  ),
});

/** A log with up to four places damaged. */
const damagedBytes = fc
  .tuple(soundBytes, fc.array(splice, { maxLength: 4 }))
  .map(([bytes, splices]) => {
    let damaged = bytes;
    for (const { at, remove, insert } of splices) {
      const from = at % (damaged.length + 1);
      const parts = [damaged.subarray(0, from), Buffer.from(insert as string)];
      damaged = Buffer.concat([...parts, damaged.subarray(from + remove)]);
    }
    return damaged;
  });

const pieces = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });

describe('RecordScanner', () => {
  itHolds(
    'finds no fault in a sound log',
    fc.property(soundBytes, (bytes) => {
      expect(scan(bytes).faults).toEqual([]);
    }),
    200,
  );

  itHolds(
    'finds the same however the bytes are cut into pieces',
    fc.property(damagedBytes, pieces, (bytes, sizes) => {
      expect(scan(bytes, { pieces: sizes })).toEqual(scan(bytes));
    }),
    300,
  );

  itHolds(
    'finds the same with the fast path and without it',
    fc.property(damagedBytes, (bytes) => {
      expect(scan(bytes, { fastPath: true })).toEqual(scan(bytes, { fastPath: false }));
    }),
    500,
  );

  itHolds(
    'accounts for every event of the valid prefix once, in order',
    fc.property(damagedBytes, (bytes) => {
      const { spans, nextSeq } = scan(bytes);
      const events = spans.flatMap((span) => {
        const { seq, row } = span as { seq?: number; row?: string };
        if (row === undefined) return [seq];
        const { seq0, data } = JSON.parse(row);
        return (data.texts ?? data.args).map((_: string, member: number) => seq0 + member);
      });
      expect(events).toEqual(Array.from({ length: nextSeq }, (_, seq) => seq));
    }),
    200,
  );
});
