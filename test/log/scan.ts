import { rowText } from '../../src/codec/row.ts';
import { isRun, type Span } from '../../src/codec/span.ts';
import { BlockCutter } from '../../src/log/blocks.ts';
import { RecordScanner } from '../../src/log/scanner.ts';

/** Spans, faults and counts of the records of a log, as plain values that `toEqual` can compare. */
export interface Scanned {
  readonly spans: readonly unknown[];
  readonly faults: RecordScanner['faults']['faults'];
  readonly counts: RecordScanner['counts'];
  readonly nextSeq: number;
  readonly isCommittedAfterFault: boolean;
}

const plain = (span: Span): unknown =>
  isRun(span)
    ? { row: rowText(span), verbatim: [...(span.verbatim ?? [])] }
    : { seq: span.seq, text: span.text };

export interface ScanHow {
  readonly fastPath?: boolean;
  /** Sizes of the pieces in which the bytes come, used over and over; all at once by default. */
  readonly pieces?: readonly number[];
}

/** Scans text without a header: its first line is line 1. */
export function scan(
  text: string | Buffer,
  { fastPath = true, pieces = [] }: ScanHow = {},
): Scanned {
  const bytes = Buffer.from(text as string);
  const cutter = new BlockCutter({ maxLineBytes: 1_000_000 });
  const scanner = new RecordScanner({ file: 'f', fastPath });
  const spans: Span[] = [];
  let turn = 0;
  for (let at = 0; at < bytes.length; ) {
    const size = pieces[turn++ % pieces.length] ?? bytes.length;
    const piece = bytes.subarray(at, at + size);
    for (const block of cutter.push({ bytes: piece })) spans.push(...scanner.scan(block));
    at += size;
  }
  spans.push(...scanner.finish());
  const { faults, counts, nextSeq, isCommittedAfterFault } = scanner;
  return { spans: spans.map(plain), faults: faults.faults, counts, nextSeq, isCommittedAfterFault };
}
