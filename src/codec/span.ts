import { eachMemberText, Run } from './run.ts';
import type { Interval, JsonObject, Seq } from './types.ts';

/** An event that is not a delta, or a delta of a shape that never packs. */
export interface EventSpan {
  readonly seq: Seq;
  /** Its JSON text as stored, without white space around it. */
  readonly text: string;
  readonly event: JsonObject;
}

/** A stretch of the log: one ordinary event, or a maximal run of deltas as columns. */
export type Span = EventSpan | Run;

export const isRun = (span: Span): span is Run => span instanceof Run;

/** The interval that a span covers. */
export const spanInterval = (span: Span): Interval =>
  isRun(span)
    ? { fromSeq: span.seq0, toSeq: span.toSeq }
    : { fromSeq: span.seq, toSeq: span.seq + 1 };

/** The part of a span inside the interval; undefined where they do not meet. */
export function sliceSpan(span: Span, { fromSeq, toSeq }: Interval): Span | undefined {
  const covered = spanInterval(span);
  if (covered.toSeq <= fromSeq || covered.fromSeq >= toSeq) return undefined;
  return isRun(span) ? span.slice(fromSeq, toSeq) : span;
}

/** Calls `each` with the JSON text of every event of a span, in order. */
export function eachEventText(span: Span, each: (text: string, seq: Seq) => void): void {
  if (isRun(span)) eachMemberText(span, each);
  else each(span.text, span.seq);
}
