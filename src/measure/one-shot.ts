import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { CompressionOptions } from './compressors.ts';

/** What the compressors make of some bytes. */
export interface CompressedSizes {
  readonly gzipBytes: number;
  readonly brotliBytes: number;
}

/**
 * Sizes of pages that fit in memory, by Node's one-shot calls in the calling thread. That costs less
 * than the streams do, and one core instead of several: for callers that measure many logs at a
 * time. Pages of the same bytes, such as raw history and a projection that dropped nothing, are
 * compressed once.
 */
export class OneShot {
  /** Larger pages would stop the thread for seconds, and cost memory. */
  static readonly MAX_BYTES = 1024 * 1024;
  readonly #compression: CompressionOptions;
  readonly #known: { readonly bytes: Buffer; readonly sizes: CompressedSizes }[] = [];

  private constructor(compression: CompressionOptions) {
    this.#compression = compression;
  }

  /** For the pages of one log; undefined where the engine has no one-shot call whose bytes are the stream's. */
  static of(compression: CompressionOptions): OneShot | undefined {
    return compression.brotliEngine === 'native' ? new OneShot(compression) : undefined;
  }

  sizesOf(bytes: Buffer): CompressedSizes {
    const known = this.#known.find((each) => each.bytes.equals(bytes));
    if (known !== undefined) return known.sizes;
    const { gzipLevel: level, brotliQuality } = this.#compression;
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
    const sizes = {
      gzipBytes: gzipSync(bytes, { level }).length,
      brotliBytes: brotliCompressSync(bytes, { params }).length,
    };
    this.#known.push({ bytes, sizes });
    return sizes;
  }
}
