import { isObject, isSafeInteger, own } from './json.ts';
import { eachMemberText } from './run.ts';
import { isRun, type Span } from './span.ts';
import type { EpochMs, JsonObject, Seq } from './types.ts';

/** One event as a row of a table; null where an event has no such thing. */
export interface EventRow {
  readonly seq: Seq | null;
  readonly time: EpochMs | null;
  readonly type: string | null;
  readonly turn: number | null;
  readonly step: number | null;
  /** The chunk's type, of `assistant/chunk` events. */
  readonly chunk: string | null;
  /** The chunk's block index. */
  readonly index: number | null;
  /** The fragment of a delta. */
  readonly text: string | null;
  /** UTF-8 bytes of the event's JSON. */
  readonly bytes: number;
  /** The event's JSON as it is stored. */
  readonly json: string;
}

/** The rows of a span: one an event, in order. `byteLength` counts UTF-8, which differs by platform. */
export function* eventRows(
  span: Span,
  byteLength: (text: string) => number,
): Generator<EventRow, void> {
  if (!isRun(span)) {
    yield ordinaryRow(span.event, span.text, byteLength(span.text));
    return;
  }
  const { turn, step, kind, index } = span.head;
  const texts: string[] = [];
  eachMemberText(span, (text) => texts.push(text));
  for (const [member, json] of texts.entries()) {
    yield {
      seq: span.seq0 + member,
      time: span.times[member] as number, // the columns have one length
      type: 'assistant/chunk',
      turn,
      step,
      chunk: kind.chunkType,
      index,
      text: span.fragments[member] as string,
      bytes: byteLength(json),
      json,
    };
  }
}

function ordinaryRow(event: JsonObject, json: string, bytes: number): EventRow {
  const number = (object: JsonObject, key: string): number | null => {
    const value = own(object, key);
    return isSafeInteger(value) ? value : null;
  };
  const text = (object: JsonObject, key: string): string | null => {
    const value = own(object, key);
    return typeof value === 'string' ? value : null;
  };
  const inner = (object: JsonObject, key: string): JsonObject => {
    const value = own(object, key);
    return isObject(value) ? value : {};
  };
  const fields = inner(event, 'data');
  const chunk = inner(fields, 'chunk');
  return {
    seq: number(event, 'seq'),
    time: number(event, 'time'),
    type: text(event, 'type'),
    turn: number(fields, 'turn'),
    step: number(fields, 'step'),
    chunk: text(chunk, 'type'),
    index: number(chunk, 'index'),
    text: text(chunk, 'text') ?? text(chunk, 'argumentsDelta'),
    bytes,
    json,
  };
}
