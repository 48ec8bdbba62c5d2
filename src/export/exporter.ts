import type { Span } from '../codec/span.ts';

/** Writes the spans of a page into a sink, in one format. */
export interface SpanExporter {
  write(spans: readonly Span[]): Promise<void>;
  finish(): Promise<void>;
}
