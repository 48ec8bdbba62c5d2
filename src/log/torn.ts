import type { Fault, Warning } from '../errors.ts';
import type { Remainder } from './blocks.ts';
import type { Frame } from './encodings/encoding.ts';

/**
 * The warnings about a torn tail: what a writer that died left behind the valid prefix. Each says
 * what was left out and where it begins, which is where the log could safely be cut.
 */
export const tornTail = {
  /** A bad line with no `turn/end` on it or after it. */
  atIssue(issue: Fault, decodedBytes: number, frame: Frame | undefined): Warning {
    const { line, byteOffset = 0, seq } = issue;
    const bytes = decodedBytes - byteOffset;
    return {
      code: 'W_TORN_TAIL',
      message: `torn tail left out: ${issue.message}; no turn was completed after it (${bytes} bytes)`,
      file: issue.file,
      line,
      byteOffset,
      frame: frame?.index,
      seq,
      detail: { ...issue.detail, bytes, reason: issue.code },
    };
  },

  /** A last line without its newline. */
  inLine({ line, byteOffset, bytes }: Remainder): Warning {
    return {
      code: 'W_TORN_TAIL',
      message: `torn tail left out: the last line has no newline (${bytes} bytes)`,
      line,
      byteOffset,
      detail: { bytes, reason: 'unterminated' },
    };
  },

  /** A last frame that was cut off; its whole lines are used, though no checksum proves them. */
  inFrame(frame: Frame, records: number, remainder: Remainder | undefined): Warning {
    const { index, byteOffset, byteLength } = frame;
    const rest =
      remainder === undefined ? '' : `, and ${remainder.bytes} bytes of a cut line left out`;
    return {
      code: 'W_TORN_FRAME',
      message:
        `torn tail: the last frame is cut off after ${byteLength} bytes; ` +
        `the ${records} records in its complete lines are used, unproven by its checksum${rest}`,
      frame: index,
      frameOffset: byteOffset,
      detail: { bytes: byteLength, recoveredRecords: records },
    };
  },
} as const;
