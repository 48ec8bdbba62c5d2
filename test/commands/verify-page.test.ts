import { Chalk } from 'chalk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFault } from '../../src/codec/wire/validate.ts';
import { type PageVerification, verifyPages } from '../../src/commands/verify-page.ts';
import { MAX_RESPONSE_BYTES } from '../../src/commands/verify-page-read.ts';
import { renderPages } from '../../src/commands/verify-page-text.ts';
import { anyPage, damagedPage } from '../codec/wire/pages.ts';
import { delta, event, history, pageRow, row } from '../codec/wire/samples.ts';
import { itHolds } from '../support/fuzz.ts';
import { headerLine } from '../support/logs.ts';

/** The checks of files p1.json, p2.json, … with these contents; what is no text becomes JSON. */
const verify = (...contents: readonly unknown[]) =>
  verifyPages(
    contents.map((content, at) => ({
      name: `p${at + 1}.json`,
      content:
        typeof content === 'string' || content instanceof Uint8Array
          ? content
          : JSON.stringify(content),
    })),
  );

/** The check of one response. */
function verifyOne(content: unknown): PageVerification {
  const [page] = verify(content).pages;
  if (page === undefined) throw new Error('no page');
  return page;
}

const messages = ({ faults }: { readonly faults: readonly { readonly message: string }[] }) =>
  faults.map(({ message }) => message);

describe('a captured response', () => {
  it('is described: wire, interval, counts, rows, hasMore', () => {
    expect(verifyOne(history([event(5), row(6, 3), event(9)], 5, 10))).toStrictEqual({
      file: 'p1.json',
      response: 0,
      line: undefined,
      wrapper: undefined,
      wire: 'history',
      interval: { fromSeq: 5, toSeq: 10 },
      hasMore: true,
      counts: { records: 3, rows: 1, events: 5, eventsInRows: 3 },
      areRowsSafe: true,
      faults: [],
      warnings: [],
    });
  });

  it('may come over any wire; without watermarks its records say what it covers', () => {
    const session = { records: [pageRow(4, 3), { type: 'event', ...event(7) }], hasMore: true };
    expect(verifyOne(session)).toMatchObject({
      wire: 'page',
      interval: { fromSeq: 4, toSeq: 8 },
      counts: { records: 2, rows: 1, events: 4, eventsInRows: 3 },
    });
    expect(verifyOne({ events: [delta(0), delta(1)], hasMore: false })).toMatchObject({
      wire: 'events',
      interval: { fromSeq: 0, toSeq: 2 },
      counts: { records: 2, rows: 0, events: 2, eventsInRows: 0 },
    });
    const empty = verifyOne({ events: [], hasMore: true });
    expect([empty.interval, empty.faults]).toStrictEqual([undefined, []]);
  });

  it.each([
    ['result', { result: history([], 0, 0) }],
    ['data', { data: history([], 0, 0), status: 200 }],
    ['result', { jsonrpc: '2.0', id: 7, result: history([], 0, 0) }],
    ['result.data', { result: { data: { events: [], hasMore: false } } }],
  ])('may be wrapped in %s', (wrapper, content) => {
    const { pages, exitCode } = verify(content);
    expect(pages).toMatchObject([{ wrapper, faults: [] }]);
    expect(exitCode).toBe(0);
  });

  itHolds(
    'gets the verdict of the validator',
    fc.property(damagedPage, ({ wire, page }) => {
      const text = JSON.stringify(page);
      const [verified] = verifyPages([{ name: 'p', content: text }]).pages;
      if (verified?.wire !== wire) return; // the change made it look like another, or like none
      const fault = findFault(JSON.parse(text), wire);
      expect(verified.faults[0]?.message).toBe(fault?.message);
      expect(verified.areRowsSafe).toBe(verified.faults.every(({ code }) => code !== 'E_ROW'));
    }),
    100,
  );

  itHolds(
    'never throws, whatever it is',
    fc.property(fc.oneof(fc.json(), fc.string(), fc.uint8Array()), (content) => {
      expect(verifyPages([{ name: 'p', content }]).exitCode).toBe(4);
    }),
    100,
  );
});

describe('the exit status', () => {
  const { chunks } = row(1, 3);
  it.each([
    [0, 'a sound page', history([event(0), row(1, 3)], 0, 4)],
    [3, 'a gap', history([event(0), event(2)], 0, 3)],
    [3, 'an overlap', history([event(0), event(0)], 0, 1)],
    [3, 'records short of toSeq', history([event(0)], 0, 2)],
    [3, 'records beyond toSeq', history([event(0), event(1)], 0, 1)],
    [4, 'an unsafe row', history([event(0), { chunks: { ...chunks, seq0: -1 } }], 0, 4)],
    [4, 'an unreadable event', { events: [{ event: {} }], hasMore: false }],
    [4, 'watermarks that are none', history([], 0, 0.5)],
    [4, 'a gap and an unsafe row', history([event(1), { chunks: {} }], 0, 4)],
    [4, 'no response', {}],
    [4, 'no JSON', '{"records":['],
  ])('is %i for %s', (exitCode, _, content) => {
    expect(verify(content).exitCode).toBe(exitCode);
  });
});

describe('faults', () => {
  it('name the record, the expected and the found seq', () => {
    const { faults } = verifyOne(history([event(5), event(8), { event: 1 }], 5, 9));
    expect(faults).toStrictEqual([
      {
        code: 'E_SEQ',
        message: 'record 1: expected seq 6, found seq 8: 2 events are missing',
        file: 'p1.json',
        line: undefined,
        seq: 8,
        hint: 'the host left events out, or the capture was edited',
        detail: { record: 1, expected: 6, found: 8 },
      },
      {
        code: 'E_EVENT',
        message: 'record 2: event must be an object, got 1',
        file: 'p1.json',
        line: undefined,
        seq: undefined,
        hint: 'a client would drop or misread this record',
        detail: { record: 2 },
      },
    ]);
  });

  it('are counted among the records, and rows among the rows', () => {
    const page = verifyOne(history([event(0), { chunks: {} }, {}], 0, 2));
    expect(page.counts).toStrictEqual({ records: 3, rows: 1, events: 1, eventsInRows: 0 });
    expect(page.areRowsSafe).toBe(false);
  });

  it.each([
    ['a response must be an object, got 7', 'E_ENVELOPE', '7'],
    ['a response must be an object, got null', 'E_ENVELOPE', { result: null, x: 1 }.result],
    ['this is the header of a session log, not a response', 'E_ENVELOPE', headerLine()],
    [
      'not a history response: it has no list of records or events; found "a", "result"',
      'E_ENVELOPE',
      { a: 1, result: null },
    ],
    [
      'the host answered with an error: "no such session"',
      'E_ENVELOPE',
      { jsonrpc: '2.0', error: { code: -1, message: 'no such session' } },
    ],
    ['the host answered with an error: "gone"', 'E_ENVELOPE', { error: 'gone' }],
    ['hasMore must be true or false, got nothing', 'E_ENVELOPE', { events: [] }],
    ['the file is empty', 'E_JSON', ' \n'],
    ['the response is cut off: its JSON does not end', 'E_JSON', '{"records":[{"ev'],
    ['the response is not JSON: unexpected "}"', 'E_JSON', '{"records":[],}'],
    [
      'the response is not JSON: unexpected "<!doctype html><html"',
      'E_JSON',
      '<!doctype html><html>',
    ],
  ])('%s', (message, code, content) => {
    expect(verifyOne(content).faults).toMatchObject([{ code, message, file: 'p1.json' }]);
  });

  it('of syntax have the byte offset in the file', () => {
    const at = (content: string | Uint8Array) => verifyOne(content).faults[0]?.byteOffset;
    expect(at('{"é😀":1,}')).toBe(12);
    expect(at('\ufeff{"a":1,}')).toBe(10);
    expect(at(Buffer.from('\ufeff{"a":'))).toBe(8);
    expect(at('{"records":[\n{"a":1}\n{}')).toBe(21);
  });

  it('of encoding have the offset of the bad byte', () => {
    const bad = Buffer.concat([
      Buffer.from('{"é":"'),
      Buffer.from([0xe2, 0x28]),
      Buffer.from('"}'),
    ]);
    expect(verifyOne(bad).faults).toMatchObject([
      { code: 'E_UTF8', message: 'the response is not UTF-8: bad byte at 7', byteOffset: 7 },
    ]);
    const cut = Buffer.from('{"a":"é').subarray(0, 7);
    expect(verifyOne(cut).faults).toMatchObject([{ code: 'E_UTF8', byteOffset: 6 }]);
  });

  it('stop at a size', () => {
    const content = { length: MAX_RESPONSE_BYTES + 1 } as Uint8Array;
    expect(verifyPages([{ name: 'p', content }]).pages[0]?.faults).toMatchObject([
      {
        code: 'E_LIMIT',
        message: '268435457 bytes are too many for a response (at most 268435456)',
      },
    ]);
  });

  it('bear depth', () => {
    const depth = 100_000;
    const deep = `${'{"result":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(messages(verifyOne(deep))).toStrictEqual([
      'not a history response: it has no list of records or events; found "result"',
    ]);
  });
});

describe('warnings', () => {
  it('tell of a hasMore that does not go with where the page begins', () => {
    const stopped = { ...history([event(5)], 5, 6), hasMore: false };
    expect(verify(stopped)).toMatchObject({
      exitCode: 0,
      pages: [
        {
          warnings: [
            {
              code: 'W_HAS_MORE',
              message:
                'hasMore is false, but the page begins at seq 5: a client would stop paging there',
              file: 'p1.json',
            },
          ],
        },
      ],
    });
    expect(verifyOne({ events: [event(0)], hasMore: true }).warnings).toMatchObject([
      { message: 'hasMore is true, but the page begins at seq 0' },
    ]);
  });
});

describe('several responses', () => {
  const oldest = history([event(0), row(1, 3)], 0, 4);
  const middle = { records: [{ type: 'event', ...event(4) }, pageRow(5, 4)], hasMore: true };
  const newest = { events: [event(9), event(10)], hasMore: true };

  it.each([
    ['oldest first', [oldest, middle, newest]],
    ['newest first', [newest, middle, oldest]],
    ['shuffled', [middle, newest, oldest]],
  ])('stitch %s, whatever wires they came over', (_, contents) => {
    const { exitCode, stitches, covers } = verify(...contents);
    expect(exitCode).toBe(0);
    expect(covers).toStrictEqual({ fromSeq: 0, toSeq: 11 });
    const position = (page: unknown) => contents.indexOf(page as (typeof contents)[number]);
    expect(stitches).toStrictEqual([
      {
        older: position(oldest),
        newer: position(middle),
        expectedSeq: 4,
        foundSeq: 4,
        isExact: true,
        faults: [],
      },
      {
        older: position(middle),
        newer: position(newest),
        expectedSeq: 9,
        foundSeq: 9,
        isExact: true,
        faults: [],
      },
    ]);
  });

  it('say where they leave a gap or overlap', () => {
    const { exitCode, stitches, covers } = verify(newest, oldest);
    expect([exitCode, covers]).toStrictEqual([3, undefined]);
    expect(stitches[0]?.faults).toStrictEqual([
      {
        code: 'E_SEQ',
        message:
          'p2.json and p1.json do not stitch: expected seq 4, found seq 9: a gap of 5 events',
        file: 'p1.json',
        line: undefined,
        seq: 9,
        hint: 'ask for the older page with beforeSeq equal to the fromSeq of the newer one',
        detail: { older: 1, newer: 0, expected: 4, found: 9 },
      },
    ]);
    const overlap = verify(oldest, { events: [event(3), event(4)], hasMore: true });
    expect(overlap.exitCode).toBe(3);
    expect(overlap.stitches.flatMap(messages)).toStrictEqual([
      'p1.json and p2.json do not stitch: expected seq 4, found seq 3: an overlap',
    ]);
    const one = verify(oldest, { events: [event(5)], hasMore: true });
    expect(one.stitches.flatMap(messages)[0]).toMatch(/: a gap of 1 event$/);
  });

  it('may come as NDJSON, each line located', () => {
    const lines = [newest, middle, oldest].map((page) => JSON.stringify(page));
    const { pages, exitCode, covers } = verify(`\ufeff${lines.join('\r\n')}\n\n`);
    expect([exitCode, covers]).toStrictEqual([0, { fromSeq: 0, toSeq: 11 }]);
    expect(pages.map(({ line, response }) => [line, response])).toStrictEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    const broken = verify(`${lines[0]}\n\n{"é":]\n${lines[2]}`);
    expect(broken.exitCode).toBe(4);
    expect(broken.pages[1]?.faults).toMatchObject([
      {
        code: 'E_JSON',
        message: 'the response is not JSON: unexpected "]"',
        line: 3,
        byteOffset: (lines[0]?.length ?? 0) + 8,
      },
    ]);
    expect(broken.stitches.flatMap(messages)).toStrictEqual([
      'p1.json line 4 and p1.json line 1 do not stitch: expected seq 4, found seq 9: a gap of 5 events',
    ]);
  });

  it('may come as a list', () => {
    const { pages, stitches } = verify([newest, oldest]);
    expect(pages.map(({ line, response }) => [line, response])).toStrictEqual([
      [undefined, 0],
      [undefined, 1],
    ]);
    expect(stitches.flatMap(messages)[0]).toMatch(/^p1\.json \[1\] and p1\.json \[0\] do not/);
    expect(messages(verifyOne('[]'))).toStrictEqual(['a response must be an object, got a list']);
  });

  it('cover nothing together where one of them has no place or a fault', () => {
    const nowhere = verify(oldest, { events: [], hasMore: true }, middle);
    expect([nowhere.exitCode, nowhere.covers]).toStrictEqual([0, undefined]);
    const faulty = verify(history([event(0), event(2)], 0, 4), middle);
    expect([faulty.exitCode, faulty.covers]).toStrictEqual([3, undefined]);
    expect(faulty.stitches[0]?.isExact).toBe(true);
  });

  itHolds(
    'are all looked at',
    fc.property(fc.array(anyPage, { minLength: 1, maxLength: 4 }), (pages) => {
      const text = pages.map(({ page }) => `${JSON.stringify(page)}\n`).join('');
      expect(verify(text).pages.map(({ wire }) => wire)).toStrictEqual(
        pages.map(({ wire }) => wire),
      );
    }),
    50,
  );
});

describe('renderPages', () => {
  const chalk = new Chalk({ level: 0 });

  it('says it all to people', () => {
    const { chunks } = row(6, 3);
    const bad = { ...chunks, data: { ...chunks.data, dt: [] } };
    const text = renderPages(
      verify(
        { result: history([event(4), event(5), { chunks: bad }], 4, 9) },
        history([row(0, 3)], 0, 3),
        '{}',
      ),
      chalk,
    );
    expect(text).toBe(`p1.json
  wire          history: session.history and subagent.history, of the design note, in result
  covers        [4, 9)
  holds         3 records; 1 chunk rows of 0 events; 2 events in all
  rows          unsafe
  has more      yes
  fault record 2: unsafe chunk row: dt must have 2 entries for 3 members, found 0 [E_ROW]
    hint: expanding the row would be unsafe; a client must refuse the page

p2.json
  wire          history: session.history and subagent.history, of the design note
  covers        [0, 3)
  holds         1 records; 1 chunk rows of 3 events; 3 events in all
  rows          safe
  has more      no

p3.json
  fault not a history response: it has no list of records or events; found none [E_ENVELOPE]
    hint: give the body of a session.history, subagent.history or session.page response

together
  stitches      p2.json -> p1.json: no: expected seq 3, found seq 4: a gap of 1 event
  cover         no one history
`);
  });

  it('locates faults, and lists the first twenty', () => {
    const events = Array.from({ length: 30 }, (_, at) => event(at * 2));
    const text = renderPages(verify(`${JSON.stringify({ events, hasMore: true })}\n1`), chalk);
    expect(text).toContain('  fault line 1: record 1: expected seq 1, found seq 2: 1 event is');
    expect(text).toContain('  … and 9 more faults (--json lists them)');
    expect(text).toContain('  warning line 1: hasMore is true, but the page begins at seq 0');
    expect(text).toContain('p1.json line 2\n  fault line 2: a response must be an object, got 1');
  });

  it('says what it does not know', () => {
    const text = renderPages(verify({ events: [], hasMore: 1 }), chalk);
    expect(text).toContain('  covers        unknown\n');
    expect(text).toContain('  has more      unknown\n');
    expect(renderPages(verify(history([], 0, 0), history([], 0, 0)), chalk)).toMatch(
      /stitches {6}p1\.json -> p2\.json: yes, at seq 0\n {2}cover {9}\[0, 0\)\n$/,
    );
  });
});
