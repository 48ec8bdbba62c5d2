import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { cutOf, flipOf, isLocated, type Victim, victim } from './damage.ts';
import { readEvents, SAMPLES, ZSTD_FORMS } from './reading.ts';

/** Every sample in every zstd form, the small forms more often than the slow ones of many frames. */
const victims: Victim[] = SAMPLES.flatMap((sample) =>
  Object.entries(ZSTD_FORMS).map(([form, encode]) => victim(sample, form, encode)),
);

/** `npm run test:long` multiplies this by 50: 10,000 cases of each property. */
const RUNS = 200;

const TORN_OR_CLEAN = ['W_TORN_FRAME', 'W_TORN_TAIL'];

describe('zstd logs with checksums', () => {
  itHoldsAsync(
    'cut anywhere give a prefix of the events, and say so where it is torn',
    fc.asyncProperty(cutOf(victims), async (damaged) => {
      const { events, warnings, fault } = await readEvents(damaged.cut);
      if (fault !== undefined) {
        // Nothing is left without a header; behind it a cut is a torn tail and never a fault.
        expect(fault).toMatchObject({ code: 'E_HEADER', line: 1, file: 'f' });
        return;
      }
      expect(events).toEqual(damaged.victim.events.slice(0, events.length));
      const torn = warnings.filter(({ code }) => TORN_OR_CLEAN.includes(code));
      expect(torn.length).toBeLessThanOrEqual(1);
    }),
    RUNS,
  );

  itHoldsAsync(
    'with a flipped bit give the right events, a prefix that is said to be torn, or a located fault',
    fc.asyncProperty(flipOf(victims), async (damaged) => {
      const { victim, flipped } = damaged;
      const read = await readEvents(flipped);
      if (read.fault === undefined) {
        expect(read.events).toEqual(victim.events.slice(0, read.events.length));
        const isTorn = read.warnings.some(({ code }) => TORN_OR_CLEAN.includes(code));
        expect(read.events.length === victim.events.length || isTorn).toBe(true);
        return;
      }
      expect(isLocated(read.fault)).toBe(true);
      const salvaged = await readEvents(flipped, { salvage: true });
      expect(salvaged.events).toEqual(victim.events.slice(0, salvaged.events.length));
    }),
    RUNS,
  );

  itHoldsAsync(
    'with several stretches overwritten never give a wrong event from a whole frame',
    fc.asyncProperty(
      flipOf(victims),
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      async (damaged, patch) => {
        const { victim } = damaged;
        const bytes = Uint8Array.from(victim.bytes);
        bytes.set(patch.subarray(0, bytes.length - (damaged.at >> 3)), damaged.at >> 3);
        const { events, warnings } = await readEvents(bytes, { salvage: true });
        // A frame without its checksum, for which a patch can take away the flag, proves nothing.
        const isProven = !warnings.some(
          ({ code }) => code === 'W_NO_CHECKSUM' || code === 'W_TORN_FRAME',
        );
        if (isProven) expect(events).toEqual(victim.events.slice(0, events.length));
      },
    ),
    RUNS,
  );
});
