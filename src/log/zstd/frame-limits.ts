import type { Engine, FrameShape } from './engines.ts';
import { FrameError } from './frame-error.ts';
import { framePlace } from './frame-verify.ts';
import type { DataFrameInfo } from './walk.ts';

/** The window that libzstd, and so every dsh, accepts without being told to: 128 MiB. */
export const WINDOW_MAX_BYTES = 128 * 1024 * 1024;

export interface FrameLimits {
  /** Largest window to decode with; default `WINDOW_MAX_BYTES`. */
  readonly maxWindowBytes?: number | undefined;
  /** Largest content of this one frame. */
  readonly maxDecodedBytes: number;
}

/**
 * Checks what a frame's headers ask for before anything is allocated, and gives the bounds to
 * decode it with. Throws `E_LIMIT`, or `E_FRAME` for a frame that needs a dictionary or declares
 * more content than its blocks can hold.
 */
export function checkFrameLimits(
  frame: DataFrameInfo,
  engine: Engine,
  limits: FrameLimits,
): Omit<FrameShape, 'isSingleBatch'> {
  const { windowBytes, contentSize, dictionaryId } = frame;
  const maxWindowBytes = Math.min(limits.maxWindowBytes ?? WINDOW_MAX_BYTES, engine.maxWindowBytes);
  const place = framePlace(frame);
  if (windowBytes > maxWindowBytes) {
    const facts = { expected: `at most ${maxWindowBytes} bytes`, found: `${windowBytes}` };
    const details = { ...place, ...facts, limit: 'window' } as const;
    throw new FrameError('E_LIMIT', 'the window is above its limit', details);
  }
  if (dictionaryId !== 0) {
    const details = { ...place, expected: 'no dictionary', found: `dictionary ${dictionaryId}` };
    throw new FrameError('E_FRAME', 'the frame needs a dictionary', details);
  }
  const decodedBound = Math.min(frame.decodedBound, contentSize ?? Number.POSITIVE_INFINITY);
  const exactBytes = engine.exactWindowBytes;
  if (Math.min(windowBytes, decodedBound) > exactBytes && !(frame.complete && frame.hasChecksum)) {
    // With a checksum it can be tried: matches that far back are rare.
    const what = `${engine.name} may decode this window wrongly, and no checksum would show it`;
    const facts = { expected: `at most ${exactBytes} bytes`, found: `${windowBytes}` };
    throw new FrameError('E_LIMIT', what, { ...place, ...facts, limit: 'engine' });
  }
  if (!frame.complete) return { windowBytes, decodedBound };
  if (contentSize !== undefined && contentSize > limits.maxDecodedBytes) {
    throw decodedLimit(frame, limits, `${contentSize} declared`);
  }
  if (contentSize !== undefined && contentSize > frame.decodedBound) {
    const facts = { expected: `${contentSize} bytes`, found: `at most ${frame.decodedBound}` };
    throw new FrameError('E_FRAME', 'the blocks cannot hold the declared content', {
      ...place,
      ...facts,
    });
  }
  return { windowBytes, decodedBound };
}

/** The frame decodes to more than `maxDecodedBytes`. */
export function decodedLimit(frame: DataFrameInfo, limits: FrameLimits, found: string): FrameError {
  return new FrameError('E_LIMIT', 'the frame decodes to more than the limit', {
    ...framePlace(frame),
    limit: 'decoded',
    expected: `at most ${limits.maxDecodedBytes} bytes`,
    found,
  });
}
