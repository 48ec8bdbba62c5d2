import fc from 'fast-check';
import { isFiniteNumber } from '../../../src/codec/json.ts';
import { isRowTagged, readRow } from '../../../src/codec/row.ts';
import { rowOf } from '../../../src/codec/storage.ts';
import type { ChunkRow, JsonValue, SessionEvent, StorageRecord } from '../../../src/codec/types.ts';
import type {
  EventRecord,
  EventsWirePage,
  HistoryWirePage,
  PageRow,
  SessionWirePage,
  WireName,
  WirePage,
} from '../../../src/codec/wire/types.ts';
import { deltaEvent, fragment, head, storedLog } from '../../support/arbitraries.ts';
import { mutate, mutation } from '../../support/mutations.ts';
import { officialPack } from '../../support/official.ts';

/** Sound responses of every wire, and damaged ones. */

export const WIRE_NAMES: readonly WireName[] = ['history', 'page', 'events'];

const isWhole = ({ type, time, ...event }: SessionEvent): boolean =>
  typeof type === 'string' && isFiniteNumber(time as JsonValue) && Object.hasOwn(event, 'data');

const member = fc.tuple(fc.integer({ min: -3, max: 9 }), fragment);

/** Runs of every length with ordinary events between them, seq from 0: what pages are made for. */
const runs: fc.Arbitrary<SessionEvent[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.tuple(head, fc.array(member, { minLength: 1, maxLength: 8 })) },
      fc.constant(undefined),
    ),
    { maxLength: 6 },
  )
  .map((parts) => {
    const events: SessionEvent[] = [];
    let time = 1_700_000_000_000;
    for (const part of parts) {
      const [head, members] = part ?? [];
      if (head === undefined || members === undefined) {
        events.push({ type: 'tool/call', seq: events.length, time, data: { turn: 0 } });
        continue;
      }
      for (const [gap, text] of members) {
        time += gap;
        events.push(deltaEvent({ head, seq: events.length, time, fragment: text }));
      }
    }
    return JSON.parse(JSON.stringify(events)) as SessionEvent[];
  });

/** The events of a page somewhere in a log, where a near miss that lost a key of events is mended. */
const pageEvents: fc.Arbitrary<SessionEvent[]> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: runs }, storedLog),
    fc.constantFrom(0, 0, 1, 40, 2 ** 40),
    fc.nat(6),
  )
  .map(([events, offset, skipped]) =>
    events
      .map((event) => (isWhole(event) ? event : { ...event, type: 'a/b', time: 1, data: null }))
      .slice(skipped % (events.length + 1))
      .map((event) => ({ ...event, seq: event.seq + offset })),
  );

const view = fc.constantFrom<JsonValue | undefined>(...Array(9), null, 'text', { title: 'x' }, []);

/** A response of the wire before the note; now and then a record, perhaps a delta, has a view. */
export const eventsPage: fc.Arbitrary<EventsWirePage> = fc
  .tuple(pageEvents, fc.infiniteStream(view))
  .map(([events, views]) => ({
    events: events.map((event): EventRecord => {
      const { value } = views.next();
      return value === undefined ? { event } : { event, view: value };
    }),
    hasMore: (events[0]?.seq ?? 0) > 0,
  }));

const isRow = (record: StorageRecord): record is ChunkRow =>
  isRowTagged(record as unknown as JsonValue);

/** The note's response in its one packed form, made by the official codec; no views. */
export const packedPage: fc.Arbitrary<HistoryWirePage> = pageEvents.map((events) => {
  const fromSeq = events[0]?.seq ?? 0;
  return {
    records: officialPack(events).map((record) =>
      isRow(record) ? { chunks: record } : { event: record },
    ),
    hasMore: fromSeq > 0,
    fromSeq,
    toSeq: fromSeq + events.length,
  };
});

/** Any sound response of the note's wire: rows cut anywhere, views, events beside rows. */
export const historyPage: fc.Arbitrary<HistoryWirePage> = fc
  .tuple(packedPage, fc.infiniteStream(fc.nat(4)), fc.infiniteStream(view))
  .map(([page, cuts, views]) => ({
    ...page,
    records: page.records.flatMap((record): HistoryWirePage['records'] => {
      if ('chunks' in record) return cutRow(record.chunks, cuts.next().value);
      const { value } = views.next();
      return value === undefined ? [record] : [{ ...record, view: value }];
    }),
  }));

function cutRow(row: ChunkRow, at: number): HistoryWirePage['records'] {
  const run = readRow(row as never);
  const middle = run.seq0 + at;
  if (at === 0 || middle >= run.toSeq) return [{ chunks: row }];
  const parts = [run.slice(run.seq0, middle), run.slice(middle, run.toSeq)];
  return parts.map((part) => ({ chunks: rowOf(part) }));
}

/** The same records as the 0.1.2 wire has them, spelled out so as not to trust the code under test. */
export const toSessionPage = ({ records, hasMore }: HistoryWirePage): SessionWirePage => ({
  records: records.map((record) => {
    if ('event' in record) return { type: 'event', ...record };
    const { type, seq0, time0, data } = record.chunks;
    const event = { type: `chunkrow/${type}`, seq: seq0, time: time0, data } as PageRow;
    return { type: 'chunks', event };
  }),
  hasMore,
});

/** Any sound response, and the wire that it came over. */
export const anyPage: fc.Arbitrary<{ wire: WireName; page: WirePage }> = fc.oneof(
  historyPage.map((page) => ({ wire: 'history' as const, page })),
  historyPage.map((page) => ({ wire: 'page' as const, page: toSessionPage(page) })),
  eventsPage.map((page) => ({ wire: 'events' as const, page })),
);

/** A change to a response: anywhere in it, or one that shifts what it covers. */
type Damage = (page: JsonValue) => JsonValue;

const anywhere: fc.Arbitrary<Damage> = fc.tuple(mutation, fc.nat(120)).map(
  ([change, node]) =>
    (page) =>
      mutate(page, { ...change, node }),
);

const listOf = (page: Record<string, JsonValue>) => ('records' in page ? 'records' : 'events');

const relist = fc
  .tuple(fc.nat(20), fc.constantFrom<'drop' | 'double' | 'swap'>('drop', 'double', 'swap'))
  .map(
    ([where, what]): Damage =>
      (value) => {
        const page = value as Record<string, JsonValue>;
        const records = [...(page[listOf(page)] as JsonValue[])];
        const at = where % Math.max(1, records.length);
        const part = records.slice(at, at + 2);
        const put = {
          drop: part.slice(1),
          double: [...part.slice(0, 1), ...part],
          swap: part.reverse(),
        }[what];
        records.splice(at, 2, ...put);
        return { ...page, [listOf(page)]: records };
      },
  );

const SEQ_KEYS = ['fromSeq', 'toSeq', 'seq', 'seq0'];

/** Moves one of the seqs that a response holds. */
const nudge = fc.tuple(fc.nat(60), fc.constantFrom(-1, 1, 0.5, -1000)).map(
  ([which, by]): Damage =>
    (page) => {
      let left = which;
      return JSON.parse(
        JSON.stringify(page, (key, value: JsonValue) => {
          if (typeof value !== 'number' || !SEQ_KEYS.includes(key)) return value;
          left -= 1;
          return left === 0 ? value + by : value;
        }),
      ) as JsonValue;
    },
);

/** Ends a page of the note's wire before its last event. */
const shorten = fc.constant<Damage>((value) => {
  const page = value as Record<string, JsonValue>;
  return typeof page.toSeq === 'number' ? { ...page, toSeq: page.toSeq - 1 } : page;
});

/** A response with one change in it, which may have left it sound. */
export const damagedPage: fc.Arbitrary<{ wire: WireName; page: JsonValue }> = fc
  .tuple(anyPage, fc.oneof({ weight: 4, arbitrary: anywhere }, relist, nudge, shorten))
  .map(([{ wire, page }, damage]) => ({ wire, page: damage(page as unknown as JsonValue) }));
