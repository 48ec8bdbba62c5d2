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

/** Opens the meters of a channel. */
export type Compressors = Readonly<
  Record<'gzip' | 'brotli', (options: CompressionOptions) => Promise<Meter>>
>;

/** The compressors of a measurement: a new one is an entry here and a column of the report. */
export const COMPRESSORS: Compressors = {
  gzip: async ({ gzipLevel }) => gzipMeter(gzipLevel),
  brotli: ({ brotliQuality, brotliEngine }) => BROTLI_ENGINES[brotliEngine](brotliQuality),
};

const nothing: Meter = { write: async () => {}, finish: async () => 0, abort: () => {} };

/** Compresses nothing, for whoever wants records and JSON bytes alone: the other sizes are 0. */
export const NO_COMPRESSORS: Compressors = {
  gzip: async () => nothing,
  brotli: async () => nothing,
};
