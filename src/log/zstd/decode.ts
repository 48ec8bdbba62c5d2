import { readBlockBatches } from './block-batches.ts';
import { CHECKSUM_BYTES, type ChecksumStream, loadChecksums, readChecksum } from './checksum.ts';
import { explainEngineError } from './engine-errors.ts';
import { type EngineName, type FrameDecoder, loadEngine } from './engines.ts';
import { FrameError } from './frame-error.ts';
import { checkFrameLimits, decodedLimit, type FrameLimits } from './frame-limits.ts';
import { framePlace, verifyChecksum, verifyContentSize } from './frame-verify.ts';
import { decodeByGuess } from './guess.ts';
import type { RandomAccess } from './read-ahead.ts';
import type { DataFrameInfo } from './walk.ts';

export interface DecodeOptions extends FrameLimits {
  /** Default `auto`: the runtime's own where it has one. */
  readonly engine?: EngineName | 'auto' | undefined;
}

/** How a frame ended. */
export interface FrameOutcome {
  /** The file ends inside the frame: the pieces are those of its whole blocks. */
  readonly torn: boolean;
  readonly decodedBytes: number;
  /** `unproven`: of a torn frame; `absent`: the frame has none. */
  readonly checksum: 'verified' | 'absent' | 'unproven';
  /** Of a torn frame: why its blocks stop decoding before they end. */
  readonly fault: FrameError | undefined;
}

/**
 * Decodes one frame that `walkFrames` found, as pieces of up to 128 KiB (up to 1 MiB for small
 * frames with the native engine); they are the caller's to keep. Memory: one window, and batches of
 * 256 KiB compressed and 1 MiB decoded bytes.
 *
 * The content size and the checksum, where the frame has them, are always verified. A frame of one
 * batch is verified before its first piece is out; a larger one gives pieces before, so do not
 * act on them for good until the generator has returned.
 *
 * A torn frame gives the content of its whole blocks, up to the first that does not decode, and
 * returns. Throws `FrameError`: `E_FRAME`, `E_CHECKSUM`, `E_LIMIT`. Errors of `source` pass through.
 */
export async function* decodeFrame(
  source: RandomAccess,
  frame: DataFrameInfo,
  options: DecodeOptions,
): AsyncGenerator<Uint8Array, FrameOutcome, undefined> {
  const engine = await loadEngine(options.engine);
  const checksums = await loadChecksums();
  const verifiesChecksum = frame.complete && frame.hasChecksum;
  let decoder: FrameDecoder | undefined;
  let hash: ChecksumStream | undefined;
  let pieces: Uint8Array[] = [];
  let decodedBytes = 0;
  let fault: FrameError | undefined;
  try {
    const bounds = checkFrameLimits(frame, engine, options);
    for await (const { bytes, last } of readBlockBatches(source, frame)) {
      const isSingleBatch = last && frame.complete && decoder === undefined;
      const shape = { ...bounds, isSingleBatch };
      const stored = last && verifiesChecksum ? await readStored(source, frame) : undefined;
      const guessed =
        isSingleBatch && stored !== undefined && frame.contentSize === undefined
          ? await decodeByGuess(engine, shape, bytes, checksums, stored)
          : undefined;
      if (guessed === undefined) {
        decoder ??= engine.open(shape, (piece) => pieces.push(piece));
        await push(decoder, bytes, last, frame);
      } else {
        pieces = guessed;
      }
      const total = pieces.reduce((sum, piece) => sum + piece.length, decodedBytes);
      if (total > options.maxDecodedBytes) {
        throw decodedLimit(frame, options, `${total} or more`);
      }
      verifyContentSize(frame, total, last);
      if (verifiesChecksum && !isSingleBatch) {
        hash ??= checksums.stream();
        hash.update(pieces);
      }
      if (stored !== undefined && guessed === undefined) {
        verifyChecksum(frame, engine, total, stored, hash?.digest() ?? checksums.of(pieces));
      }
      decodedBytes = total;
      const ready = pieces;
      pieces = [];
      yield* ready;
    }
  } catch (error) {
    // What is behind a torn frame's fault was never finished, so it is no corruption.
    const isTornFault = !frame.complete && error instanceof FrameError && error.code === 'E_FRAME';
    if (!isTornFault) throw error;
    fault = error;
  } finally {
    decoder?.close();
  }
  const checksum = !frame.complete ? 'unproven' : frame.hasChecksum ? 'verified' : 'absent';
  return { torn: !frame.complete, decodedBytes, checksum, fault };
}

async function push(
  decoder: FrameDecoder,
  bytes: Uint8Array,
  last: boolean,
  frame: DataFrameInfo,
): Promise<void> {
  try {
    await decoder.push(bytes, last);
  } catch (cause) {
    const { code, limit, what } = explainEngineError(cause);
    throw new FrameError(code, what, { ...framePlace(frame), limit, cause });
  }
}

async function readStored(source: RandomAccess, frame: DataFrameInfo): Promise<number> {
  const bytes = await source.read(frame.byteOffset + frame.bytes - CHECKSUM_BYTES, CHECKSUM_BYTES);
  if (bytes.length === CHECKSUM_BYTES) return readChecksum(bytes);
  throw new FrameError('E_FRAME', 'the file shrank while it was read', framePlace(frame));
}
