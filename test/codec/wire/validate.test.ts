import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WireError } from '../../../src/codec/wire/fault.ts';
import type { WireName } from '../../../src/codec/wire/types.ts';
import { faultsOf, findFault, validateResponse } from '../../../src/codec/wire/validate.ts';
import { itHolds } from '../../support/fuzz.ts';
import { anyPage, damagedPage } from './pages.ts';
import { event, history, pageRow, row } from './samples.ts';

const messageOf = (response: unknown, wire: WireName): string | undefined =>
  findFault(response, wire)?.message;

describe('validateResponse', () => {
  itHolds(
    'passes every sound response on, the same object',
    fc.property(anyPage, ({ wire, page }) => {
      expect(validateResponse(page, wire)).toBe(page);
    }),
  );

  itHolds(
    'finds first what it finds at all',
    fc.property(damagedPage, ({ wire, page }) => {
      expect(findFault(page, wire)).toStrictEqual(faultsOf(page, wire)[0]);
    }),
  );

  it('throws the first fault as plain data', () => {
    const response = history([event(5), event(7)], 5, 8);
    let thrown: unknown;
    try {
      validateResponse(response, 'history');
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(WireError);
    expect((thrown as WireError).message).toBe(
      'record 1: expected seq 6, found seq 7: 1 event is missing',
    );
    expect((thrown as WireError).fault).toStrictEqual({
      kind: 'gap',
      message: 'record 1: expected seq 6, found seq 7: 1 event is missing',
      record: 1,
      expectedSeq: 6,
      foundSeq: 7,
    });
  });

  it('lets views of any kind and keys of later versions pass', () => {
    const records = [{ event: { ...event(5).event, extra: 1 }, view: null }, event(6)];
    expect(messageOf({ ...history(records, 5, 7), cursor: 'x' }, 'history')).toBeUndefined();
  });

  it('takes an empty page on every wire', () => {
    expect(messageOf(history([], 5, 5), 'history')).toBeUndefined();
    expect(messageOf({ records: [], hasMore: true }, 'page')).toBeUndefined();
    expect(messageOf({ events: [], hasMore: false }, 'events')).toBeUndefined();
  });

  it('goes on behind a fault and names each place once', () => {
    const records = [
      event(5),
      event(7),
      event(8),
      { event: null },
      event(20),
      event(20),
      row(21, 4),
      event(25),
    ];
    expect(faultsOf(history(records, 5, 24), 'history').map(({ message }) => message)).toEqual([
      'record 1: expected seq 6, found seq 7: 1 event is missing',
      'record 3: event must be an object, got null',
      'record 5: expected seq 21, found seq 20: records overlap or are out of order',
      'record 6: expected the page to end at toSeq 24, found seq 21 to 24',
    ]);
  });
});

describe('the refusals', () => {
  const inHistory = (record: unknown): unknown => history([event(5), record], 5, 7);
  const inPage = (record: unknown): unknown => ({
    records: [{ type: 'event', ...event(5) }, record],
    hasMore: true,
  });
  const inEvents = (record: unknown): unknown => ({ events: [event(5), record], hasMore: true });
  const { event: sound } = event(6);
  const { chunks } = row(6, 3);
  const soundRow = pageRow(6, 3).event;

  it.each<[string, WireName, unknown]>([
    ['a response must be an object, got null', 'history', null],
    ['a response must be an object, got a list', 'page', []],
    ['a response must be an object, got nothing', 'events', undefined],
    ['records must be a list, got nothing', 'history', { events: [], hasMore: true }],
    ['records must be a list, got an object', 'page', { records: {}, hasMore: true }],
    ['events must be a list, got nothing', 'events', { records: [], hasMore: true }],
    ['hasMore must be true or false, got nothing', 'page', { records: [] }],
    ['hasMore must be true or false, got "yes"', 'events', { events: [], hasMore: 'yes' }],
    [
      'fromSeq must be a safe integer >= 0, got nothing',
      'history',
      { records: [], hasMore: false, toSeq: 0 },
    ],
    ['fromSeq must be a safe integer >= 0, got -1', 'history', history([], -1, 0)],
    ['toSeq must be a safe integer >= 0, got 1.5', 'history', history([], 0, 1.5)],
    ['toSeq must be a safe integer >= 0, got Infinity', 'history', history([], 0, Infinity)],
    ['fromSeq 9 must not exceed toSeq 5', 'history', history([], 9, 5)],

    ['record 1: must be an object, got 7', 'history', inHistory(7)],
    ['record 1: must be an object, got a list', 'page', inPage([])],
    ['record 1: must be an object, got "x"', 'events', inEvents('x')],
    ['record 1: a record is {event, view?}; found none', 'history', inHistory({})],
    [
      'record 1: a record is {event, view?}; found "event", "type"',
      'events',
      inEvents({ event: sound, type: 'event' }),
    ],
    [
      'record 1: a record is {event, view?} or {chunks}; found "event", "chunks"',
      'history',
      inHistory({ event: sound, chunks }),
    ],
    [
      'record 1: a record is {event, view?} or {chunks}; found "chunks", "view"',
      'history',
      inHistory({ chunks, view: 1 }),
    ],
    ['record 1: a record is {event, view?}; found "chunks"', 'events', inEvents({ chunks })],
    ['record 1: type must be "event" or "chunks", got "row"', 'page', inPage({ type: 'row' })],
    ['record 1: type must be "event" or "chunks", got nothing', 'page', inPage({ event: sound })],
    ['record 1: a record is {type, event, view?}; found "type"', 'page', inPage({ type: 'event' })],
    [
      'record 1: a chunks record is {type, event}; found "type", "event", "view"',
      'page',
      inPage({ type: 'chunks', event: soundRow, view: 1 }),
    ],

    ['record 1: event must be an object, got "x"', 'history', inHistory({ event: 'x' })],
    [
      "record 1: the event's type must be a string, got nothing",
      'history',
      inHistory({ event: { seq: 6, time: 1, data: 1 } }),
    ],
    [
      'record 1: a chunk row ("text-chunks") stands as an event',
      'history',
      inHistory({ event: { ...sound, type: 'text-chunks' } }),
    ],
    [
      'record 1: a chunk row ("chunkrow/tool-call-chunks") stands as an event',
      'page',
      inPage({ type: 'event', event: { ...sound, type: 'chunkrow/tool-call-chunks' } }),
    ],
    [
      'record 1: the event\'s seq must be a safe integer >= 0, got "6"',
      'events',
      inEvents({ event: { ...sound, seq: '6' } }),
    ],
    [
      "record 1: the event's time must be a number, got Infinity",
      'events',
      inEvents({ event: { ...sound, time: Infinity } }),
    ],
    [
      'record 1: the event has no data; found "type", "seq", "time"',
      'history',
      inHistory({ event: { type: 'a', seq: 6, time: 1 } }),
    ],

    [
      'record 1: unsafe chunk row: chunks must be an object, got null',
      'history',
      inHistory({ chunks: null }),
    ],
    [
      'record 1: unsafe chunk row: "odd" is not a chunk row type',
      'history',
      inHistory({ chunks: { ...chunks, type: 'odd' } }),
    ],
    [
      'record 1: unsafe chunk row: dt must have 2 entries for 3 members, found 1',
      'history',
      inHistory({ chunks: { ...chunks, data: { ...chunks.data, dt: [1] } } }),
    ],
    [
      'record 1: unsafe chunk row: event must be an object, got nothing',
      'page',
      inPage({ type: 'chunks', chunks }),
    ],
    [
      'record 1: unsafe chunk row: type must be chunkrow/text-chunks or the like, got "text-chunks"',
      'page',
      inPage({ type: 'chunks', event: chunks }),
    ],
    [
      'record 1: unsafe chunk row: type must be chunkrow/text-chunks or the like, got "chunkrow/odd"',
      'page',
      inPage({ type: 'chunks', event: { ...soundRow, type: 'chunkrow/odd' } }),
    ],
    [
      'record 1: unsafe chunk row: type must be chunkrow/text-chunks or the like, got 1',
      'page',
      inPage({ type: 'chunks', event: { ...soundRow, type: 1 } }),
    ],
    [
      'record 1: unsafe chunk row: a row has exactly the keys type, seq, time, data; found "type", "seq", "time", "data", "seq0"',
      'page',
      inPage({ type: 'chunks', event: { ...soundRow, seq0: 6 } }),
    ],
    [
      'record 1: unsafe chunk row: seq must be a safe integer >= 0, got -6',
      'page',
      inPage({ type: 'chunks', event: { ...soundRow, seq: -6 } }),
    ],
    [
      'record 1: unsafe chunk row: time must be a safe integer, got 0.5',
      'page',
      inPage({ type: 'chunks', event: { ...soundRow, time: 0.5 } }),
    ],
    [
      'record 1: unsafe chunk row: data must be an object, got nothing',
      'page',
      inPage({ type: 'chunks', event: { type: soundRow.type, seq: 6, time: 1, date: {} } }),
    ],

    [
      'record 0: expected seq 4, found seq 5: 1 event is missing',
      'history',
      history([event(5)], 4, 6),
    ],
    [
      'record 1: expected seq 6, found seq 9: 3 events are missing',
      'page',
      inPage({ type: 'event', ...event(9) }),
    ],
    [
      'record 1: expected seq 6, found seq 5: records overlap or are out of order',
      'events',
      inEvents(event(5)),
    ],
    [
      'record 1: expected seq 8, found seq 7: records overlap or are out of order',
      'history',
      history([row(5, 3), event(7)], 5, 8),
    ],
    [
      'record 1: expected the page to end at toSeq 7, found seq 6 to 8',
      'history',
      history([event(5), row(6, 3)], 5, 7),
    ],
    [
      'after record 0: expected seq 6, found the end of the records: 2 events are missing before toSeq 8',
      'history',
      history([event(5)], 5, 8),
    ],
    [
      'no records: expected seq 5, found the end of the records: 1 event is missing before toSeq 6',
      'history',
      history([], 5, 6),
    ],
  ])('%s', (message, wire, response) => {
    expect(messageOf(response, wire)).toBe(message);
  });

  it('quote foreign text shortened, and name few of many keys', () => {
    const keys = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`k${at}`, at]));
    expect(messageOf(inHistory({ ...keys, event: sound }), 'history')).toBe(
      'record 1: a record is {event, view?}; found "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", … (13 keys)',
    );
    expect(messageOf({ events: [], hasMore: 'x'.repeat(50) }, 'events')).toBe(
      `hasMore must be true or false, got "${'x'.repeat(40)}…"`,
    );
  });

  it('never take a key from a prototype', () => {
    const inherited = Object.create({ hasMore: true, records: [] });
    expect(messageOf(inherited, 'page')).toBe('records must be a list, got nothing');
  });

  it('let an error that is not about the record pass', () => {
    const trap = {
      get event(): unknown {
        throw new TypeError('a bug');
      },
    };
    expect(() => findFault({ events: [trap], hasMore: true }, 'events')).toThrow(TypeError);
  });
});
