import { own } from '../../codec/json.ts';
import type { PageContext, Representation, SpanWriter } from '../../codec/representation.ts';
import { NOTE_WORDING, recordText, responseFraming } from '../../codec/response.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { Interval, Seq } from '../../codec/types.ts';
import { familyOf } from './family.ts';
import { partsOf } from './parts.ts';
import { placeOf } from './place.ts';
import { Sums } from './sums.ts';
import { type ToolReference, ToolSums, toolReferenceOf, UNKNOWN_TOOL } from './tools.ts';
import { type FormWhy, type Line, RESPONSE_FRAME } from './why.ts';

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

const EVENT_WRAPPER_BYTES = bytesOf(NOTE_WORDING.event(''));
const ROW_WRAPPER_BYTES = bytesOf(NOTE_WORDING.chunks(''));

/** The largest tool result of a page. */
export interface LargestResult {
  readonly seq: Seq;
  readonly tool: string;
  readonly jsonBytes: number;
}

/** A form with the fact that advice needs. */
export interface CollectedForm extends FormWhy {
  readonly largestResult: LargestResult | undefined;
}

/** What one span was written as. */
interface Written {
  records: number;
  jsonBytes: number;
}

/**
 * Writes a page in one representation and attributes every byte of it. Holds the sums and one
 * record: memory grows with the number of steps, tool calls and event types.
 */
export class PageCollector {
  readonly #write: SpanWriter;
  readonly #families = new Sums();
  readonly #parts = new Sums();
  readonly #turns = new Sums();
  readonly #steps = new Sums();
  readonly #tools = new ToolSums();
  #records = 0;
  #recordBytes = 0;
  #largest: { seq: Seq; jsonBytes: number; reference: ToolReference } | undefined;

  constructor(representation: Representation, page: PageContext) {
    this.#write = representation.open(page);
  }

  /** Takes the next span, cut to the page. */
  write(span: Span): void {
    const events: Written = { records: 0, jsonBytes: 0 };
    const rows: Written = { records: 0, jsonBytes: 0 };
    const take = (written: Written, isRow: boolean, wrapperBytes: number) => (text: string) => {
      const jsonBytes = wrapperBytes + bytesOf(text);
      written.records += 1;
      written.jsonBytes += jsonBytes;
      for (const [part, bytes] of partsOf(span, isRow, text, jsonBytes)) {
        this.#parts.add(part, 1, bytes);
      }
    };
    this.#write(span, {
      event: take(events, false, EVENT_WRAPPER_BYTES),
      chunks: take(rows, true, ROW_WRAPPER_BYTES),
      record: (key, text, isRow) =>
        take(isRow ? rows : events, isRow, bytesOf(recordText(key, '')))(text),
    });
    this.#attribute(span, events, false);
    this.#attribute(span, rows, true);
    this.#tools.add(span, events.records + rows.records, events.jsonBytes + rows.jsonBytes);
    this.#observeResult(span, events.jsonBytes);
  }

  /** The breakdowns of the response to this page. */
  finish(page: Interval): CollectedForm {
    const frame = { name: RESPONSE_FRAME, records: 0, jsonBytes: this.#frameBytes(page) };
    const withFrame = (lines: readonly Line[]): Line[] => [...lines, frame];
    return {
      jsonBytes: this.#recordBytes + frame.jsonBytes,
      families: withFrame(this.#families.lines()),
      parts: withFrame(this.#parts.lines()),
      turns: withFrame(this.#turns.lines()),
      steps: withFrame(this.#steps.lines()),
      tools: withFrame(this.#tools.finish()),
      largestResult: this.#largestResult(),
    };
  }

  #attribute(span: Span, { records, jsonBytes }: Written, isRow: boolean): void {
    if (records === 0) return;
    this.#records += records;
    this.#recordBytes += jsonBytes;
    const { turn, step } = placeOf(span);
    this.#families.add(familyOf(span, isRow), records, jsonBytes);
    this.#turns.add(turn, records, jsonBytes);
    this.#steps.add(step, records, jsonBytes);
  }

  #observeResult(span: Span, jsonBytes: number): void {
    if (isRun(span) || jsonBytes <= (this.#largest?.jsonBytes ?? 0)) return;
    if (own(span.event, 'type') !== 'tool/result') return;
    const reference = toolReferenceOf(span);
    if (reference !== undefined) this.#largest = { seq: span.seq, jsonBytes, reference };
  }

  #largestResult(): LargestResult | undefined {
    if (this.#largest === undefined) return undefined;
    const { seq, jsonBytes, reference } = this.#largest;
    return { seq, jsonBytes, tool: this.#tools.nameOf(reference) ?? UNKNOWN_TOOL };
  }

  #frameBytes(page: Interval): number {
    const { start, between, end } = responseFraming(page);
    return bytesOf(start) + Math.max(0, this.#records - 1) * bytesOf(between) + bytesOf(end);
  }
}
