import type { Span } from '../codec/span.ts';
import type { Seq } from '../codec/types.ts';
import { type Fault, HistpackError, makeFault, type Place, type Warning } from '../errors.ts';
import { type Block, BlockCutter } from './blocks.ts';
import { FrameMarks, type FrameStart } from './frame-marks.ts';
import type { Log } from './log.ts';
import { RecordScanner, type ScanCounts } from './scanner.ts';
import { crlfWarning, faultsOf, isBefore, judge, provenSeq } from './verdict.ts';

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
  /** Frames that were looked at; undefined for encodings without frames. */
  readonly frames: number | undefined;
}

export interface ScanOptions {
  /** Stop once the events before this seq are in. Runs are not cut there. */
  readonly until?: Seq;
  /** Stop when this says so; asked after every batch. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Takes spans in order; the scan waits for it. */
  readonly onSpans: (spans: Span[]) => Promise<void> | undefined;
  /** Tells how far the scan is, in bytes of decoded text. */
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
  /** Also look for damaged frames behind the first one. */
  readonly listAllFaults?: boolean;
  readonly fastPath?: boolean;
}

/**
 * Reads a log from its start and hands out its valid prefix as spans. Never throws for what the
 * log holds: the end says it. Memory: one run, one line and a read buffer.
 */
export async function scanLog(log: Log, options: ScanOptions): Promise<LogEnd> {
  const { until = Number.POSITIVE_INFINITY, onSpans, onProgress, fastPath = true } = options;
  const { source, limits } = log;
  const cutter = new BlockCutter(limits);
  const scanner = new RecordScanner({ file: source.name, fastPath });
  const frames = new FrameMarks();
  const warnings: Warning[] = [];
  const damages: Fault[] = [];
  const here = (): FrameStart => ({
    seq: scanner.nextSeq,
    line: cutter.line,
    byteOffset: cutter.decodedBytes,
    records: scanner.counts.records,
  });
  const pieces = log.encoding.decode(source, {
    maxDecodedBytes: limits.maxDecodedBytes,
    onWarning: (warning) => warnings.push(warning),
    onFault: options.listAllFaults === true ? (fault) => damages.push(fault) : undefined,
  });
  try {
    for await (const piece of pieces) {
      frames.enter(piece.frame, here);
      for (const block of cutter.cut(piece)) {
        const spans = scanner.scan(block.line === 1 ? withoutHeader(block, scanner) : block);
        if (spans.length > 0) await onSpans(spans);
      }
      onProgress?.(cutter.decodedBytes);
      if (scanner.nextSeq >= until || options.isEnough?.() === true) break;
    }
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    damages.push(makeFault({ ...error.fault, file: source.name }));
  }
  const lastSpans = scanner.finish();
  if (lastSpans.length > 0) await onSpans(lastSpans);

  const { counts } = scanner;
  const { decodedBytes } = cutter;
  const facts = { counts, decodedBytes, frames: frames.count };
  if (counts.crlfLines > 0) warnings.push(crlfWarning(counts.crlfLines, source.name));
  const [damage] = damages;
  if (damage !== undefined) {
    const endSeq = provenSeq(damage, frames, scanner.nextSeq);
    const earlier = scanner.faults.faults.filter((fault) => isBefore(fault, damage));
    const placed = { ...placeOf(frames.startOf(damage.frame), earlier.length === 0), ...damage };
    const faults = [...earlier, placed, ...damages.slice(1)];
    return { endSeq, corruption: faults[0], faults, warnings, ...facts };
  }
  const verdict = judge(scanner, cutter, frames, until);
  return {
    endSeq: scanner.nextSeq,
    corruption: verdict.corruption,
    faults: verdict.corruption === undefined ? [] : faultsOf(scanner, verdict.corruption),
    warnings: [...warnings, ...verdict.warnings.map((each) => ({ file: source.name, ...each }))],
    ...facts,
  };
}

/** What the start of a damaged frame tells about it; behind a bad line no seq is sure. */
const placeOf = (start: FrameStart | undefined, isSeqSure: boolean): Place =>
  start === undefined
    ? {}
    : { line: start.line, byteOffset: start.byteOffset, ...(isSeqSure ? { seq: start.seq } : {}) };

/** The block behind the header line, of which the scanner learns only whether it ended in CR LF. */
export const withoutHeader = (block: Block, { counts }: RecordScanner): Block => {
  const end = block.text.indexOf('\n') + 1;
  if (block.text[end - 2] === '\r') counts.crlfLines += 1;
  const bytes = Buffer.byteLength(block.text.slice(0, end), 'utf8');
  return {
    ...block,
    text: block.text.slice(end),
    bytes: block.bytes.subarray(bytes),
    line: 2,
    byteOffset: bytes,
  };
};
