import { createGzip, gzipSync } from 'node:zlib';
import { type Meter, StreamCounter } from './meter.ts';

/** zlib's default, the note's. */
export const DEFAULT_GZIP_LEVEL = 6;

const CHUNK_BYTES = 64 * 1024;
const QUEUE_BYTES = 1024 * 1024;

/** The level that stores and does not compress. */
const STORED_LEVEL = 0;

/** Counts gzip bytes, equal to those of `gzipSync` at the same level for any feeding. */
export function gzipMeter(level: number): Meter {
  if (level === STORED_LEVEL) return new StoredMeter();
  return new StreamCounter(
    createGzip({ level, chunkSize: CHUNK_BYTES, writableHighWaterMark: QUEUE_BYTES } as object),
  );
}

/** What a stored block holds at most once the input is long: half of zlib's window buffer. */
const STORED_PERIOD_BYTES = 32 * 1024;
const STORED_BLOCK_HEADER_BYTES = 5;
const STORED_PERIODS_ASKED = 3;

/**
 * Level 0. A stream cuts its stored blocks where writes end; the one-shot call does not, and what
 * it makes depends on the length alone. So the length is counted and the call is asked about a
 * short input that differs from it by whole blocks.
 */
class StoredMeter implements Meter {
  #bytes = 0;

  async write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
  }

  async finish(): Promise<number> {
    const shortest = STORED_PERIODS_ASKED * STORED_PERIOD_BYTES;
    const asked =
      this.#bytes < shortest ? this.#bytes : shortest + (this.#bytes % STORED_PERIOD_BYTES);
    const blocks = (this.#bytes - asked) / STORED_PERIOD_BYTES;
    const stored = gzipSync(Buffer.alloc(asked), { level: STORED_LEVEL }).length;
    return stored + blocks * (STORED_PERIOD_BYTES + STORED_BLOCK_HEADER_BYTES);
  }

  abort(): void {}
}
