import { createHash, type Hash } from 'node:crypto';
import { ColumnarReader } from '../../codec/columnar/read-page.ts';
import { REPRESENTATIONS } from '../../codec/representations.ts';
import { recordText } from '../../codec/response.ts';
import { isRowTagged, RowError, readRow, rowText } from '../../codec/row.ts';
import { eachMemberText, MIN_ROW_MEMBERS, Run } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { JsonObject, JsonValue } from '../../codec/types.ts';

/** What the proof came to; digests are hexadecimal. */
export interface LosslessProof {
  /** Whether all three digests are equal. */
  readonly isLossless: boolean;
  /** SHA-256 of the events as stored, a line each, delta lines in canonical form. */
  readonly sha256: string;
  /** The same over the events that come out of packing and expanding. */
  readonly repackedSha256: string;
  /** The same over those that come out of columnar records. */
  readonly columnarSha256: string;
}

/**
 * Proves on the log at hand that packing loses nothing: the event stream is hashed as it was read,
 * after every run went through its packed JSON text and back, and after everything went through
 * columnar records and back.
 */
export class LosslessCheck {
  readonly #stored = new EventHash();
  readonly #repacked = new EventHash();
  readonly #columnar = new ColumnarHash();

  observe(span: Span): void {
    if (!isRun(span)) {
      this.#stored.add(span.text);
      this.#repacked.add(span.text);
      this.#columnar.add(span);
      return;
    }
    const run = canonical(span);
    eachMemberText(run, (text) => this.#stored.add(text));
    this.#columnar.add(run);
    const back = run.length < MIN_ROW_MEMBERS ? run : expand(rowText(run));
    if (back === undefined) return; // the digests will differ
    eachMemberText(back, (text) => this.#repacked.add(text));
  }

  finish(): LosslessProof {
    const sha256 = this.#stored.digest();
    const repackedSha256 = this.#repacked.digest();
    const columnarSha256 = this.#columnar.digest();
    const isLossless = sha256 === repackedSha256 && sha256 === columnarSha256;
    return { isLossless, sha256, repackedSha256, columnarSha256 };
  }
}

/** The run without its stored texts, so that both sides speak of events and not of spelling. */
const canonical = (run: Run): Run =>
  run.verbatim === undefined ? run : new Run(run.head, run.seq0, run.times, run.fragments);

function expand(text: string): Run | undefined {
  const record: JsonValue = JSON.parse(text);
  return isRowTagged(record) ? readRow(record) : undefined;
}

/** Characters gathered before they are hashed: a call a token would cost more than the hash. */
const BATCH_CHARS = 64 * 1024;

class EventHash {
  readonly #hash: Hash = createHash('sha256');
  #text = '';

  add(text: string): void {
    this.#text += `${text}\n`;
    if (this.#text.length < BATCH_CHARS) return;
    this.#hash.update(this.#text, 'utf8');
    this.#text = '';
  }

  digest(): string {
    return this.#hash.update(this.#text, 'utf8').digest('hex');
  }
}

/**
 * Hashes the events that come out of columnar records. No step is taken as completed, so that
 * fragments go through the dictionary wherever it pays.
 */
class ColumnarHash {
  readonly #hash = new EventHash();
  readonly #write = REPRESENTATIONS.columnar.open({ completedSteps: new Set() });
  readonly #reader = new ColumnarReader();

  add(span: Span): void {
    this.#write(span, {
      event: (text) => {
        this.#read(`{"event":${text}}`);
        this.#hash.add(text); // verbatim, so nothing can have changed
      },
      chunks: () => {
        throw new TypeError('a columnar page has no chunk rows');
      },
      record: (key, text) => {
        const back = this.#read(recordText(key, text));
        if (back instanceof Run) eachMemberText(back, (member) => this.#hash.add(member));
        else this.#hash.add(JSON.stringify(back));
      },
    });
  }

  digest(): string {
    return this.#hash.digest();
  }

  /** What cannot be read back leaves a mark that no event hashes to. */
  #read(record: string): Run | JsonObject {
    try {
      return this.#reader.read(JSON.parse(record));
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      this.#hash.add(error.message);
      return {};
    }
  }
}
