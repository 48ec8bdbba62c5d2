import { isObject, own } from '../../codec/json.ts';
import { type DeltaKind, kindOfChunk } from '../../codec/kinds.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { JsonObject } from '../../codec/types.ts';

/** The chunk of an `assistant/chunk` event. */
export function chunkOf(event: JsonObject): JsonObject | undefined {
  if (own(event, 'type') !== 'assistant/chunk') return undefined;
  const data = own(event, 'data');
  const chunk = isObject(data) ? own(data, 'chunk') : undefined;
  return isObject(chunk) ? chunk : undefined;
}

/** The delta kind of a span, also of a delta that never packs; undefined where it is none. */
export function deltaKindOf(span: Span): DeltaKind | undefined {
  if (isRun(span)) return span.head.kind;
  const chunk = chunkOf(span.event);
  return chunk === undefined ? undefined : kindOfChunk(own(chunk, 'type'));
}

/** The family of the records that a span was written as: `tool/result`, `assistant/chunk text-delta`, `text-chunks`. */
export function familyOf(span: Span, isRow: boolean): string {
  if (isRun(span)) {
    const { rowType, chunkType } = span.head.kind;
    return isRow ? rowType : `assistant/chunk ${chunkType}`;
  }
  const type = own(span.event, 'type');
  if (typeof type !== 'string') return '(no type)';
  const chunk = chunkOf(span.event);
  const chunkType = chunk === undefined ? undefined : own(chunk, 'type');
  return typeof chunkType === 'string' ? `${type} ${chunkType}` : type;
}
