import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { openBytes, scanned, smallSections, sought } from '../../support/seek.ts';
import { logAndSelections, sectionBytes } from '../../support/seek-logs.ts';

/** What damage puts into a log behind its header. */
const splice = fc.record({
  at: fc.nat(5000),
  remove: fc.nat(6),
  insert: fc.oneof(
    fc.constantFrom('', '\n', '\r', '"', '\\', '{', '}', ',', ' ', '0', '1', '9', '-', 'e', '.'),
    fc.constantFrom('null\n', '{"type":"turn/end"}\n', '{"seq":3,"type":"turn/end"}\n', '\n\n'),
    fc.uint8Array({ minLength: 1, maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  ),
});

const damaged = fc
  .tuple(logAndSelections, fc.array(splice, { minLength: 1, maxLength: 3 }))
  .map(([[{ lines, events }, selections], splices]) => {
    const [header = '', ...records] = lines;
    let bytes = Buffer.from(records.join(''));
    for (const { at, remove, insert } of splices) {
      const from = at % (bytes.length + 1);
      const parts = [bytes.subarray(0, from), Buffer.from(insert as string)];
      bytes = Buffer.concat([...parts, bytes.subarray(from + remove)]);
    }
    return { bytes: Buffer.concat([Buffer.from(header), bytes]), selections, events };
  });

/** The seqs of a raw response, in order; damage may write the first as -0. */
const seqsOf = (page: string): number[] =>
  JSON.parse(page).records.map(({ event }: { event: { seq: number } }) => event.seq + 0);

describe('seeking in a damaged log', () => {
  itHoldsAsync(
    'gives a dense page to its exact ends, or refuses',
    fc.asyncProperty(damaged, sectionBytes, async ({ bytes, selections }, size) => {
      const log = await openBytes(bytes);
      for (const selection of selections) {
        const found = await sought(log, selection, await smallSections(log, size));
        if (found === 'refused') continue;
        const { fromSeq, toSeq } = found.interval;
        const expected = Array.from(
          { length: Math.max(0, toSeq - fromSeq) },
          (_, k) => fromSeq + k,
        );
        expect(seqsOf(found.pages.raw as string)).toEqual(expected);
      }
    }),
    120,
  );

  itHoldsAsync(
    'gives what a scan gives where that finds no corruption',
    fc.asyncProperty(damaged, sectionBytes, async ({ bytes, selections }, size) => {
      const log = await openBytes(bytes);
      for (const selection of selections) {
        const expected = await scanned(log, selection);
        if (typeof expected === 'string') continue; // seeking may not come by the fault
        const found = await sought(log, selection, await smallSections(log, size));
        if (found === 'refused') continue;
        expect(found).toEqual(expected);
      }
    }),
    120,
  );
});
