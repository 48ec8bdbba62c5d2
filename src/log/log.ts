import type { Span } from '../codec/span.ts';
import type { Seq } from '../codec/types.ts';
import { type ErrorCode, type Fault, HistpackError, makeFault, type Warning } from '../errors.ts';
import { type Block, BlockCutter } from './blocks.ts';
import { detectEncoding, type Encoding, type Frame } from './encodings.ts';
import { type LogHeader, readHeader } from './header.ts';
import { RecordScanner, type ScanCounts } from './scanner.ts';
import type { Source } from './source.ts';
import { tornTail } from './torn.ts';

const MIB = 1024 * 1024;

/** Bounds on what a hostile or damaged log may cost. */
export interface Limits {
  readonly maxLineBytes: number;
}

/** Generous: dsh's own rows stay below 1 MiB, and the largest tool result seen is a few MiB. */
export const DEFAULT_LIMITS: Limits = { maxLineBytes: 64 * MIB };

export interface Log {
  readonly source: Source;
  readonly encoding: Encoding;
  readonly header: LogHeader;
  /** About the header; what concerns the records comes with `LogEnd`. */
  readonly warnings: readonly Warning[];
  readonly limits: Limits;
}

/** What a scan of a log came to. */
export interface LogEnd {
  /** The valid prefix is `[0, endSeq)`. */
  readonly endSeq: Seq;
  /** Why the log is corrupt: its first fault, in the committed region. */
  readonly corruption: Fault | undefined;
  /** Everything wrong after the valid prefix, in order, the first thousand. */
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
  readonly counts: ScanCounts;
  /** Bytes of decoded text that were looked at. */
  readonly decodedBytes: number;
}

/**
 * Opens a log: finds its encoding by content and reads the header.
 * @throws {HistpackError} where line 1 is no header that we can read (see `readHeader`).
 */
export async function openLog(source: Source, limits: Limits = DEFAULT_LIMITS): Promise<Log> {
  const encoding = await detectEncoding(source);
  const line = await firstLine(source, encoding, limits);
  return { source, encoding, limits, ...readHeader(line, source.name) };
}

export interface ScanOptions {
  /** Stop once the events before this seq are in. Runs are not cut there. */
  readonly until?: Seq;
  /** Takes spans in order; the scan waits for it. */
  readonly onSpans: (spans: Span[]) => Promise<void> | undefined;
  /** Tells how far the scan is, in bytes of decoded text. */
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
  readonly fastPath?: boolean;
}

/**
 * Reads a log from its start and hands out its valid prefix as spans. Never throws for what the
 * log holds: the end says it. Memory: one run, one line and a read buffer.
 */
export async function scanLog(log: Log, options: ScanOptions): Promise<LogEnd> {
  const { until = Number.POSITIVE_INFINITY, onSpans, onProgress, fastPath = true } = options;
  const { source } = log;
  const cutter = new BlockCutter(log.limits);
  const scanner = new RecordScanner({ file: source.name, fastPath });
  const frames = new FrameMarks();
  const give = async (spans: Span[]) => {
    if (spans.length > 0) await onSpans(spans);
  };
  let broken: Fault | undefined;
  try {
    for await (const piece of log.encoding.decode(source)) {
      frames.enter(piece.frame, scanner.nextSeq);
      for (const block of cutter.push(piece)) {
        const spans = scanner.scan(block.line === 1 ? withoutHeader(block) : block);
        if (spans.length > 0) await onSpans(spans);
      }
      onProgress?.(cutter.decodedBytes);
      if (scanner.nextSeq >= until) break;
    }
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    broken = makeFault({ ...error.fault, file: source.name });
  }
  await give(scanner.finish());

  const { counts } = scanner;
  const { decodedBytes } = cutter;
  if (broken !== undefined) {
    // Nothing of the frame at fault may be believed, though its lines looked healthy.
    const endSeq = frames.seqAtStartOf(broken.frame) ?? scanner.nextSeq;
    const faults = [...scanner.faults.faults.filter((fault) => isBefore(fault, broken)), broken];
    return { endSeq, corruption: faults[0], faults, warnings: [], counts, decodedBytes };
  }
  const { corruption, warnings } = judge(scanner, cutter, frames.last, until);
  return {
    endSeq: scanner.nextSeq,
    corruption,
    faults: scanner.faults.faults,
    warnings,
    counts,
    decodedBytes,
  };
}

/** Faults that no torn write explains, so that they are corruption wherever they stand. */
const NEVER_TORN: ReadonlySet<ErrorCode> = new Set(['E_UTF8', 'E_SECOND_HEADER']);

/** Tells a corrupt log from a torn tail (FORMAT section 4). */
function judge(
  scanner: RecordScanner,
  cutter: BlockCutter,
  lastFrame: Frame | undefined,
  until: Seq,
): Pick<LogEnd, 'corruption' | 'warnings'> {
  if (scanner.nextSeq >= until) return { corruption: undefined, warnings: [] };
  const warnings: Warning[] = [];
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
    warnings.push(tornTail.inFrame(lastFrame, remainder));
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

/** Remembers with which seq each of the latest frames began. */
class FrameMarks {
  #last: Frame | undefined;
  #seq: Seq = 0;

  get last(): Frame | undefined {
    return this.#last;
  }

  enter(frame: Frame | undefined, nextSeq: Seq): void {
    if (frame === undefined || frame.index === this.#last?.index) return;
    this.#last = frame;
    this.#seq = nextSeq;
  }

  /** Undefined where the frame had not begun to give text. */
  seqAtStartOf(index: number | undefined): Seq | undefined {
    return index !== undefined && index === this.#last?.index ? this.#seq : undefined;
  }
}

const isBefore = (fault: Fault, other: Fault): boolean =>
  other.frame === undefined || (fault.frame ?? -1) < other.frame;

const withoutHeader = (block: Block): Block => {
  const end = block.text.indexOf('\n') + 1;
  const bytes = Buffer.byteLength(block.text.slice(0, end), 'utf8');
  return {
    ...block,
    text: block.text.slice(end),
    bytes: block.bytes.subarray(bytes),
    line: 2,
    byteOffset: bytes,
  };
};

async function firstLine(source: Source, encoding: Encoding, limits: Limits): Promise<string> {
  const cutter = new BlockCutter(limits);
  const refuse = (message: string, hint?: string): never => {
    const place = { file: source.name, line: 1, byteOffset: 0 };
    throw new HistpackError({
      code: 'E_HEADER',
      message,
      ...place,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  for await (const piece of encoding.decode(source)) {
    const [block] = cutter.push(piece);
    if (block === undefined) continue;
    const line = block.text.slice(0, block.text.indexOf('\n'));
    if (block.badByteOffset === undefined) return line;
    refuse(`line 1 is not UTF-8: bad byte at ${block.badByteOffset}`);
  }
  return cutter.decodedBytes === 0
    ? refuse('the log is empty', 'a log begins with its session header on line 1')
    : refuse(
        'the header line has no newline',
        'header line has no newline: it was never committed',
      );
}
