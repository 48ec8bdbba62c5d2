import { PageWriter } from '../codec/page-writer.ts';
import type { PageContext, Representation } from '../codec/representation.ts';
import { NDJSON_FRAMING, type RecordFraming, responseFraming } from '../codec/response.ts';
import type { Span } from '../codec/span.ts';
import type { Interval } from '../codec/types.ts';
import { CsvWriter } from './csv.ts';
import type { SpanExporter } from './exporter.ts';
import type { ByteSink } from './sink.ts';

export interface ExportPage extends Interval, PageContext {
  readonly representation: Representation;
  /** The header line of the log, for layouts that repeat it. */
  readonly headerText: string;
}

/** How a page is written; an entry a format. All but `json` and `ndjson` have a row an event. */
export const EXPORT_FORMATS = {
  json: async (page: ExportPage, sink: ByteSink) =>
    new TextExporter(page, responseFraming(page), sink),
  ndjson: async (page: ExportPage, sink: ByteSink) => new TextExporter(page, NDJSON_FRAMING, sink),
  /** A session log again: the header, then stored records. */
  log: async (page: ExportPage, sink: ByteSink) => {
    await sink.write(Buffer.from(`${page.headerText}\n`, 'utf8'));
    return new TextExporter(page, STORED_RECORDS, sink);
  },
  csv: async (_: ExportPage, sink: ByteSink) => new CsvWriter(sink),
  parquet: async (_: ExportPage, sink: ByteSink) => {
    const { ParquetExporter } = await import('./parquet.ts');
    return new ParquetExporter(sink);
  },
} as const satisfies Record<string, (page: ExportPage, sink: ByteSink) => Promise<SpanExporter>>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** A stored record a line, without the wrapper of a history record. */
const STORED_RECORDS: RecordFraming = {
  ...NDJSON_FRAMING,
  wording: { event: (text) => text, chunks: (text) => text },
};

/** Whatever is text: records in a framing. */
class TextExporter implements SpanExporter {
  readonly #writer: PageWriter;
  readonly #sink: ByteSink;

  constructor(page: ExportPage, framing: RecordFraming, sink: ByteSink) {
    this.#writer = new PageWriter(page.representation, page, framing);
    this.#sink = sink;
  }

  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      for (const piece of this.#writer.write(span)) await this.#put(piece);
    }
  }

  async finish(): Promise<void> {
    await this.#put(this.#writer.finish());
    await this.#sink.finish();
  }

  #put(text: string): Promise<void> {
    return this.#sink.write(Buffer.from(text, 'utf8'));
  }
}
