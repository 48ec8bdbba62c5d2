import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELTA_KINDS, type DeltaKind } from '../../src/codec/kinds.ts';
import { PageWriter } from '../../src/codec/page-writer.ts';
import { REPRESENTATIONS } from '../../src/codec/representations.ts';
import { NDJSON_FRAMING, responseFraming } from '../../src/codec/response.ts';
import { Run } from '../../src/codec/run.ts';
import type { SessionEvent } from '../../src/codec/types.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { naiveProjection } from '../support/naive.ts';
import { officialPack } from '../support/official.ts';
import { spansOf, textsOf, writePage } from '../support/spans.ts';
import { respelling } from '../support/spellings.ts';

/** A log whose lines are spelled in ways of their own. */
const spelledLog = fc
  .tuple(storedLog, fc.array(respelling, { minLength: 1, maxLength: 7 }))
  .map(([events, spellings]) => {
    const lines = events.map((event, seq) => {
      const respell = spellings[seq % spellings.length];
      return respell === undefined ? '' : respell(JSON.stringify(event));
    });
    return { lines, events: lines.map((line) => JSON.parse(line) as SessionEvent) };
  });

describe('a page of lines that are spelled oddly', () => {
  itHolds(
    'has every line as it is stored when raw',
    fc.property(spelledLog, ({ lines }) => {
      const page = { fromSeq: 0, toSeq: lines.length };
      const { text } = writePage('raw', spansOf(lines), page, NDJSON_FRAMING);
      expect(text).toBe(lines.map((line) => `{"event":${line}}\n`).join(''));
    }),
    400,
  );

  itHolds(
    'has rows as JSON.stringify writes them when packed, and the other lines as they are stored',
    fc.property(spelledLog, ({ lines, events }) => {
      const page = { fromSeq: 0, toSeq: lines.length };
      const stored = new Map<unknown, string>(
        events.map((event, seq) => [event, lines[seq] ?? '']),
      );
      const expected = officialPack(events).map((record) => {
        const line = stored.get(record);
        return line === undefined ? `{"chunks":${JSON.stringify(record)}}` : `{"event":${line}}`;
      });
      const { text, writer } = writePage('packed', spansOf(lines), page, NDJSON_FRAMING);
      expect(text).toBe(expected.map((record) => `${record}\n`).join(''));
      expect([writer.records, writer.rows]).toStrictEqual([
        expected.length,
        expected.filter((record) => record.startsWith('{"chunks"')).length,
      ]);
    }),
    400,
  );

  itHolds(
    'has the lines that a projection keeps as they are stored',
    fc.property(spelledLog, fc.boolean(), ({ lines, events }, keepFirst) => {
      const name = keepFirst ? 'projection-keep-first-token' : 'projection';
      const page = { fromSeq: 0, toSeq: lines.length };
      const kept = naiveProjection(events, keepFirst).map(({ seq }) => lines[seq]);
      const { text } = writePage(name, spansOf(lines), page, NDJSON_FRAMING);
      expect(text).toBe(kept.map((line) => `{"event":${line}}\n`).join(''));
    }),
    400,
  );

  itHolds(
    'keeps the stored lines through any cut',
    fc.property(spelledLog, fc.nat(40), fc.nat(40), ({ lines }, fromSeq, toSeq) => {
      fc.pre(fromSeq <= toSeq);
      const page = { fromSeq, toSeq };
      const { text } = writePage('raw', spansOf(lines), page, NDJSON_FRAMING);
      const kept = lines.slice(fromSeq, toSeq);
      expect(text).toBe(kept.map((line) => `{"event":${line}}\n`).join(''));
    }),
  );

  it('passes big integers, keys that stand twice and odd spacing', () => {
    const line = '{"type":"x", "seq":0,"time":1,"data":{"n":12345678901234567890,"n":1.50}}';
    const page = { fromSeq: 0, toSeq: 1 };
    expect(writePage('packed', spansOf([line]), page).text).toBe(
      `{"records":[{"event":${line}}],"hasMore":false,"fromSeq":0,"toSeq":1}`,
    );
  });

  it('rewrites the spelling of a delta only where it packs', () => {
    const lines = [0, 1, 2].map(
      (seq) =>
        `{"seq":${seq},"type":"assistant/chunk","time":5.0,"data":{"turn":1,"step":1,"chunk":` +
        `{"type":"text-delta","index":0,"text":"\\u0061"}}}`,
    );
    const spans = spansOf(lines);
    const packed = (toSeq: number) =>
      writePage('packed', spans, { fromSeq: 0, toSeq }, NDJSON_FRAMING).text;
    expect(packed(2)).toBe(`{"event":${lines[0]}}\n{"event":${lines[1]}}\n`);
    expect(packed(3)).toBe(
      '{"chunks":{"type":"text-chunks","seq0":0,"time0":5,"data":' +
        '{"turn":1,"step":1,"index":0,"dt":[0,0],"texts":["a","a","a"]}}}\n',
    );
    expect(textsOf(spans)).toStrictEqual(lines);
  });
});

describe('a long page', () => {
  const head = {
    kind: DELTA_KINDS[0] as DeltaKind,
    turn: 1,
    step: 1,
    index: 0,
    id: undefined,
    name: undefined,
  };
  const long = (members: number): Run =>
    new Run(
      head,
      0,
      Array.from({ length: members }, (_, k) => k),
      Array.from({ length: members }, (_, k) => ` ${k}`),
    );

  it('comes in many pieces of about 128 Ki characters, so that no more need be held', () => {
    const run = long(10_000);
    const page = { fromSeq: 0, toSeq: 10_000 };
    const { pieces, text } = writePage('raw', [run], page);
    expect(pieces.length).toBeGreaterThan(8);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(2 * 128 * 1024 + 1024);
    const records = textsOf([run]).map((event) => `{"event":${event}}`);
    expect(text).toBe(`{"records":[${records}],"hasMore":false,"fromSeq":0,"toSeq":10000}`);
  });

  it('has one row of a run, however long', () => {
    const { text, writer } = writePage(
      'packed',
      [long(50_000)],
      { fromSeq: 0, toSeq: 50_000 },
      NDJSON_FRAMING,
    );
    expect([writer.records, writer.rows]).toStrictEqual([1, 1]);
    expect(JSON.parse(text).chunks.data.texts).toHaveLength(50_000);
  });

  it('gives what is written so far when asked, and goes on', () => {
    const page = { fromSeq: 0, toSeq: 4 };
    const context = { completedSteps: new Set<string>() };
    const writer = new PageWriter(REPRESENTATIONS.packed, context, responseFraming(page));
    const pieces = [writer.flush(), ...writer.write(long(4)), writer.flush(), writer.finish()];
    expect(pieces[0]).toBe('{"records":[');
    expect(pieces[2]).toBe('],"hasMore":false,"fromSeq":0,"toSeq":4}');
    expect(pieces.join('')).toBe(writePage('packed', [long(4)], page).text);
  });

  it('drops a run of a completed step, and keeps one first token of it, beyond the first slice', () => {
    const run = new Run(head, 0, new Array<number>(3000).fill(5), new Array<string>(3000).fill(''));
    run.fragments[2500] = 'first';
    run.fragments[2600] = 'second';
    const text =
      '{"type":"assistant/message","seq":3000,"time":5,"data":{"turn":1,"step":1},"surfaceOp":"append"}';
    const spans = [run, { seq: 3000, text, event: JSON.parse(text) }];
    const page = { fromSeq: 0, toSeq: 3001 };
    expect(writePage('projection', spans, page, NDJSON_FRAMING).text).toBe(`{"event":${text}}\n`);
    const kept = writePage('projection-keep-first-token', spans, page, NDJSON_FRAMING);
    expect(kept.text.split('\n').map((line) => /"seq":(\d+)/.exec(line)?.[1])).toStrictEqual([
      '2500',
      '3000',
      undefined,
    ]);
  });

  it('is a response without records where the page is empty', () => {
    expect(writePage('packed', [long(5)], { fromSeq: 5, toSeq: 5 }).pieces).toStrictEqual([
      '{"records":[],"hasMore":true,"fromSeq":5,"toSeq":5}',
    ]);
  });
});
