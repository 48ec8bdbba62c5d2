import { stat } from 'node:fs/promises';
import type { Span } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { HistpackError } from '../../errors.ts';
import { BlockCutter } from '../blocks.ts';
import type { Log } from '../log.ts';
import { withoutHeader } from '../scan.ts';
import { RecordScanner } from '../scanner.ts';
import { openFile } from '../source.ts';
import { FrameError } from '../zstd/frame-error.ts';
import { GROWTH } from './growth.ts';

/** Where reading goes on. */
export interface CursorStart {
  /** In the file, at the start of a line or frame. */
  readonly offset: number;
  readonly seq: Seq;
}

export const LOG_START: CursorStart = { offset: 0, seq: 0 };

/** Reads a log piece by piece as it grows; the file is open only while it is read. */
export class Cursor {
  readonly path: string;
  readonly version: number;
  readonly #encoding: string;
  readonly #scanner: RecordScanner;
  readonly #cutter: BlockCutter;
  #offset: number;
  #hasHeaderAhead: boolean;
  #inode: number | undefined;

  constructor(path: string, log: Log, { offset, seq }: CursorStart) {
    this.path = path;
    this.version = log.header.version;
    this.#encoding = log.encoding.name;
    this.#scanner = new RecordScanner({ file: path, startSeq: seq });
    this.#cutter = new BlockCutter(log.limits);
    this.#offset = offset;
    this.#hasHeaderAhead = offset === 0;
  }

  /** The seq after the last event that was read. */
  get nextSeq(): Seq {
    return this.#scanner.nextSeq;
  }

  /** Reads what was appended. Runs end with it, so that nothing waits for what may never come. */
  async advance(onSpans: (spans: readonly Span[]) => Promise<void>): Promise<void> {
    const source = await openFile(this.path);
    try {
      this.#inode ??= (await stat(this.path)).ino;
      const grow = GROWTH[this.#encoding];
      if (source.size <= this.#offset || grow === undefined) return;
      await grow(source, this.#offset, async (bytes, offset) => {
        const spans = this.#scan(bytes);
        this.#offset = offset;
        if (spans.length > 0) await onSpans(spans);
      });
      const rest = this.#scanner.finish();
      if (rest.length > 0) await onSpans(rest);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      const { code, message } = error;
      throw new HistpackError({ code, message, file: this.path }, { cause: error });
    } finally {
      await source.close();
    }
  }

  /** Whether the path names another file now, or a shorter one. */
  async isReplaced(): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined);
    if (found === undefined) return false; // between two renames
    return found.ino !== this.#inode || found.size < this.#offset;
  }

  #scan(bytes: Buffer): Span[] {
    const spans = this.#cutter.push({ bytes }).flatMap((block) => {
      const isFirst = this.#hasHeaderAhead;
      this.#hasHeaderAhead = false;
      return this.#scanner.scan(isFirst ? withoutHeader(block, this.#scanner) : block);
    });
    const { faults } = this.#scanner;
    faults.finish();
    const [fault] = faults.faults;
    if (fault !== undefined) throw new HistpackError(fault);
    return spans;
  }
}
