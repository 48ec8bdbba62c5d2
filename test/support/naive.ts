import { isObject, own } from '../../src/codec/json.ts';
import type { Selection } from '../../src/codec/page.ts';
import type { Interval, JsonValue, SessionEvent, StorageRecord } from '../../src/codec/types.ts';
import { officialDecode, officialPack } from './official.ts';

/**
 * The rules of pages and projections written the plain way: over whole arrays, with no thought of
 * cost. The real code must agree with them.
 */

const isMessage = (event: SessionEvent, ...types: string[]): boolean =>
  types.includes(event.type) && event.surfaceOp === 'append';

function groupStart(event: SessionEvent): number {
  const sources = Array.isArray(event.sourceEventSeqs) ? event.sourceEventSeqs : [];
  const firsts = sources.map((entry: JsonValue) => (Array.isArray(entry) ? entry[0] : entry));
  return [...firsts, event.seq]
    .filter((value) => Number.isSafeInteger(value) && value >= 0)
    .sort((a, b) => a - b)[0];
}

/** The interval of a selection in a log whose events stand at their seq. */
export function naivePage(events: readonly SessionEvent[], selection: Selection): Interval {
  const end = events.length;
  if (selection.kind === 'interval') {
    return { fromSeq: selection.fromSeq ?? 0, toSeq: Math.min(selection.toSeq ?? end, end) };
  }
  const messages = events.filter((event) => isMessage(event, 'user/message', 'assistant/message'));
  if (selection.kind === 'forward') {
    const { fromSeq, maxMessages } = selection;
    const last = messages.filter(({ seq }) => seq >= fromSeq)[maxMessages - 1];
    return { fromSeq, toSeq: last === undefined ? end : last.seq + 1 };
  }
  const toSeq = Math.min(selection.beforeSeq ?? end, end);
  const first = messages.filter(({ seq }) => seq < toSeq).reverse()[selection.maxMessages - 1];
  return { fromSeq: first === undefined ? 0 : groupStart(first), toSeq };
}

/** Whether an event names a step that a message among `events` completes; gives that message. */
function completion(events: readonly SessionEvent[], { data }: SessionEvent) {
  if (!isObject(data)) return undefined;
  const [turn, step] = [own(data, 'turn'), own(data, 'step')];
  if (typeof turn !== 'number' || typeof step !== 'number') return undefined;
  return events.find(
    (event) =>
      isMessage(event, 'assistant/message') &&
      isObject(event.data) &&
      own(event.data, 'turn') === turn &&
      own(event.data, 'step') === step,
  );
}

/** Whether the official codec would pack an event: it packs three copies in a row. */
export const isDelta = (event: SessionEvent): boolean =>
  officialPack([0, 1, 2].map((k) => ({ ...event, seq: k }))).length === 1;

/** Whether an event is a delta with content, or one that names its tool call. */
function isToken(event: SessionEvent): boolean {
  if (!isDelta(event)) return false;
  const { chunk } = event.data as { chunk: Record<string, JsonValue> };
  return chunk.name !== undefined || (chunk.text ?? chunk.argumentsDelta) !== '';
}

/** The events of a page that the completed-step projection keeps. */
export function naiveProjection(page: readonly SessionEvent[], keepFirst = false): SessionEvent[] {
  const started = new Set<SessionEvent>();
  return page.filter((event) => {
    const message = event.type === 'assistant/chunk' ? completion(page, event) : undefined;
    if (message === undefined) return true;
    if (!keepFirst || started.has(message) || !isToken(event)) return false;
    started.add(message);
    return true;
  });
}

const isRow = ({ type }: StorageRecord): boolean =>
  ['text-chunks', 'reasoning-chunks', 'tool-call-chunks'].includes(type);

/** The JSON of a response, built from objects. `records` holds events and rows. */
export function naiveResponse(records: readonly StorageRecord[], { fromSeq, toSeq }: Interval) {
  const wrapped = records.map((record) => (isRow(record) ? { chunks: record } : { event: record }));
  return JSON.stringify({ records: wrapped, hasMore: fromSeq > 0, fromSeq, toSeq });
}

/** The events that stored records hold, by the official decoder. */
export const naiveEvents = (records: readonly StorageRecord[]): SessionEvent[] =>
  records.flatMap((record) => officialDecode(record));
