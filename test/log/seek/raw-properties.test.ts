import fc from 'fast-check';
import { describe } from 'vitest';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { expectSame, openBytes, smallSections } from '../../support/seek.ts';
import { logAndSelections, sectionBytes } from '../../support/seek-logs.ts';

describe('seeking in a raw log', () => {
  itHoldsAsync(
    'finds what a scan of the whole log finds',
    fc.asyncProperty(logAndSelections, sectionBytes, async ([{ lines }, selections], bytes) => {
      const log = await openBytes(Buffer.from(lines.join('')));
      for (const selection of selections) {
        await expectSame(log, selection, await smallSections(log, bytes));
      }
    }),
    200,
  );

  itHoldsAsync(
    'leaves out a torn tail as a scan does',
    fc.asyncProperty(
      logAndSelections,
      sectionBytes,
      fc.nat(400),
      async ([{ lines }, selections], bytes, gone) => {
        const whole = Buffer.from(lines.join(''));
        const header = Buffer.byteLength(lines[0] ?? '');
        const text = whole.subarray(0, Math.max(header + 1, whole.length - 1 - gone));
        const log = await openBytes(text);
        // With its first record torn there is no event, and no page to seek.
        for (const selection of selections) {
          if (text.subarray(header).includes(0x0a)) {
            await expectSame(log, selection, await smallSections(log, bytes));
          }
        }
      },
    ),
    100,
  );
});
