import { type Interval, PageWriter, responseFraming, type Span } from '../codec/index.ts';
import type { PageContext, Representation } from '../codec/representation.ts';
import { COMPRESSORS, type CompressionOptions, type Compressors } from './compressors.ts';
import type { Meter } from './meter.ts';
import { type CompressedSizes, OneShot } from './one-shot.ts';

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

/** The compressors that a page is streamed into. */
interface Meters {
  readonly gzip: Meter;
  readonly brotli: Meter;
}

/** Bytes that go to the compressors at a time: handing a piece to another thread costs 0.1 ms. */
const WRITE_BYTES = 256 * 1024;

/** How a page is compressed. */
export interface ChannelOptions {
  /** Compresses small pages at once; without it, every page is streamed. */
  readonly oneShot?: OneShot | undefined;
  readonly compressors?: Compressors | undefined;
}

/** Writes a page in one representation into the compressors and counts what comes out. */
export class Channel {
  readonly #writer: PageWriter;
  readonly #openMeters: () => Promise<Meters>;
  /** Takes the page while it is small enough, and no stream is open. */
  readonly #oneShot: OneShot | undefined;
  #meters: Meters | undefined;
  /** On its way to the compressors, or held until the page turns out to be large. */
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #jsonBytes = 0;

  private constructor(
    writer: PageWriter,
    openMeters: () => Promise<Meters>,
    oneShot: OneShot | undefined,
  ) {
    this.#writer = writer;
    this.#openMeters = openMeters;
    this.#oneShot = oneShot;
  }

  static async open(
    representation: Representation,
    page: Interval & PageContext,
    compression: CompressionOptions,
    { oneShot, compressors = COMPRESSORS }: ChannelOptions = {},
  ): Promise<Channel> {
    const writer = new PageWriter(representation, page, responseFraming(page));
    const openMeters = async (): Promise<Meters> => {
      const gzip = await compressors.gzip(compression);
      return { gzip, brotli: await compressors.brotli(compression) };
    };
    const channel = new Channel(writer, openMeters, oneShot);
    if (oneShot === undefined) channel.#meters = await openMeters();
    return channel;
  }

  /** Writes spans; resolves when the compressors can take more. */
  async write(spans: readonly Span[]): Promise<void> {
    for (const span of spans) {
      for (const piece of this.#writer.write(span)) await this.#feed(piece);
    }
  }

  async finish(): Promise<Weight> {
    await this.#feed(this.#writer.finish());
    const sizes = await this.#sizes();
    const { records, rows } = this.#writer;
    return { records, rows, jsonBytes: this.#jsonBytes, ...sizes };
  }

  /** Frees the compressors after a failure. */
  abort(): void {
    this.#meters?.gzip.abort();
    this.#meters?.brotli.abort();
  }

  async #sizes(): Promise<CompressedSizes> {
    if (this.#meters === undefined && this.#oneShot !== undefined) {
      return this.#oneShot.sizesOf(Buffer.concat(this.#gathered));
    }
    if (this.#gatheredBytes > 0) await this.#pour();
    this.#meters ??= await this.#openMeters();
    const { gzip, brotli } = this.#meters;
    const [gzipBytes, brotliBytes] = await Promise.all([gzip.finish(), brotli.finish()]);
    return { gzipBytes, brotliBytes };
  }

  async #feed(piece: string): Promise<void> {
    const bytes = Buffer.from(piece, 'utf8');
    this.#jsonBytes += bytes.length;
    this.#gathered.push(bytes);
    this.#gatheredBytes += bytes.length;
    const isHeld = this.#meters === undefined && this.#jsonBytes <= OneShot.MAX_BYTES;
    if (!isHeld && this.#gatheredBytes >= WRITE_BYTES) await this.#pour();
  }

  /** Hands on what was gathered. */
  async #pour(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered, this.#gatheredBytes);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#meters ??= await this.#openMeters();
    const { gzip, brotli } = this.#meters;
    await Promise.all([gzip.write(bytes), brotli.write(bytes)]);
  }
}
