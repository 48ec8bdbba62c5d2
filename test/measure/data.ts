import type { Meter } from '../../src/measure/meter.ts';

/** A small generator of even numbers in [0, 1), the same on every run. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  ...['the', 'packed', 'row', '{"event":', '"seq":', '"text":"', '"},', 'é', '日本', 'run', ' '],
  ...['assistant/chunk', 'reasoning-delta', '\\n', 'token', 'history', 'page', '0', '17'],
];

const MAX_BYTES = 9 * 1024 * 1024;
const NOISE_EVERY = 700;

let master: Buffer | undefined;

/** Bytes that look like a history response, words and numbers, with a byte of noise here and there. */
function makeMaster(): Buffer {
  const next = random(1);
  const bytes = Buffer.alloc(MAX_BYTES);
  for (let at = 0; at < MAX_BYTES; ) {
    const word = WORDS[Math.floor(next() * WORDS.length)] ?? '';
    at += bytes.write(next() < 0.8 ? word : String(Math.floor(next() * 1e9)), at) || MAX_BYTES;
  }
  for (let at = 0; at < MAX_BYTES; at += NOISE_EVERY) bytes[at] = next() * 256;
  return bytes;
}

/** The first bytes of one and the same 9 MiB. */
export function sessionBytes(size: number): Buffer {
  master ??= makeMaster();
  return master.subarray(0, size);
}

/** Feeds bytes into a meter in pieces of random size, now and then an empty one. */
export async function feed(
  meter: Meter,
  bytes: Buffer,
  { maxPiece = 100_000, seed = 1 } = {},
): Promise<number> {
  const next = random(seed);
  for (let at = 0; at < bytes.length; ) {
    const size = next() < 0.1 ? 0 : 1 + Math.floor(next() * maxPiece);
    await meter.write(bytes.subarray(at, at + size));
    at += size;
  }
  return meter.finish();
}

/** Feeds bytes in pieces of one size. */
export async function feedEvenly(meter: Meter, bytes: Buffer, piece: number): Promise<number> {
  for (let at = 0; at < bytes.length; at += piece)
    await meter.write(bytes.subarray(at, at + piece));
  return meter.finish();
}
