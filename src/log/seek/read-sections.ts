import type { Span } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { BlockCutter, type BlockLimits } from '../blocks.ts';
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
}

/**
 * Reads spans from a section on, as a scan of the whole log would from there.
 * @throws {SeekRefused} at the first fault, or where the log ends before `until`: a reading from the
 *   start then says what is wrong and where.
 */
export async function readSections(
  { sections, from, until, limits, isEnough }: SectionReading,
  onSpans: (spans: Span[]) => Promise<void> | undefined,
): Promise<void> {
  const scanner = new RecordScanner({ file: '', startSeq: from.seq });
  const cutter = new BlockCutter(limits);
  for (let index = from.index; index < sections.count && scanner.nextSeq < until; index++) {
    for (const block of cutter.push({ bytes: await sections.read(index) })) {
      const spans = scanner.scan(block);
      if (!scanner.faults.isEmpty) throw new SeekRefused('there is a fault in or near the page');
      if (spans.length > 0) await onSpans(spans);
      if (isEnough?.() === true) return;
      if (scanner.nextSeq >= until) break;
    }
  }
  if (scanner.nextSeq < until) throw new SeekRefused('the log ends before the page does');
  const spans = scanner.finish();
  if (spans.length > 0) await onSpans(spans);
}
