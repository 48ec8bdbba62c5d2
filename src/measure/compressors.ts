import { NativeBrotliMeter } from './brotli-native.ts';
import { DEFAULT_GZIP_LEVEL, gzipMeter } from './gzip.ts';
import type { Meter } from './meter.ts';

/** What decides the bytes of a compressor. */
export interface CompressionOptions {
  /** 0 to 9. */
  readonly gzipLevel: number;
  /** 0 to 11. */
  readonly brotliQuality: number;
  readonly brotliEngine: BrotliEngineName;
}

/** The library's own default, and the note's. */
export const DEFAULT_BROTLI_QUALITY = 11;

export const DEFAULT_COMPRESSION: CompressionOptions = {
  gzipLevel: DEFAULT_GZIP_LEVEL,
  brotliQuality: DEFAULT_BROTLI_QUALITY,
  brotliEngine: 'native',
};

/** Brotli implementations; their bytes differ by a fraction of a percent. */
export const BROTLI_ENGINES = {
  native: async (quality: number): Promise<Meter> => new NativeBrotliMeter(quality),
  wasm: async (quality: number): Promise<Meter> => {
    const { canUseWorker, WorkerBrotliMeter } = await import('./brotli-worker-meter.ts');
    if (canUseWorker) return WorkerBrotliMeter.open(quality);
    const { loadBrotliWasm, WasmBrotliMeter } = await import('./brotli-wasm.ts');
    return new WasmBrotliMeter(loadBrotliWasm(), quality);
  },
} as const;

export type BrotliEngineName = keyof typeof BROTLI_ENGINES;

/** The compressors of a measurement: a new one is an entry here and a column of the report. */
export const COMPRESSORS = {
  gzip: async ({ gzipLevel }: CompressionOptions): Promise<Meter> => gzipMeter(gzipLevel),
  brotli: ({ brotliQuality, brotliEngine }: CompressionOptions): Promise<Meter> =>
    BROTLI_ENGINES[brotliEngine](brotliQuality),
} as const;
