import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasMore,
  NDJSON_FRAMING,
  RecordWriter,
  responseEnd,
  responseFraming,
} from '../../src/codec/response.ts';
import { itHolds } from '../support/fuzz.ts';

const page = { fromSeq: 3, toSeq: 9 };

const record = fc.record({ isRow: fc.boolean(), value: fc.jsonValue() });

describe('hasMore', () => {
  it('says whether events before the page exist', () => {
    expect([hasMore(0), hasMore(1)]).toStrictEqual([false, true]);
  });
});

describe('responseEnd', () => {
  it('gives the watermarks in the order of the note', () => {
    expect(responseEnd(page)).toBe('],"hasMore":true,"fromSeq":3,"toSeq":9}');
    expect(responseEnd({ fromSeq: 0, toSeq: 0 })).toBe('],"hasMore":false,"fromSeq":0,"toSeq":0}');
  });
});

describe('RecordWriter', () => {
  itHolds(
    'writes the JSON of the whole response, wherever it is cut into pieces',
    fc.property(fc.array(fc.tuple(record, fc.boolean())), (records) => {
      const writer = new RecordWriter(responseFraming(page));
      let text = '';
      for (const [{ isRow, value }, isCut] of records) {
        if (isRow) writer.chunks(JSON.stringify(value));
        else writer.event(JSON.stringify(value));
        if (isCut) text += writer.take();
      }
      text += writer.finish();
      const wrapped = records.map(([{ isRow, value }]) =>
        isRow ? { chunks: value } : { event: value },
      );
      expect(text).toBe(JSON.stringify({ records: wrapped, hasMore: true, ...page }));
      expect(writer.records).toBe(records.length);
      expect(writer.rows).toBe(records.filter(([{ isRow }]) => isRow).length);
    }),
  );

  it('writes a record a line as NDJSON, each with its newline, and nothing around them', () => {
    const writer = new RecordWriter(NDJSON_FRAMING);
    writer.event('{"seq":1}');
    writer.chunks('{"seq0":2}');
    expect(writer.finish()).toBe('{"event":{"seq":1}}\n{"chunks":{"seq0":2}}\n');
    expect(new RecordWriter(NDJSON_FRAMING).finish()).toBe('');
  });

  it('passes the text of a record on as it is', () => {
    const writer = new RecordWriter(NDJSON_FRAMING);
    writer.event('{ "n" : 12345678901234567890, "n": 1.0 }');
    expect(writer.finish()).toBe('{"event":{ "n" : 12345678901234567890, "n": 1.0 }}\n');
  });

  it('knows how much waits to be taken', () => {
    const writer = new RecordWriter(responseFraming(page));
    writer.event('1');
    expect(writer.pending).toBe('{"records":[{"event":1}'.length);
    expect(writer.take()).toBe('{"records":[{"event":1}');
    expect([writer.pending, writer.take()]).toStrictEqual([0, '']);
  });
});
