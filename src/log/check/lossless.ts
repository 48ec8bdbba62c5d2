import { createHash, type Hash } from 'node:crypto';
import { isRowTagged, readRow, rowText } from '../../codec/row.ts';
import { eachMemberText, MIN_ROW_MEMBERS, Run } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { JsonValue } from '../../codec/types.ts';

/** What the proof came to; digests are hexadecimal. */
export interface LosslessProof {
  readonly isLossless: boolean;
  /** SHA-256 of the events as stored, a line each, delta lines in canonical form. */
  readonly sha256: string;
  /** The same over the events that come out of packing and expanding. */
  readonly repackedSha256: string;
}

/**
 * Proves on the log at hand that packing loses nothing: the event stream is hashed as it was read
 * and once more after every run went through its packed JSON text and back.
 */
export class LosslessCheck {
  readonly #stored = new EventHash();
  readonly #repacked = new EventHash();

  observe(span: Span): void {
    if (!isRun(span)) {
      this.#stored.add(span.text);
      this.#repacked.add(span.text);
      return;
    }
    const run = canonical(span);
    eachMemberText(run, (text) => this.#stored.add(text));
    const back = run.length < MIN_ROW_MEMBERS ? run : expand(rowText(run));
    if (back === undefined) return; // the digests will differ
    eachMemberText(back, (text) => this.#repacked.add(text));
  }

  finish(): LosslessProof {
    const sha256 = this.#stored.digest();
    const repackedSha256 = this.#repacked.digest();
    return { isLossless: sha256 === repackedSha256, sha256, repackedSha256 };
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
