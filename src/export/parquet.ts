import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type EventRow, eventRows } from '../codec/event-row.ts';
import type { Span } from '../codec/span.ts';
import { EVENT_COLUMNS, utf8Bytes } from './csv.ts';
import type { SpanExporter } from './exporter.ts';
import type { ByteSink } from './sink.ts';

/** Events in a row group: what is held at a time. */
const ROW_GROUP_ROWS = 20_000;

/** Text of a row group, in characters, at which it ends early: long events must not add up. */
const ROW_GROUP_CHARS = 16 * 1024 * 1024;

const integer = (name: string, isRequired = false): SchemaElement => ({
  name,
  type: 'INT64',
  repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
});

const text = (name: string, isRequired = false): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
});

const COLUMNS: Readonly<Record<keyof EventRow, SchemaElement>> = {
  seq: integer('seq'),
  time: integer('time'),
  type: text('type'),
  turn: integer('turn'),
  step: integer('step'),
  chunk: text('chunk'),
  index: integer('index'),
  text: text('text'),
  bytes: integer('bytes', true),
  json: text('json', true),
};

/**
 * Parquet with a row an event. Lone surrogates, which UTF-8 cannot hold, stand as U+FFFD in the
 * column `text`; `json` has them as escapes, unaltered.
 */
export class ParquetExporter implements SpanExporter {
  readonly #sink: ByteSink;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: EventRow[] = [];
  #chars = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
    const schema: SchemaElement[] = [
      { name: 'root', num_children: EVENT_COLUMNS.length },
      ...EVENT_COLUMNS.map((column) => COLUMNS[column]),
    ];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'histpack' });
  }

  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      for (const row of eventRows(span, utf8Bytes)) {
        this.#rows.push(row);
        this.#chars += row.json.length;
        const isFull = this.#rows.length >= ROW_GROUP_ROWS || this.#chars >= ROW_GROUP_CHARS;
        if (isFull) await this.#writeGroup();
      }
    }
  }

  async finish(): Promise<void> {
    if (this.#rows.length > 0) await this.#writeGroup();
    await this.#writer.finish();
    await this.#flush();
    await this.#sink.finish();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#chars = 0;
    const columnData = EVENT_COLUMNS.map((name) => ({
      name,
      data: rows.map((row) => cell(row[name], COLUMNS[name])),
    }));
    await this.#writer.write({ columnData, rowGroupSize: rows.length });
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    await this.#sink.write(bytes);
  }
}

/** A number that is no integer, such as a step 0.5, is no cell of an integer column; `json` has it. */
function cell(value: EventRow[keyof EventRow], { type }: SchemaElement): unknown {
  if (typeof value === 'number' && type === 'INT64') {
    return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  }
  return value ?? undefined;
}
