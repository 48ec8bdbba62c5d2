import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertPage } from '../../../src/codec/wire/convert.ts';
import type { WirePage } from '../../../src/codec/wire/types.ts';
import { findFault } from '../../../src/codec/wire/validate.ts';
import { itHolds } from '../../support/fuzz.ts';
import { naiveEvents } from '../../support/naive.ts';
import {
  anyPage,
  eventsPage,
  historyPage,
  packedPage,
  toSessionPage,
  WIRE_NAMES,
} from './pages.ts';
import { delta, event, history, pageRow, row } from './samples.ts';

/** Where an empty page lies, which the wires without watermarks cannot say. */
const at = (page: WirePage) => ('fromSeq' in page ? { fromSeq: page.fromSeq } : {});

describe('convertPage', () => {
  itHolds(
    'gives a sound response of every wire',
    fc.property(anyPage, fc.constantFrom(...WIRE_NAMES), ({ page }, to) => {
      expect(findFault(convertPage(page, to, { fromSeq: 0 }), to)).toBeUndefined();
    }),
    150,
  );

  itHolds(
    'gives a page of the same wire back, the same object',
    fc.property(anyPage, ({ wire, page }) => {
      expect(convertPage(page, wire)).toBe(page);
    }),
    150,
  );

  itHolds(
    'brings history through page and back, however it was packed',
    fc.property(historyPage, (page) => {
      const session = convertPage(page, 'page');
      expect(session).toStrictEqual(toSessionPage(page));
      expect(convertPage(session, 'history', at(page))).toStrictEqual(page);
    }),
    150,
  );

  itHolds(
    'brings events through both packed wires and back, views and all',
    fc.property(eventsPage, fc.constantFrom('history', 'page'), (page, wire) => {
      const packed = convertPage(page, wire, { fromSeq: 7 });
      expect(convertPage(packed, 'events')).toStrictEqual(page);
    }),
    150,
  );

  itHolds(
    'brings a packed page through events and back, as the official codec packs',
    fc.property(packedPage, (page) => {
      const events = convertPage(page, 'events');
      expect(convertPage(events, 'history', at(page))).toStrictEqual(page);
    }),
    150,
  );

  itHolds(
    'expands rows as the official codec does',
    fc.property(historyPage, (page) => {
      const records = page.records.map((record) =>
        'event' in record ? record.event : record.chunks,
      );
      const { events } = convertPage(page, 'events');
      expect(events.map((record) => record.event)).toStrictEqual(naiveEvents(records));
      expect(convertPage(toSessionPage(page), 'events').events).toStrictEqual(events);
    }),
    150,
  );

  it('never packs a record with a view, and ends a run at it', () => {
    const seen = { ...delta(3), view: null };
    const events = [delta(0), delta(1), delta(2), seen, delta(4), delta(5), event(6)];
    const page = { events, hasMore: false };
    expect(convertPage(page, 'history')).toStrictEqual(
      history([row(0, 3), seen, delta(4), delta(5), event(6)], 0, 7),
    );
    expect(convertPage(page, 'page').records.slice(0, 2)).toStrictEqual([
      pageRow(0, 3),
      { type: 'event', ...seen },
    ]);
  });

  it('packs nothing between the two packed wires', () => {
    const loose = [delta(0), delta(1), delta(2)];
    const page = { records: loose, hasMore: false, fromSeq: 0, toSeq: 3 };
    expect(convertPage(page, 'page').records).toStrictEqual(
      loose.map((record) => ({ type: 'event', ...record })),
    );
  });

  it('keeps the key order of each wire', () => {
    const page = { records: [event(0), row(1, 3)], hasMore: false, fromSeq: 0, toSeq: 4 };
    const session = convertPage(page, 'page');
    expect(Object.keys(session)).toStrictEqual(['records', 'hasMore']);
    expect(JSON.stringify(session.records[0])).toMatch(/^\{"type":"event","event":\{/);
    expect(JSON.stringify(session.records[1])).toMatch(
      /^\{"type":"chunks","event":\{"type":"chunkrow\/text-chunks","seq":1,"time":1001,"data":\{/,
    );
    expect(JSON.stringify(convertPage(session, 'history'))).toBe(JSON.stringify(page));
    expect(Object.keys(convertPage(page, 'events'))).toStrictEqual(['events', 'hasMore']);
  });

  it('carries keys along that no wire knows', () => {
    const page = { events: [event(0)], hasMore: false, cursor: 'x' };
    expect(convertPage(page, 'history')).toStrictEqual({
      ...history([event(0)], 0, 1),
      cursor: 'x',
    });
    expect(convertPage(convertPage(page, 'page'), 'events')).toStrictEqual(page);
  });

  it('takes the place of an empty page from hasMore or from the caller', () => {
    expect(convertPage({ events: [], hasMore: false }, 'history')).toStrictEqual(history([], 0, 0));
    expect(convertPage({ records: [], hasMore: true }, 'history', { fromSeq: 9 })).toStrictEqual(
      history([], 9, 9),
    );
    expect(() => convertPage({ events: [], hasMore: true }, 'history')).toThrow(
      'an empty page without watermarks may lie anywhere, since it says hasMore: give its fromSeq',
    );
  });

  it('refuses a page that is not sound', () => {
    const bad = { events: [event(0), event(2)], hasMore: false };
    expect(() => convertPage(bad, 'history')).toThrow(
      'record 1: expected seq 1, found seq 2: 1 event is missing',
    );
    expect(() => convertPage(bad, 'events')).toThrow('record 1: expected seq 1');
    expect(() => convertPage({ hasMore: true } as never, 'history')).toThrow(
      'not a response of any wire: it has no list of records or events',
    );
    expect(() => convertPage({ events: [], hasMore: true }, 'history', { from: 'page' })).toThrow(
      'records must be a list, got nothing',
    );
  });

  it('refuses a page that ends beyond the safe integers', () => {
    const page = { events: [event(Number.MAX_SAFE_INTEGER)], hasMore: true };
    expect(() => convertPage(page, 'history')).toThrow(
      'toSeq would be 9007199254740992, which is no safe integer',
    );
    expect(convertPage(page, 'page').records).toHaveLength(1);
  });
});
