import type {
  ChunkRow,
  EpochMs,
  Interval,
  JsonValue,
  Seq,
  SessionEvent,
  TextChunkRow,
  ToolCallChunkRow,
} from '../types.ts';

/**
 * The responses that carry a page of history, one type a wire (FORMAT section 5). The zod schemas
 * in `src/schema/` infer the same types; a test holds the two together.
 */

/**
 * `history`: the note's response, of `session.history` and of `subagent.history`. `page`: that of
 * `session.page` since dsh 0.1.2. `events`: that of dsh 0.1.1 and older, which knows no rows.
 */
export type WireName = 'history' | 'page' | 'events';

/** An event with what the host computed for showing it; `view` is passed on, never invented. */
export interface EventRecord {
  readonly event: SessionEvent;
  readonly view?: JsonValue;
}

/** A chunk row as the note's wire has it. */
export interface ChunksRecord {
  readonly chunks: ChunkRow;
}

interface RowEvent<Row extends ChunkRow> {
  readonly type: `chunkrow/${Row['type']}`;
  /** The row's `seq0`. */
  readonly seq: Seq;
  /** The row's `time0`. */
  readonly time: EpochMs;
  readonly data: Row['data'];
}

/** A chunk row in the envelope of an event, as the 0.1.2 wire has it. */
export type PageRow = RowEvent<TextChunkRow> | RowEvent<ToolCallChunkRow>;

export interface PageEventRecord extends EventRecord {
  readonly type: 'event';
}

export interface PageChunksRecord {
  readonly type: 'chunks';
  readonly event: PageRow;
}

/** The note's response: its records cover `[fromSeq, toSeq)` exactly. */
export interface HistoryWirePage extends Interval {
  readonly records: readonly (EventRecord | ChunksRecord)[];
  /** Whether events before the page exist. */
  readonly hasMore: boolean;
}

/** The response of `session.page`: its records are contiguous. */
export interface SessionWirePage {
  readonly records: readonly (PageEventRecord | PageChunksRecord)[];
  readonly hasMore: boolean;
}

/** The response before the note: one record an event, contiguous. */
export interface EventsWirePage {
  readonly events: readonly EventRecord[];
  readonly hasMore: boolean;
}

/** The response of each wire. */
export interface WirePages {
  readonly history: HistoryWirePage;
  readonly page: SessionWirePage;
  readonly events: EventsWirePage;
}

export type WirePage = WirePages[WireName];
