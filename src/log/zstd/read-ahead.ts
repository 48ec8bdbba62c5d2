/**
 * A file (or buffer) that can be read anywhere. `read` gives exactly `length` bytes, fewer only
 * where the file ends; the bytes stay valid after further reads.
 */
export interface RandomAccess {
  /** Bytes in the file when it was opened. */
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Makes the cost of a system call vanish beside that of decoding what it read. */
export const READ_AHEAD_BYTES = 256 * 1024;
/** Read after a jump: whoever jumped over much is likely to jump again. */
const PROBE_BYTES = 4 * 1024;
/** Reading on costs less than a second system call up to about this distance. */
const JUMP_BYTES = 64 * 1024;

/**
 * Read-ahead over a `RandomAccess`, itself one. Give the same one to the walker and to the decoder:
 * a log of many thousand tiny frames is then read once, 256 KiB at a time. Holds one buffer.
 */
export class ReadAhead implements RandomAccess {
  readonly size: number;
  readonly #source: RandomAccess;
  #buffer: Uint8Array = new Uint8Array(0);
  #start = 0;

  constructor(source: RandomAccess) {
    this.#source = source;
    this.size = source.size;
  }

  /**
   * The bytes, if no read is needed for them: a view that is `length` long, or shorter at the end
   * of the file. The synchronous path keeps 120,000 tiny frames from waiting 120,000 times.
   */
  peek(offset: number, length: number): Uint8Array | undefined {
    const end = Math.min(offset + length, this.size);
    const from = offset - this.#start;
    if (from < 0 || end - this.#start > this.#buffer.length) return undefined;
    return this.#buffer.subarray(from, Math.max(from, end - this.#start));
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const buffered = this.peek(offset, length);
    if (buffered !== undefined) return buffered;
    const gap = offset - (this.#start + this.#buffer.length);
    const isNear = gap >= -this.#buffer.length && gap <= JUMP_BYTES;
    const wanted = Math.max(length, isNear ? READ_AHEAD_BYTES : PROBE_BYTES);
    const room = Math.max(0, this.size - offset);
    // A fresh array every time, so that views handed out earlier stay valid.
    this.#buffer = await this.#source.read(offset, Math.min(wanted, room));
    this.#start = offset;
    return this.#buffer.subarray(0, length);
  }
}
