import type { CompletedSteps } from './page.ts';
import type { Span } from './span.ts';

/** Takes history records in order, as JSON text. */
export interface RecordSink {
  /** A record `{"event":…}`; `text` is the event. */
  event(text: string): void;
  /** A record `{"chunks":…}`; `text` is the chunk row. */
  chunks(text: string): void;
  /**
   * A record `{key:…}` of another kind, which only pages of this representation have.
   * @param isRow whether it stands for several events, as a chunk row does
   */
  record(key: string, text: string, isRow: boolean): void;
}

/** What a representation may know about the page that it writes. */
export interface PageContext {
  readonly completedSteps: CompletedSteps;
}

/** Writes the records of one span, already cut to the page. */
export type SpanWriter = (span: Span, sink: RecordSink) => void;

/** One way to send a page. A new one is an entry in `REPRESENTATIONS`. */
export interface Representation {
  readonly isLossless: boolean;
  /** Whether a run must come in one piece; otherwise it may come cut, to bound memory. */
  readonly needsWholeRuns: boolean;
  /** Whether it asks which steps are completed; finding out takes memory. */
  readonly needsSteps: boolean;
  /** Starts a page; the writer then takes its spans in order. */
  open(page: PageContext): SpanWriter;
}
