import type { Seq } from '../codec/types.ts';
import { type ErrorCode, type Fault, makeFault, type Warning } from '../errors.ts';
import type { BlockCutter } from './blocks.ts';
import type { FrameMarks } from './frame-marks.ts';
import type { LogEnd } from './scan.ts';
import type { RecordScanner } from './scanner.ts';
import { tornTail } from './torn.ts';

/** Faults that no torn write explains, so that they are corruption wherever they stand. */
const NEVER_TORN: ReadonlySet<ErrorCode> = new Set(['E_UTF8', 'E_SECOND_HEADER']);

/** Tells a corrupt log from a torn tail (FORMAT section 4). */
export function judge(
  scanner: RecordScanner,
  cutter: BlockCutter,
  frames: FrameMarks,
  until: Seq,
): Pick<LogEnd, 'corruption' | 'warnings'> {
  if (scanner.nextSeq >= until) return { corruption: undefined, warnings: [] };
  const warnings: Warning[] = [];
  const lastFrame = frames.last;
  const [issue] = scanner.faults.faults;
  const remainder = cutter.remainder();
  if (issue !== undefined) {
    const isInTornFrame = lastFrame?.isComplete === false && issue.frame === lastFrame.index;
    const isWhole = issue.frame !== undefined && !isInTornFrame;
    const isSnapshot = issue.code === 'E_ENVELOPE' && scanner.nextSeq === 0;
    if (isWhole || isSnapshot || scanner.isCommittedAfterFault || NEVER_TORN.has(issue.code)) {
      return { corruption: issue, warnings };
    }
    warnings.push(tornTail.atIssue(issue, cutter.decodedBytes, lastFrame));
  } else if (lastFrame?.isComplete === false) {
    warnings.push(
      tornTail.inFrame(lastFrame, scanner.counts.records - frames.recordsBefore, remainder),
    );
  } else if (remainder?.frame !== undefined) {
    const { line, byteOffset, frame, bytes } = remainder;
    const corruption = makeFault({
      code: 'E_FRAME',
      message: `a complete frame ends within a line (${bytes} bytes of it)`,
      line,
      byteOffset,
      frame: frame.index,
      frameOffset: frame.byteOffset,
    });
    return { corruption, warnings };
  } else if (remainder !== undefined) {
    warnings.push(tornTail.inLine(remainder));
  }
  return { corruption: undefined, warnings };
}

/** The faults of the lines, or the one that is about none of them. */
export const faultsOf = ({ faults }: RecordScanner, corruption: Fault): readonly Fault[] =>
  faults.isEmpty ? [corruption] : faults.faults;

/** How far a log can be believed in which something did not decode. */
export function provenSeq(damage: Fault, frames: FrameMarks, nextSeq: Seq): Seq {
  if (damage.detail?.isPrefixProven === false) return 0;
  // Nothing of the frame at fault may be believed, though its lines looked healthy.
  return frames.startOf(damage.frame)?.seq ?? nextSeq;
}

export const crlfWarning = (lines: number, file: string): Warning => ({
  code: 'W_CRLF',
  message: `CRLF line ends (${lines} lines): JSON accepts the CR, the harness never writes it`,
  file,
  detail: { crBytes: lines },
});

/** Whether a fault stands in front of a damaged frame. */
export const isBefore = (fault: Fault, other: Fault): boolean =>
  other.frame === undefined || (fault.frame ?? -1) < other.frame;
