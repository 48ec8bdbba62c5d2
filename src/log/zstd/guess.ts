import type { Checksums } from './checksum.ts';
import type { Engine, FrameShape } from './engines.ts';

/** Log lines shrink 3 to 10 times; what shrinks more is decoded twice. */
const GUESSED_RATIO = 12;
const GUESSED_MIN_BYTES = 4096;

/**
 * What a frame of unknown content size will probably decode to, in bytes; undefined when a guess
 * gains nothing. dsh's frames are of this kind: a few hundred bytes that could, by their headers,
 * decode to 128 KiB, for which fzstd would allocate, clear and move as much.
 */
export function guessDecodedBytes(
  compressedBytes: number,
  decodedBound: number,
): number | undefined {
  const guess = GUESSED_MIN_BYTES + GUESSED_RATIO * compressedBytes;
  return guess * 2 <= decodedBound ? guess : undefined;
}

/**
 * Decodes a frame's blocks as if they could not exceed the guess, and gives the pieces only if the
 * stored checksum proves them. Otherwise undefined: the guess was too small, or the frame is bad.
 */
export async function decodeByGuess(
  engine: Engine,
  shape: FrameShape,
  blocks: Uint8Array,
  checksums: Checksums,
  stored: number,
): Promise<Uint8Array[] | undefined> {
  const guess = guessDecodedBytes(blocks.length, shape.decodedBound);
  if (guess === undefined) return undefined;
  const pieces: Uint8Array[] = [];
  const decoder = engine.open({ ...shape, decodedBound: guess }, (piece) => pieces.push(piece));
  try {
    await decoder.push(blocks, true);
  } catch {
    // The full decoding will say why, if there is a why.
    return undefined;
  } finally {
    decoder.close();
  }
  return checksums.of(pieces) === stored ? pieces : undefined;
}
