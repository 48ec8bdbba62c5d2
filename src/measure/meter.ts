import type { Transform } from 'node:stream';

/** Counts the bytes that a compressor makes of a stream. */
export interface Meter {
  /** Feeds bytes; resolves when more may come. */
  write(bytes: Buffer): Promise<void>;
  /** Ends the stream and gives the size of the whole result, bytes. */
  finish(): Promise<number>;
  /** Gives up; frees what the compressor holds. */
  abort(): void;
}

/** A Node compression stream as a sink that only counts. */
export class StreamCounter implements Meter {
  readonly #stream: Transform;
  readonly #ended: Promise<void>;
  #bytes = 0;

  constructor(stream: Transform) {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => {
      this.#bytes += bytes.length;
    });
    this.#ended = new Promise((resolve, reject) => {
      stream.once('end', resolve);
      stream.once('error', reject);
      stream.once('close', resolve);
    });
    this.#ended.catch(() => {}); // write and finish report it
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.#stream.write(bytes)) return;
    const drained = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([drained, this.#ended]);
  }

  /**
   * Ends the stream, after `last`. The pieces are queued within one turn of the event loop, so that
   * the compressor meets the last of them together with the end.
   */
  async finish(...last: readonly Buffer[]): Promise<number> {
    for (const bytes of last) this.#stream.write(bytes);
    this.#stream.end();
    await this.#ended;
    return this.#bytes;
  }

  abort(): void {
    this.#stream.destroy();
  }
}
