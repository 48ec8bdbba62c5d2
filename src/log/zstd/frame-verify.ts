import { CHECKSUM_BYTES, formatChecksum } from './checksum.ts';
import type { Engine } from './engines.ts';
import { FrameError, type FrameErrorDetails } from './frame-error.ts';
import type { DataFrameInfo } from './walk.ts';

/** Where a frame lies, as errors state it. */
export function framePlace(frame: DataFrameInfo): FrameErrorDetails {
  return { frameIndex: frame.index, byteOffset: frame.byteOffset, frameBytes: frame.bytes };
}

/** Throws `E_FRAME` when a frame has decoded to too much, or has ended with too little. */
export function verifyContentSize(
  frame: DataFrameInfo,
  decodedBytes: number,
  hasEnded: boolean,
): void {
  const { contentSize } = frame;
  if (contentSize === undefined) return;
  if (hasEnded ? decodedBytes === contentSize : decodedBytes <= contentSize) return;
  throw new FrameError('E_FRAME', 'the content is not as long as the header declares', {
    ...framePlace(frame),
    expected: `${contentSize} bytes`,
    found: hasEnded ? `${decodedBytes}` : `${decodedBytes} or more`,
  });
}

/**
 * Throws when the checksums differ: `E_CHECKSUM`, or `E_LIMIT` where the engine may be to blame
 * instead of the file.
 */
export function verifyChecksum(
  frame: DataFrameInfo,
  engine: Engine,
  decodedBytes: number,
  stored: number,
  computed: number,
): void {
  if (stored === computed) return;
  const facts = {
    ...framePlace(frame),
    faultOffset: frame.byteOffset + frame.bytes - CHECKSUM_BYTES,
    expected: formatChecksum(stored),
    found: formatChecksum(computed),
  };
  if (Math.min(frame.windowBytes, decodedBytes) > engine.exactWindowBytes) {
    const what =
      `the checksum does not match, but ${engine.name} may decode a window of ` +
      `${frame.windowBytes} bytes wrongly: try Node 22.15 or later`;
    throw new FrameError('E_LIMIT', what, { ...facts, limit: 'engine' });
  }
  throw new FrameError('E_CHECKSUM', 'the checksum does not match the content', facts);
}
