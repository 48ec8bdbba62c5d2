import type { Span } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { HistpackError } from '../../errors.ts';
import { type Block, BlockCutter, type BlockLimits } from '../blocks.ts';
import { RecordScanner } from '../scanner.ts';
import type { SectionStart } from './locate.ts';
import { type Sections, SeekRefused } from './sections.ts';

export interface SectionReading {
  readonly sections: Sections;
  readonly from: SectionStart;
  /** Stop once the events before this seq are in. */
  readonly until: Seq;
  readonly limits: BlockLimits;
  /** Stop when this says so; asked after every batch. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Read on to the end of the log, which must be where `until` is. */
  readonly isToEnd?: boolean;
}

/**
 * Reads spans from a section on, as a scan of the whole log would from there.
 * @throws {SeekRefused} at the first fault, or where the log ends before `until`: a reading from the
 *   start then says what is wrong and where.
 */
export async function readSections(
  { sections, from, until, limits, isEnough, isToEnd = false }: SectionReading,
  onSpans: (spans: Span[]) => Promise<void> | undefined,
): Promise<void> {
  const scanner = new RecordScanner({ file: '', startSeq: from.seq });
  const cutter = new BlockCutter(limits);
  const isDone = (): boolean => !isToEnd && scanner.nextSeq >= until;
  for (let index = from.index; index < sections.count && !isDone(); index++) {
    for (const block of blocksOf(cutter, await sections.read(index))) {
      const spans = scanner.scan(block);
      if (!scanner.faults.isEmpty) throw new SeekRefused('there is a fault in or near the page');
      if (spans.length > 0) await onSpans(spans);
      if (isEnough?.() === true) return;
      if (isDone()) break;
    }
  }
  if (scanner.nextSeq < until) throw new SeekRefused('the log ends before the page does');
  if (isToEnd && scanner.nextSeq > until) throw new SeekRefused('the log ends behind its last seq');
  const spans = scanner.finish();
  if (spans.length > 0) await onSpans(spans);
}

/** The blocks of a section. Where its lines stand in the log is not known, so a fault has no place. */
function blocksOf(cutter: BlockCutter, bytes: Buffer): Block[] {
  try {
    return cutter.push({ bytes });
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    throw new SeekRefused('a line in or near the page is too long', { cause: error });
  }
}
