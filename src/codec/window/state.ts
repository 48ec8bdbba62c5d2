import type { HistoryRecord, HistoryResponse, Interval, Seq } from '../types.ts';
import type { Notice } from './notices.ts';
import { RecordList } from './record-list.ts';

/** The records on show: they cover `[fromSeq, toSeq)` exactly, at any time. */
export interface ShownInterval extends Interval {
  readonly records: RecordList;
  /** Whether an older page can be asked for. */
  readonly hasMore: boolean;
}

/** A page that has been asked for and has not come. At most one is, at any time. */
export type PendingFetch =
  | { readonly kind: 'tail'; readonly request: number; readonly expectTo: Seq }
  | { readonly kind: 'before'; readonly request: number; readonly beforeSeq: Seq };

/** A client's window on a session: plain data, replaced whole at each step, never changed. */
export interface HistoryWindow {
  /** Undefined until the first tail page. Stays on show while a newer one is fetched. */
  readonly shown: ShownInterval | undefined;
  /** Whether a tail page of this connection is installed; until then every live record waits. */
  readonly isCurrent: boolean;
  readonly fetch: PendingFetch | undefined;
  /** Live records that wait for a tail page, as they came; at most `maxBuffered`. */
  readonly buffer: RecordList;
  readonly maxBuffered: number;
  /** The end of the furthest live record heard of on this connection, 0 for none. */
  readonly heardTo: Seq;
  /** The number of the newest request. */
  readonly request: number;
  /** Tail pages in a row that ended before what the window knew to exist. */
  readonly staleAnswers: number;
  /** Why older pages are no longer asked for, until a new tail page is installed. */
  readonly pagingStopped: string | undefined;
  /** Why gaps no longer ask for a tail page, until the client reconnects. */
  readonly repairStopped: string | undefined;
}

/** Something that happened to the client. */
export type WindowInput =
  /** The session is opened: from nothing. */
  | { readonly kind: 'open' }
  /** A new connection follows the log again; to be said once live events can come over it. */
  | { readonly kind: 'reconnect' }
  /** The user wants to see what came before. */
  | { readonly kind: 'older' }
  /** A live event, or a live row. */
  | { readonly kind: 'live'; readonly record: HistoryRecord }
  /** The answer to a fetch, with its number. */
  | { readonly kind: 'page'; readonly request: number; readonly page: HistoryResponse }
  /** The fetch with this number came to nothing. */
  | { readonly kind: 'failed'; readonly request: number; readonly reason: string };

/** Something for the client to do. A fetch is answered by `page` or `failed` with its number. */
export type WindowEffect =
  /** Get the tail page, which should reach `expectTo`: a cached answer that ends before is stale. */
  | { readonly kind: 'fetch-tail'; readonly request: number; readonly expectTo: Seq }
  /** Get the page that ends before `beforeSeq`. */
  | { readonly kind: 'fetch-before'; readonly request: number; readonly beforeSeq: Seq }
  /** Nothing to do: what became of an input, and why. */
  | Notice;

/** What a step comes to. */
export interface WindowStep {
  readonly state: HistoryWindow;
  readonly effects: readonly WindowEffect[];
}

/** Live records kept during a fetch by default: minutes of a fast model, a few MB. */
export const DEFAULT_MAX_BUFFERED = 4096;

/** A window before it is opened. */
export const newWindow = (maxBuffered: number = DEFAULT_MAX_BUFFERED): HistoryWindow => ({
  shown: undefined,
  isCurrent: false,
  fetch: undefined,
  buffer: RecordList.EMPTY,
  maxBuffered,
  heardTo: 0,
  request: 0,
  staleAnswers: 0,
  pagingStopped: undefined,
  repairStopped: undefined,
});
