import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { HistpackError } from '../errors.ts';
import type { ByteSink } from './sink.ts';

/** Where encoded bytes go. */
export type Emit = (bytes: Uint8Array) => Promise<void>;

/** How an export is stored; an entry an encoding. `write` gets whole lines. */
export const ENCODERS = {
  none: (emit: Emit): ByteSink => ({ write: emit, finish: async () => {} }),
  gzip: (emit: Emit): ByteSink => new StreamEncoder(zlib.createGzip(), emit),
  br: (emit: Emit): ByteSink => new StreamEncoder(zlib.createBrotliCompress(), emit),
  zstd: (emit: Emit): ByteSink => new ZstdEncoder(emit),
} as const;

export type EncoderName = keyof typeof ENCODERS;

/** One of Node's compression streams, with backpressure on both sides. */
class StreamEncoder implements ByteSink {
  readonly #stream: Transform;
  readonly #emitted: Promise<void>;

  constructor(stream: Transform, emit: Emit) {
    this.#stream = stream;
    this.#emitted = (async () => {
      for await (const bytes of stream) await emit(bytes);
    })();
    this.#emitted.catch(() => {}); // write and finish tell of it
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#stream.write(bytes)) return;
    const drained = new Promise<void>((resolve) => this.#stream.once('drain', resolve));
    await Promise.race([drained, this.#emitted]);
  }

  async finish(): Promise<void> {
    this.#stream.end();
    await this.#emitted;
  }
}

/** The part of `node:zlib` that only newer runtimes have (22.15 and 23.8 on). */
interface ZstdModule {
  readonly zstdCompressSync?: (bytes: Uint8Array, options: object) => Uint8Array;
  readonly constants: { readonly ZSTD_c_checksumFlag?: number };
}

/**
 * Frames as dsh writes them: the first write, the header line, is a frame of its own, each further
 * write one more; all with a checksum. Made by the runtime's zstd.
 */
class ZstdEncoder implements ByteSink {
  readonly #emit: Emit;
  readonly #compress: (bytes: Uint8Array) => Uint8Array;

  /** @throws {HistpackError} `E_USAGE` where the runtime has no zstd */
  constructor(emit: Emit) {
    const { zstdCompressSync, constants } = zlib as unknown as ZstdModule; // newer than the types
    const flag = constants.ZSTD_c_checksumFlag;
    if (zstdCompressSync === undefined || flag === undefined) {
      throw new HistpackError({
        code: 'E_USAGE',
        message: 'this Node has no zstd encoder',
        hint: 'run histpack on Node 22.15 or later, or choose --encoding gzip, br or none',
      });
    }
    this.#emit = emit;
    this.#compress = (bytes) => zstdCompressSync(bytes, { params: { [flag]: 1 } });
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.#emit(this.#compress(bytes));
  }

  async finish(): Promise<void> {}
}
