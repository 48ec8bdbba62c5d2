import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordWriter, responseFraming } from '../../../src/codec/response.ts';
import { readRow, rowText } from '../../../src/codec/row.ts';
import { convertPage } from '../../../src/codec/wire/convert.ts';
import { pageRowText, wireFraming } from '../../../src/codec/wire/framing.ts';
import type { HistoryWirePage, WireName } from '../../../src/codec/wire/types.ts';
import { row as anyRow } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';
import { packedPage, WIRE_NAMES } from './pages.ts';
import { event } from './samples.ts';

/** A page as the records of a representation, written for a wire. */
function written(page: HistoryWirePage, wire: WireName, isNdjson = false): string {
  const writer = new RecordWriter(wireFraming(wire, page, isNdjson));
  for (const record of page.records) {
    if ('event' in record) writer.event(JSON.stringify(record.event));
    else writer.chunks(rowText(readRow(record.chunks as never)));
  }
  return writer.finish();
}

/** The page without rows, as a raw representation has it. */
const raw = (page: HistoryWirePage): HistoryWirePage => ({
  ...page,
  records: convertPage(page, 'events').events,
});

describe('wireFraming', () => {
  itHolds(
    'writes what JSON.stringify makes of the converted page',
    fc.property(packedPage, fc.constantFrom(...WIRE_NAMES), (page, wire) => {
      const text = written(wire === 'events' ? raw(page) : page, wire);
      expect(text).toBe(JSON.stringify(convertPage(page, wire)));
    }),
  );

  itHolds(
    'writes a record a line, worded as in the response',
    fc.property(packedPage, fc.constantFrom(...WIRE_NAMES), (page, wire) => {
      const lines = written(wire === 'events' ? raw(page) : page, wire, true);
      const response = convertPage(page, wire);
      const records = 'events' in response ? response.events : response.records;
      expect(lines).toBe(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    }),
  );

  it('is responseFraming for the wire of the note', () => {
    const page = { fromSeq: 3, toSeq: 9 };
    const { wording: _, ...framing } = wireFraming('history', page);
    expect(framing).toStrictEqual(responseFraming(page));
  });

  it('keeps the text of an event and says hasMore', () => {
    const framing = wireFraming('page', { fromSeq: 3, toSeq: 4 });
    const writer = new RecordWriter(framing);
    writer.event('{ "n": 1e2 }');
    expect(writer.finish()).toBe(
      '{"records":[{"type":"event","event":{ "n": 1e2 }}],"hasMore":true}',
    );
    expect(written({ records: [], hasMore: false, fromSeq: 0, toSeq: 0 }, 'events')).toBe(
      '{"events":[],"hasMore":false}',
    );
    expect(written({ records: [event(0)], hasMore: false, fromSeq: 0, toSeq: 1 }, 'events')).toBe(
      JSON.stringify({ events: [event(0)], hasMore: false }),
    );
  });

  it('has no rows on the wire before the note', () => {
    const writer = new RecordWriter(wireFraming('events', { fromSeq: 0, toSeq: 3 }));
    expect(() => writer.chunks('{}')).toThrow(
      'this wire has no chunk rows: write the raw representation',
    );
  });
});

describe('pageRowText', () => {
  itHolds(
    'puts a row into the envelope of an event',
    fc.property(anyRow, (row) => {
      fc.pre(row.seq0 < 2 ** 50 && Math.abs(row.time0) < 2 ** 50);
      const run = readRow(row as never);
      const { type, seq0, time0, data } = JSON.parse(rowText(run));
      const expected = { type: `chunkrow/${type}`, seq: seq0, time: time0, data };
      expect(pageRowText(run)).toBe(JSON.stringify(expected));
    }),
  );

  it('takes no text but that of rowText', () => {
    const writer = new RecordWriter(wireFraming('page', { fromSeq: 0, toSeq: 3 }));
    expect(() => writer.chunks('{"seq0":0,"type":"text-chunks"}')).toThrow(
      'the text is not one that rowText wrote',
    );
  });
});
