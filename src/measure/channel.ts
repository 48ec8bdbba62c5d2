import { type Interval, PageWriter, responseFraming, type Span } from '../codec/index.ts';
import type { PageContext, Representation } from '../codec/representations.ts';
import { COMPRESSORS, type CompressionOptions, type Compressors } from './compressors.ts';
import type { Meter } from './meter.ts';

/** What one representation of a page weighs. Bytes are those of the whole response. */
export interface Weight {
  /** Length of `records`. */
  readonly records: number;
  /** Chunk rows among them. */
  readonly rows: number;
  readonly jsonBytes: number;
  readonly gzipBytes: number;
  readonly brotliBytes: number;
}

/** Writes a page in one representation into the compressors and counts what comes out. */
export class Channel {
  readonly #writer: PageWriter;
  readonly #gzip: Meter;
  readonly #brotli: Meter;
  #jsonBytes = 0;

  private constructor(writer: PageWriter, gzip: Meter, brotli: Meter) {
    this.#writer = writer;
    this.#gzip = gzip;
    this.#brotli = brotli;
  }

  static async open(
    representation: Representation,
    page: Interval & PageContext,
    compression: CompressionOptions,
    compressors: Compressors = COMPRESSORS,
  ): Promise<Channel> {
    const writer = new PageWriter(representation, page, responseFraming(page));
    const gzip = await compressors.gzip(compression);
    return new Channel(writer, gzip, await compressors.brotli(compression));
  }

  /** Writes spans; resolves when the compressors can take more. */
  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      for (const piece of this.#writer.write(span)) await this.#feed(piece);
    }
  }

  async finish(): Promise<Weight> {
    await this.#feed(this.#writer.finish());
    const [gzipBytes, brotliBytes] = await Promise.all([
      this.#gzip.finish(),
      this.#brotli.finish(),
    ]);
    const { records, rows } = this.#writer;
    return { records, rows, jsonBytes: this.#jsonBytes, gzipBytes, brotliBytes };
  }

  /** Frees the compressors after a failure. */
  abort(): void {
    this.#gzip.abort();
    this.#brotli.abort();
  }

  async #feed(piece: string): Promise<void> {
    const bytes = Buffer.from(piece, 'utf8');
    this.#jsonBytes += bytes.length;
    await Promise.all([this.#gzip.write(bytes), this.#brotli.write(bytes)]);
  }
}
