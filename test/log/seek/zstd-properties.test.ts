import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { expectSame, openBytes, scanned, sought } from '../../support/seek.ts';
import { framesOf, framing, logAndSelections } from '../../support/seek-logs.ts';
import { storedFrame } from '../../support/zstd.ts';

describe('seeking in a zstd log', () => {
  itHoldsAsync(
    'finds what a scan of the whole log finds, however lines are put into frames',
    fc.asyncProperty(logAndSelections, framing, async ([{ lines }, selections], how) => {
      const log = await openBytes(Buffer.concat(framesOf(lines, how)));
      for (const selection of selections) await expectSame(log, selection);
    }),
    120,
  );

  itHoldsAsync(
    'uses the complete lines of a torn last frame as a scan does',
    fc.asyncProperty(
      logAndSelections,
      framing,
      fc.integer({ min: 1, max: 300 }),
      async ([{ lines }, selections], how, gone) => {
        const frames = framesOf(lines, { ...how, hasHeaderFrame: true, hasSkippable: false });
        const last = frames.at(-1) as Buffer; // there is the header's
        const torn = last.subarray(0, Math.max(1, last.length - gone));
        const log = await openBytes(Buffer.concat([...frames.slice(0, -1), torn]));
        for (const selection of selections) {
          const expected = await scanned(log, selection);
          const found = await sought(log, selection);
          if (found === 'refused') {
            expect(typeof expected === 'string' || expected.endSeq === 0).toBe(true);
          } else expect(found).toEqual(expected);
        }
      },
    ),
    80,
  );

  itHoldsAsync(
    'refuses, or finds the same, where frames end within lines',
    fc.asyncProperty(
      logAndSelections,
      fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
      async ([{ lines }, selections], sizes) => {
        const text = Buffer.from(lines.join(''));
        const frames: Buffer[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const end = at + (sizes[turn % sizes.length] ?? 1);
          frames.push(storedFrame(text.subarray(at, end)));
          at = end;
        }
        const log = await openBytes(Buffer.concat(frames));
        for (const selection of selections) {
          const found = await sought(log, selection);
          if (found !== 'refused') expect(found).toEqual(await scanned(log, selection));
        }
      },
    ),
    80,
  );
});
