import { constants, createBrotliCompress } from 'node:zlib';
import { type Meter, StreamCounter } from './meter.ts';

const MIB = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const QUEUE_BYTES = MIB;

/** Brotli chooses other hash tables at qualities 4 to 9 for an input of this size or more. */
const SIZE_HINT_BYTES = MIB;
const SIZE_HINT_QUALITIES = { from: 4, to: 9 } as const;

/** At qualities 0 and 1 every write starts a fragment; the one-shot call makes them this large. */
const FRAGMENT_BYTES = 4 * MIB;
const FRAGMENT_MAX_QUALITY = 1;

/**
 * Counts Brotli bytes, equal to those of `brotliCompressSync` at the same quality. The stream
 * differs from the one-shot call in three ways, each measured and each undone here:
 * - qualities 4 to 9 look at the size of the whole input: the first MiB is held back until it is
 *   known on which side of the threshold the input lies;
 * - qualities 0 and 1 cut where writes end: input is regrouped;
 * - an input that ends on a block boundary costs an empty block more unless the encoder learns of
 *   the end with the last bytes: the last write is held back, and queued together with the end.
 */
export class NativeBrotliMeter implements Meter {
  readonly #quality: number;
  #counter: StreamCounter | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(quality: number) {
    this.#quality = quality;
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return;
    if (this.#quality <= FRAGMENT_MAX_QUALITY) {
      this.#hold(bytes);
      if (this.#heldBytes > FRAGMENT_BYTES) await this.#writeFragments();
      return;
    }
    if (this.#counter === undefined) {
      this.#hold(bytes);
      if (this.#heldBytes <= SIZE_HINT_BYTES) return;
      this.#counter = this.#open(true);
    }
    const ready = this.#release();
    const last = ready.pop();
    for (const piece of ready) await this.#counter.write(piece);
    if (last !== undefined && last !== bytes) await this.#counter.write(last);
    this.#hold(bytes);
  }

  async finish(): Promise<number> {
    const counter = this.#counter ?? this.#open(this.#heldBytes >= SIZE_HINT_BYTES);
    this.#counter = counter;
    const rest = Buffer.concat(this.#release());
    if (this.#quality <= FRAGMENT_MAX_QUALITY) return counter.finish(rest);
    const half = rest.length >> 1;
    return counter.finish(rest.subarray(0, half), rest.subarray(half));
  }

  abort(): void {
    this.#counter?.abort();
  }

  async #writeFragments(): Promise<void> {
    this.#counter ??= this.#open(true);
    let rest = Buffer.concat(this.#release());
    while (rest.length > FRAGMENT_BYTES) {
      await this.#counter.write(rest.subarray(0, FRAGMENT_BYTES));
      rest = rest.subarray(FRAGMENT_BYTES);
    }
    this.#hold(rest);
  }

  #open(isLarge: boolean): StreamCounter {
    const { from, to } = SIZE_HINT_QUALITIES;
    const wantsHint = isLarge && this.#quality >= from && this.#quality <= to;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: this.#quality,
      // Only whether it reaches the threshold matters, not the value.
      ...(wantsHint ? { [constants.BROTLI_PARAM_SIZE_HINT]: SIZE_HINT_BYTES } : {}),
    };
    return new StreamCounter(
      createBrotliCompress({
        params,
        chunkSize: CHUNK_BYTES,
        writableHighWaterMark: QUEUE_BYTES,
      } as object),
    );
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  #release(): Buffer[] {
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    return held;
  }
}
