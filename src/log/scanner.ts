import { RunAssembler } from '../codec/assembler.ts';
import { CanonicalDeltas } from '../codec/canonical.ts';
import { readDelta } from '../codec/delta.ts';
import { isObject, isSeq, own } from '../codec/json.ts';
import { isRowTagged, RowError, readRow } from '../codec/row.ts';
import { canonicalDelta, type Run } from '../codec/run.ts';
import type { Span } from '../codec/span.ts';
import type { JsonObject, JsonValue, Seq } from '../codec/types.ts';
import type { ErrorCode, FaultInput } from '../errors.ts';
import { type Block, offsetInBlock } from './blocks.ts';
import { FaultList, type LinePlace } from './fault-list.ts';
import { shorten } from './shorten.ts';

/** What the scanner counted on its way. */
export interface ScanCounts {
  /** Stored records: lines after the header, up to the first fault. */
  records: number;
  /** Chunk rows among them. */
  rows: number;
  /** Deltas in those rows. */
  packedDeltas: number;
  /** Deltas stored as lines of their own. */
  looseDeltas: number;
  /** Delta lines that are not the JSON that dsh would write; packing rewrites them. */
  nonCanonicalDeltas: number;
  /** Lines that end in CR LF. */
  crlfLines: number;
}

export interface ScannerOptions {
  readonly file: string;
  /** The seq of the first record, where the scan does not begin with the log. */
  readonly startSeq?: Seq;
  /** False takes every line apart with `JSON.parse`; only tests want that. */
  readonly fastPath?: boolean;
}

/** A record that continues the log: where it begins and how many events it holds. */
interface Decoded {
  readonly record: JsonValue;
  readonly seq: Seq;
  readonly run: Run | undefined;
}

/**
 * Turns lines into spans and finds faults (FORMAT section 4). Up to the first fault every line
 * continues the log; after it nothing is taken any more, but lines are still looked at, for the
 * faults that follow and for a `turn/end`, which tells a corrupt log from a torn tail.
 */
export class RecordScanner {
  readonly counts: ScanCounts = {
    records: 0,
    rows: 0,
    packedDeltas: 0,
    looseDeltas: 0,
    nonCanonicalDeltas: 0,
    crlfLines: 0,
  };
  readonly faults: FaultList;
  readonly #runs = new RunAssembler();
  readonly #canonical: CanonicalDeltas | undefined;
  #nextSeq: Seq;
  #committedAfterFault = false;

  constructor({ file, startSeq = 0, fastPath = true }: ScannerOptions) {
    this.#nextSeq = startSeq;
    this.faults = new FaultList(file);
    this.#canonical = fastPath ? new CanonicalDeltas() : undefined;
  }

  /** The seq after the last event of the valid prefix. */
  get nextSeq(): Seq {
    return this.#nextSeq;
  }

  /** Whether a `turn/end` stands on or after the first faulty line. */
  get isCommittedAfterFault(): boolean {
    return this.#committedAfterFault;
  }

  /** Takes the lines of a block and returns the spans that they complete. */
  scan(block: Block): Span[] {
    const spans: Span[] = [];
    const { text } = block;
    // A line that is no UTF-8 has become text of other characters, which may look sound.
    const canonical = block.badByteOffset === undefined ? this.#canonical : undefined;
    let line = block.line;
    for (let start = 0; start < text.length; ) {
      const { open } = this.#runs;
      if (open !== undefined && canonical !== undefined && this.faults.isEmpty) {
        const members = open.length;
        start = canonical.append(text, start, open);
        const added = open.length - members;
        this.#take(added, added);
        this.counts.looseDeltas += added;
        line += added;
        if (start >= text.length) break;
      }
      const end = text.indexOf('\n', start);
      this.#scanLine({ block, line, start, text: text.slice(start, end) }, spans);
      line += 1;
      start = end + 1;
    }
    return spans;
  }

  /** Ends the log, or the part of it that the caller wants: the open run is complete. */
  finish(): Span[] {
    const run = this.#runs.close();
    this.faults.finish();
    return run === undefined ? [] : [run];
  }

  #scanLine(line: Line, spans: Span[]): void {
    const text = trimWhiteSpace(line.text);
    if (line.text.endsWith('\r')) this.counts.crlfLines += 1;
    const decoded = this.#decode(line, text);
    if (decoded === undefined) return;
    const { record, seq, run } = decoded;
    const members = run?.length ?? 1;
    if (!this.faults.isEmpty) {
      this.#scanAfterFault(line, decoded, members);
      return;
    }
    if (seq !== this.#nextSeq) {
      this.faults.addSeq(this.#place(line), this.#nextSeq, seq, members);
      this.#noteTurnEnd(record);
      return;
    }
    this.#take(members, 1);
    if (run !== undefined) {
      this.counts.rows += 1;
      this.counts.packedDeltas += members;
      pushIfAny(spans, this.#runs.addRun(run));
      return;
    }
    const delta = readDelta(record);
    if (delta === undefined) {
      pushIfAny(spans, this.#runs.close());
      spans.push({ seq, text, event: record as JsonObject }); // #decode lets only objects through
      return;
    }
    this.counts.looseDeltas += 1;
    const isCanonical = canonicalDelta(delta) === text;
    if (!isCanonical) this.counts.nonCanonicalDeltas += 1;
    pushIfAny(spans, this.#runs.addDelta(delta, isCanonical ? undefined : text));
  }

  #scanAfterFault(line: Line, { record, seq }: Decoded, members: number): void {
    this.faults.follow(this.#place(line), seq, members);
    this.#noteTurnEnd(record);
  }

  #noteTurnEnd(record: JsonValue): void {
    if (isObject(record) && own(record, 'type') === 'turn/end') this.#committedAfterFault = true;
  }

  #take(events: number, records: number): void {
    this.#nextSeq += events;
    this.counts.records += records;
  }

  /** Reads one line, or notes what is wrong with it. */
  #decode(line: Line, text: string): Decoded | undefined {
    const refuse = (code: ErrorCode, message: string, more?: Partial<FaultInput>): undefined => {
      this.faults.add({ code, message, ...this.#place(line), ...more });
      return undefined;
    };
    if (line.block.badByteOffset !== undefined) {
      const at = line.block.badByteOffset;
      return refuse('E_UTF8', `the line is not UTF-8: bad byte at ${at}`, {
        detail: { badByteOffset: at },
      });
    }
    if (text === '') return refuse('E_JSON', 'the line is blank');
    let record: JsonValue;
    try {
      record = JSON.parse(text);
    } catch (error) {
      return refuse('E_JSON', `the line is not JSON: ${shorten(text)}`, {
        detail: { reason: error instanceof Error ? error.message : String(error) },
      });
    }
    if (!isObject(record)) return refuse('E_EVENT', `the line is no JSON object: ${shorten(text)}`);
    try {
      if (isRowTagged(record)) {
        const run = readRow(record);
        return { record, seq: run.seq0, run };
      }
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      const seq = own(record, 'seq0');
      return refuse('E_ROW', `malformed chunk row: ${error.message}`, isSeq(seq) ? { seq } : {});
    }
    const seq = own(record, 'seq');
    if (typeof seq === 'number') return { record, seq, run: undefined };
    const type = own(record, 'type');
    if (type === 'session') return refuse('E_SECOND_HEADER', 'a second session header');
    this.#noteTurnEnd(record);
    return refuse('E_ENVELOPE', `the event has no seq: ${shorten(text)}`, { seq: undefined });
  }

  #place({ block, line, start }: Line): LinePlace {
    return {
      line,
      byteOffset: offsetInBlock(block, start),
      frame: block.frame?.index,
      frameOffset: block.frame?.byteOffset,
    };
  }
}

interface Line {
  readonly block: Block;
  readonly line: number;
  /** Position in the block's text. */
  readonly start: number;
  /** Without its `\n`. */
  readonly text: string;
}

/** Takes off what JSON calls white space; `trim` would also take a BOM or a no-break space. */
const trimWhiteSpace = (text: string): string => {
  const isPlain = text.charCodeAt(0) > 0x20 && text.charCodeAt(text.length - 1) > 0x20;
  return isPlain ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
};

function pushIfAny(spans: Span[], run: Run | undefined): void {
  if (run !== undefined) spans.push(run);
}
