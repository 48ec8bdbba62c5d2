/**
 * What went wrong with a frame:
 * - `E_FRAME`: the bytes are not a valid Zstandard frame (RFC 8878), or decode to another size than
 *   the frame declares;
 * - `E_CHECKSUM`: the frame decodes, but to other bytes than its checksum was made from;
 * - `E_LIMIT`: the frame may be fine, but asks for more than a limit (or the engine) allows.
 */
export type FrameErrorCode = 'E_FRAME' | 'E_CHECKSUM' | 'E_LIMIT';

/** Which limit an `E_LIMIT` ran into; `work` is CPU time, `engine` a weakness of the decoder. */
export type FrameLimit = 'window' | 'decoded' | 'work' | 'engine';

/** Where and what: all that a message needs, apart from the sentence itself. */
export interface FrameErrorDetails {
  /** Data frame number from 0; undefined for a skippable frame. */
  readonly frameIndex: number | undefined;
  /** File offset of the frame's first byte. */
  readonly byteOffset: number;
  /** Length of the frame in bytes where it is known. */
  readonly frameBytes?: number | undefined;
  /** File offset of the offending byte where it is known. */
  readonly faultOffset?: number | undefined;
  readonly limit?: FrameLimit | undefined;
  readonly expected?: string | undefined;
  readonly found?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class of the Zstandard layer. The message reads
 * `frame 3 at byte 1234: <what> (expected …, found …)`.
 */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  readonly code: FrameErrorCode;
  readonly frameIndex: number | undefined;
  readonly byteOffset: number;
  readonly frameBytes: number | undefined;
  readonly faultOffset: number | undefined;
  readonly limit: FrameLimit | undefined;
  readonly expected: string | undefined;
  readonly found: string | undefined;

  constructor(code: FrameErrorCode, what: string, details: FrameErrorDetails) {
    super(
      frameMessage(what, details),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.frameIndex = details.frameIndex;
    this.byteOffset = details.byteOffset;
    this.frameBytes = details.frameBytes;
    this.faultOffset = details.faultOffset;
    this.limit = details.limit;
    this.expected = details.expected;
    this.found = details.found;
  }
}

function frameMessage(what: string, details: FrameErrorDetails): string {
  const { frameIndex, byteOffset, faultOffset, expected, found } = details;
  const name = frameIndex === undefined ? 'skippable frame' : `frame ${frameIndex}`;
  const inside =
    faultOffset === undefined || faultOffset === byteOffset ? '' : `, fault at byte ${faultOffset}`;
  const facts = [
    expected === undefined ? [] : [`expected ${expected}`],
    found === undefined ? [] : [`found ${found}`],
  ].flat();
  const tail = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return `${name} at byte ${byteOffset}${inside}: ${what}${tail}`;
}
