import { createRequire } from 'node:module';
import type * as BrotliWasm from 'brotli-wasm';
import type { Meter } from './meter.ts';

export type WasmEngine = BrotliWasm.BrotliWasmType;

const OUTPUT_BYTES = 256 * 1024;

/**
 * Counts Brotli bytes with the second engine, to cross-check the first. The package's import
 * condition is its browser build, so it is loaded as CommonJS; it throws strings, not errors.
 */
export class WasmBrotliMeter implements Meter {
  readonly #engine: WasmEngine;
  readonly #stream: InstanceType<WasmEngine['CompressStream']>;
  #bytes = 0;

  constructor(engine: WasmEngine, quality: number) {
    this.#engine = engine;
    this.#stream = new engine.CompressStream(quality);
  }

  async write(bytes: Buffer): Promise<void> {
    for (let offset = 0; offset < bytes.length; ) {
      const { consumed, code } = this.#compress(bytes.subarray(offset));
      offset += consumed;
      if (code === this.#engine.BrotliStreamResultCode.NeedsMoreInput) break;
    }
  }

  async finish(): Promise<number> {
    const { ResultSuccess } = this.#engine.BrotliStreamResultCode;
    while (this.#compress(undefined).code !== ResultSuccess);
    this.abort();
    return this.#bytes;
  }

  abort(): void {
    this.#stream.free();
  }

  #compress(bytes: Uint8Array | undefined): { consumed: number; code: number } {
    try {
      const result = this.#stream.compress(bytes, OUTPUT_BYTES);
      this.#bytes += result.buf.length;
      const { input_offset: consumed, code } = result;
      result.free();
      return { consumed, code };
    } catch (error) {
      throw new Error(`brotli-wasm: ${String(error)}`, { cause: error });
    }
  }
}

/** Loads the engine; only when asked for, since it takes a while. */
export function loadBrotliWasm(): WasmEngine {
  const load = createRequire(import.meta.url);
  return load('brotli-wasm') as WasmEngine; // its types describe the CommonJS build
}
