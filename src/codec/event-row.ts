import { isObject, own } from './json.ts';
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
      time: span.times[member] ?? null,
      type: 'assistant/chunk',
      turn,
      step,
      chunk: kind.chunkType,
      index,
      text: span.fragments[member] ?? null,
      bytes: byteLength(json),
      json,
    };
  }
}

function ordinaryRow(event: JsonObject, json: string, bytes: number): EventRow {
  const number = (object: JsonObject | undefined, key: string): number | null => {
    const value = object === undefined ? undefined : own(object, key);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
  };
  const text = (object: JsonObject | undefined, key: string): string | null => {
    const value = object === undefined ? undefined : own(object, key);
    return typeof value === 'string' ? value : null;
  };
  const data = own(event, 'data');
  const fields = isObject(data) ? data : undefined;
  const chunkValue = fields === undefined ? undefined : own(fields, 'chunk');
  const chunk = isObject(chunkValue) ? chunkValue : undefined;
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
