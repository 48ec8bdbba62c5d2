import { type EventRow, eventRows } from '../codec/event-row.ts';
import type { Span } from '../codec/span.ts';
import { csvLine } from '../measure/render/csv.ts';
import type { SpanExporter } from './exporter.ts';
import type { ByteSink } from './sink.ts';

/** The columns of a table of events, in order. */
export const EVENT_COLUMNS = [
  'seq',
  'time',
  'type',
  'turn',
  'step',
  'chunk',
  'index',
  'text',
  'bytes',
  'json',
] as const satisfies readonly (keyof EventRow)[];

/** Characters gathered before they are handed on. */
const PIECE_CHARS = 64 * 1024;

export const utf8Bytes = (text: string): number => Buffer.byteLength(text, 'utf8');

/** A row an event; a cell that an event has no value for is empty. */
export class CsvWriter implements SpanExporter {
  readonly #sink: ByteSink;
  #text = `${csvLine([...EVENT_COLUMNS])}\n`;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      for (const row of eventRows(span, utf8Bytes)) {
        this.#text += `${csvLine(EVENT_COLUMNS.map((column) => row[column] ?? ''))}\n`;
        if (this.#text.length >= PIECE_CHARS) await this.#flush();
      }
    }
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#sink.finish();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await this.#sink.write(Buffer.from(text, 'utf8'));
  }
}
