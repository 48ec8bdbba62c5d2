import type { Span } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { type Fault, type FaultInput, HistpackError } from '../../errors.ts';
import { BlockCutter } from '../blocks.ts';
import type { Piece } from '../encodings/encoding.ts';
import type { Log } from '../log.ts';
import { withoutHeader } from '../scan.ts';
import { RecordScanner } from '../scanner.ts';
import { openFile, type Source } from '../source.ts';
import { GROWTH } from './growth.ts';
import { type CursorStart, textBefore } from './start.ts';

/** Reads a log piece by piece as it grows; the file is open only while it is read. */
export class Cursor {
  readonly path: string;
  readonly version: number;
  readonly #log: Log;
  readonly #startOffset: number;
  readonly #scanner: RecordScanner;
  readonly #cutter: BlockCutter;
  #offset: number;
  /** What stands before the offset, as long as the file is the same. */
  #before: Buffer;
  #hasHeaderAhead: boolean;
  #isReplaced = false;

  constructor(path: string, log: Log, { offset, seq, before }: CursorStart) {
    this.path = path;
    this.version = log.header.version;
    this.#log = log;
    this.#startOffset = offset;
    this.#scanner = new RecordScanner({ file: path, startSeq: seq });
    this.#cutter = new BlockCutter(log.limits);
    this.#offset = offset;
    this.#before = before;
    this.#hasHeaderAhead = offset === 0;
  }

  /** The seq after the last event that was read. */
  get nextSeq(): Seq {
    return this.#scanner.nextSeq;
  }

  /** Whether the path was found to name another text, or less of it. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /**
   * Reads what was appended. Runs end with it, so that nothing waits for what may never come. A
   * file that is not there is waited for: it may be between two renames.
   * @throws {HistpackError} where what was appended is damaged; what is sound before it was given
   */
  async advance(onSpans: (spans: readonly Span[]) => Promise<void>): Promise<void> {
    const source = await openIfThere(this.path);
    if (source === undefined) return;
    try {
      this.#isReplaced ||= !this.#before.equals(await textBefore(source, this.#offset));
      const grow = GROWTH[this.#log.encoding.name];
      if (this.#isReplaced || grow === undefined) return;
      await grow(source, this.#offset, this.#log.limits, async (piece, offset) => {
        await this.#take(piece, onSpans);
        this.#offset = offset;
      });
      this.#before = await textBefore(source, this.#offset);
    } catch (error) {
      throw error instanceof HistpackError ? this.#located(error) : error;
    } finally {
      await source.close();
      const rest = this.#scanner.finish();
      if (rest.length > 0) await onSpans(rest);
    }
  }

  async #take(piece: Piece, onSpans: (spans: readonly Span[]) => Promise<void>): Promise<void> {
    const { faults } = this.#scanner;
    for (const block of this.#cutter.cut(piece)) {
      const spans = this.#scanner.scan(
        this.#hasHeaderAhead ? withoutHeader(block, this.#scanner) : block,
      );
      this.#hasHeaderAhead = false;
      if (spans.length > 0) await onSpans(spans);
      if (faults.isEmpty) continue;
      faults.finish();
      throw new HistpackError(faults.faults[0] as Fault); // there is one
    }
  }

  /** Places a fault in the file; it was counted from where the cursor began. */
  #located(error: HistpackError): HistpackError {
    const { fault } = error;
    if (fault.line === undefined && fault.frameOffset === undefined) return error; // not of the log
    const located: FaultInput = { ...fault, file: this.path, frame: undefined };
    if (this.#startOffset === 0) return new HistpackError(located, { cause: error });
    const isRaw = this.#log.encoding.name === 'raw';
    const moved = (offset: number | undefined): number | undefined =>
      isRaw && offset !== undefined ? this.#startOffset + offset : undefined;
    const badByteOffset = fault.detail?.badByteOffset as number | undefined; // of E_UTF8
    const detail = { ...fault.detail, badByteOffset: moved(badByteOffset) };
    const message = badByteOffset === undefined ? fault.message : 'the line is not UTF-8';
    const place = { line: undefined, byteOffset: moved(fault.byteOffset) };
    return new HistpackError({ ...located, ...place, message, detail }, { cause: error });
  }
}

async function openIfThere(path: string): Promise<Source | undefined> {
  try {
    return await openFile(path);
  } catch (error) {
    const cause = error instanceof HistpackError ? error.cause : undefined;
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw error;
  }
}
