import type { Seq } from '../../codec/types.ts';
import type { BlockLimits } from '../blocks.ts';
import { readSections } from './read-sections.ts';
import { firstLine, isTurnEnd, linesBackwards, readRecord } from './records.ts';
import type { Sections } from './sections.ts';

/**
 * Proves what stands behind the last `turn/end`. Anything wrong there is no corruption but a torn
 * tail, in front of which the log ends (FORMAT section 4), so without this a page could begin
 * behind it. Costs a reading of the turn that is running: nothing for a log that is at rest.
 * @throws {SeekRefused} where something is wrong, or `endSeq` is not what the lines come to
 */
export async function proveRunningTurn(
  sections: Sections,
  endSeq: Seq,
  limits: BlockLimits,
): Promise<void> {
  const index = await runningFrom(sections);
  if (index === undefined) return;
  const first = readRecord(firstLine(await sections.read(index)));
  const from = { index, seq: first.fromSeq };
  const reading = { sections, from, until: endSeq, limits, isToEnd: true };
  await readSections(reading, () => undefined);
}

/** The last section with lines that no torn tail can reach back to; else the first with lines. */
async function runningFrom(sections: Sections): Promise<number | undefined> {
  let first: number | undefined;
  for (let index = sections.count - 1; index >= 0; index--) {
    const lines = await sections.read(index);
    if (lines.length === 0) continue;
    if (index < sections.tornFrom || hasTurnEnd(lines)) return index;
    first = index;
  }
  return first;
}

function hasTurnEnd(lines: Buffer): boolean {
  if (!lines.includes('turn/end')) return false;
  for (const line of linesBackwards(lines)) if (isTurnEnd(line)) return true;
  return false;
}
