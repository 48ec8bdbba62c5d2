import { createGzip } from 'node:zlib';
import { type Meter, StreamCounter } from './meter.ts';

/** zlib's default, the note's. */
export const DEFAULT_GZIP_LEVEL = 6;

const CHUNK_BYTES = 64 * 1024;
const QUEUE_BYTES = 1024 * 1024;

/** Counts gzip bytes, equal to those of `gzipSync` at the same level for any feeding. */
export function gzipMeter(level: number): Meter {
  return new StreamCounter(
    createGzip({ level, chunkSize: CHUNK_BYTES, writableHighWaterMark: QUEUE_BYTES } as object),
  );
}
