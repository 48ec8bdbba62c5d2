/**
 * The shapes of a session log, as DeepSeek Harness writes them. Everything optional on disk is
 * optional here; nothing is added. Source: the design note and the harness's session package.
 */

/** Any value that `JSON.parse` can return. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** An object that `JSON.parse` can return. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** A position in the log: the `seq` of an event, counted from 0 without a gap. */
export type Seq = number;

/** Milliseconds since 1970; times in a log may step back. */
export type EpochMs = number;

/** One logical event. `type` is open: an unknown type is carried, never refused. */
export interface SessionEvent {
  readonly type: string;
  readonly seq: Seq;
  readonly time: EpochMs;
  readonly data: JsonValue;
  readonly sourceEventSeqs?: JsonValue;
  readonly surfaceOp?: JsonValue;
  readonly ignorable?: JsonValue;
}

interface RowDataHead {
  readonly turn: number;
  readonly step: number;
  readonly index: number;
  /** Time differences between neighbouring members, ms; one entry less than there are members. */
  readonly dt: readonly number[];
}

/** A packed run of text or reasoning deltas. */
export interface TextChunkRow {
  readonly type: 'text-chunks' | 'reasoning-chunks';
  readonly seq0: Seq;
  readonly time0: EpochMs;
  readonly data: RowDataHead & { readonly texts: readonly string[] };
}

/** A packed run of tool-call deltas. An absent `name` differs from an empty one. */
export interface ToolCallChunkRow {
  readonly type: 'tool-call-chunks';
  readonly seq0: Seq;
  readonly time0: EpochMs;
  readonly data: RowDataHead & {
    readonly id: string;
    readonly name?: string;
    readonly args: readonly string[];
  };
}

export type ChunkRow = TextChunkRow | ToolCallChunkRow;

/** One line of a log after the header. */
export type StorageRecord = SessionEvent | ChunkRow;

/** One element of a history response: exactly one of an event and a chunk row. */
export type HistoryRecord = { readonly event: SessionEvent } | { readonly chunks: ChunkRow };

/** The half-open range `[fromSeq, toSeq)` of logical events. */
export interface Interval {
  readonly fromSeq: Seq;
  readonly toSeq: Seq;
}

/** A history page as it goes over the wire; its records cover the interval exactly. */
export interface HistoryResponse extends Interval {
  readonly records: readonly HistoryRecord[];
  /** Whether events before `fromSeq` exist. */
  readonly hasMore: boolean;
}
