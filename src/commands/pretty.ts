import type { ChalkInstance } from 'chalk';
import { isObject, own } from '../codec/json.ts';
import type { PageContext, Representation, SpanWriter } from '../codec/representation.ts';
import type { Span } from '../codec/span.ts';
import type { Interval, JsonObject, JsonValue, Seq } from '../codec/types.ts';
import type { LogHeader } from '../log/header.ts';

const DEFAULT_COLUMNS = 120;
const MIN_TEXT_COLUMNS = 20;
const TYPE_COLUMNS = 20;

export interface PrettyOptions {
  readonly chalk: ChalkInstance;
  /** Width of the terminal. */
  readonly columns: number | undefined;
}

/** A page for people: a line a record, with its seqs, its time, its type and a glimpse of its content. */
export class PrettyPage {
  readonly #write: SpanWriter;
  readonly #options: PrettyOptions;
  readonly #seqColumns: number;
  #text: string;

  constructor(
    representation: Representation,
    header: LogHeader,
    page: Interval & PageContext & { readonly endSeq: Seq },
    options: PrettyOptions,
  ) {
    this.#write = representation.open(page);
    this.#options = options;
    this.#seqColumns = 2 * String(page.toSeq).length + 1;
    const { chalk } = options;
    const title = `session ${visible(header.id)}`;
    const where = `[${page.fromSeq}, ${page.toSeq}) of ${page.endSeq} events, format ${header.version}`;
    this.#text = `${chalk.bold(title)}  ${chalk.dim(where)}\n`;
  }

  /** The lines of a span. */
  *write(span: Span): Generator<string, void> {
    this.#write(span, {
      event: (text) => this.#line(eventLine(JSON.parse(text))),
      chunks: (text) => this.#line(rowLine(JSON.parse(text))),
      record: (_, text) => this.#line(eventLine(JSON.parse(text))),
    });
    yield this.#take();
  }

  /** What was written and not yet yielded. */
  flush(): string {
    return this.#take();
  }

  finish(): string {
    return this.#take();
  }

  #line({ from, to, time, type, content }: PrettyLine): void {
    const { chalk, columns = DEFAULT_COLUMNS } = this.#options;
    const seqs = (from === to ? `${from}` : `${from}-${to}`).padStart(this.#seqColumns);
    const head = `${seqs}  ${clock(time)}  ${type.padEnd(TYPE_COLUMNS)}  `;
    const room = Math.max(MIN_TEXT_COLUMNS, columns - head.length);
    const styled = `${chalk.cyan(seqs)}  ${chalk.dim(clock(time))}  ${chalk.green(type.padEnd(TYPE_COLUMNS))}  `;
    this.#text += `${`${styled}${clip(content, room)}`.trimEnd()}\n`;
  }

  #take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

interface PrettyLine {
  readonly from: JsonValue;
  readonly to: JsonValue;
  readonly time: JsonValue;
  readonly type: string;
  readonly content: string;
}

function eventLine(event: JsonObject): PrettyLine {
  const seq = own(event, 'seq') ?? own(event, 'seq0') ?? null;
  const data = own(event, 'data') ?? null;
  const chunk = isObject(data) ? own(data, 'chunk') : undefined;
  const type = visible(String(own(event, 'type')));
  const time = own(event, 'time') ?? own(event, 'time0') ?? null;
  const content = visible(glimpse(chunk ?? data));
  return { from: seq, to: seq, time, type, content };
}

/** The JSON of a value, which may be nested more deeply than can be written. */
function glimpse(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '(nested too deeply to show)';
  }
}

function rowLine(row: JsonObject): PrettyLine {
  // Rows are made by the codec, so their shape is known.
  const data = own(row, 'data') as JsonObject;
  const fragments = (own(data, 'texts') ?? own(data, 'args')) as string[];
  const from = own(row, 'seq0') as number;
  const name = own(data, 'name');
  const called = typeof name === 'string' ? `${visible(name)} ` : '';
  return {
    from,
    to: from + fragments.length - 1,
    time: own(row, 'time0') ?? null,
    type: String(own(row, 'type')),
    content: `${fragments.length} × ${called}${visible(JSON.stringify(fragments.join('')))}`,
  };
}

/** Hostile text must not move the cursor: controls are shown as escapes. */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Cs}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );

const clip = (text: string, columns: number): string =>
  text.length > columns ? `${text.slice(0, columns - 1)}…` : text;

/** UTC time of day; a time that is no date stays as it is. */
function clock(time: JsonValue): string {
  const date = new Date(typeof time === 'number' ? time : Number.NaN);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().slice(11, 23);
}
