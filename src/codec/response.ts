import { quote } from './json.ts';
import type { RecordSink } from './representation.ts';
import type { Interval, Seq } from './types.ts';

/** What stands before the records of a response. */
export const RESPONSE_START = '{"records":[';

/** What stands after them: the watermarks, in the note's key order. */
export const responseEnd = ({ fromSeq, toSeq }: Interval): string =>
  `],"hasMore":${hasMore(fromSeq)},"fromSeq":${fromSeq},"toSeq":${toSeq}}`;

/** Whether events before a page exist. */
export const hasMore = (fromSeq: Seq): boolean => fromSeq > 0;

/** How records stand in a stream of text. */
export interface RecordFraming {
  readonly start: string;
  readonly between: string;
  /** Follows every record. */
  readonly after: string;
  readonly end: string;
  /** How a record is worded; by default as the note's wire has it. */
  readonly wording?: RecordWording;
}

/** Wraps the text of an event or of a chunk row, as `rowText` writes it, into a record. */
export interface RecordWording {
  readonly event: (text: string) => string;
  readonly chunks: (text: string) => string;
}

/** The records of the note's wire. */
export const NOTE_WORDING: RecordWording = {
  event: (text) => `{"event":${text}}`,
  chunks: (text) => `{"chunks":${text}}`,
};

/** A record of a key of its own. */
export const recordText = (key: string, text: string): string => `{${quote(key)}:${text}}`;

/** The response itself, one JSON document without white space. */
export const responseFraming = (page: Interval): RecordFraming => ({
  start: RESPONSE_START,
  between: ',',
  after: '',
  // Told when it is asked for: a page may be written before its end is known.
  get end() {
    return responseEnd(page);
  },
});

/** A record a line, without the watermarks. */
export const NDJSON_FRAMING: RecordFraming = { start: '', between: '', after: '\n', end: '' };

/**
 * Gathers the text of a response, to be taken out in pieces. Counts records and rows as it goes.
 * Holds no more than what was written since the last `take`.
 */
export class RecordWriter implements RecordSink {
  readonly #framing: RecordFraming;
  readonly #wording: RecordWording;
  #text: string;
  #records = 0;
  #rows = 0;

  constructor(framing: RecordFraming) {
    this.#framing = framing;
    this.#wording = framing.wording ?? NOTE_WORDING;
    this.#text = framing.start;
  }

  /** Records written so far. */
  get records(): number {
    return this.#records;
  }

  /** How many of them are rows, which stand for several events. */
  get rows(): number {
    return this.#rows;
  }

  /** UTF-16 units waiting to be taken. */
  get pending(): number {
    return this.#text.length;
  }

  event(text: string): void {
    this.#add(this.#wording.event(text));
  }

  chunks(text: string): void {
    this.#add(this.#wording.chunks(text));
    this.#rows += 1;
  }

  record(key: string, text: string, isRow: boolean): void {
    this.#add(recordText(key, text));
    if (isRow) this.#rows += 1;
  }

  /** The text since the last call. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  /** The rest, with the end of the response. */
  finish(): string {
    return this.take() + this.#framing.end;
  }

  #add(record: string): void {
    const { between, after } = this.#framing;
    this.#text += this.#records === 0 ? record + after : between + record + after;
    this.#records += 1;
  }
}
