import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { OpenOptions } from '../../../src/log/log.ts';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { linesOf } from '../../support/zstd.ts';
import { cutOf, eventsOfText, flipOf, isLocated, type Victim, victim } from './damage.ts';
import { OTHER_FORMS, readEvents, SAMPLES } from './reading.ts';

const RUNS = 200;
const LINE_FEED = 0x0a;

interface OtherVictim extends Victim {
  readonly options: OpenOptions;
}

const victimsOf = (form: keyof typeof OTHER_FORMS): OtherVictim[] =>
  SAMPLES.map((sample) => {
    const { encode, options } = OTHER_FORMS[form];
    return { ...victim(sample, form, encode), options };
  });

describe('raw logs', () => {
  const victims = victimsOf('raw');

  itHoldsAsync(
    'cut anywhere give the events of their whole lines',
    fc.asyncProperty(cutOf(victims), async ({ cut }) => {
      const bytes = Buffer.from(cut);
      const wholeBytes = bytes.lastIndexOf(LINE_FEED) + 1;
      const whole = bytes.toString('utf8', 0, wholeBytes);
      const { events, warnings, fault } = await readEvents(cut);
      if (whole === '') {
        expect(fault).toMatchObject({ code: 'E_HEADER', line: 1 });
        return;
      }
      expect(fault).toBeUndefined();
      expect(events).toEqual(eventsOfText(whole));
      const torn = warnings.filter(({ code }) => code === 'W_TORN_TAIL');
      expect(torn).toHaveLength(wholeBytes === bytes.length ? 0 : 1);
      if (torn[0] !== undefined) {
        expect(torn[0]).toMatchObject({
          line: linesOf(whole).length + 1,
          byteOffset: wholeBytes,
        });
      }
    }),
    RUNS,
  );

  itHoldsAsync(
    'with a flipped bit give the right events outside of its line, or a located fault',
    fc.asyncProperty(flipOf(victims), async ({ flipped, victim, at }) => {
      const bytes = Buffer.from(victim.bytes);
      const start = bytes.subarray(0, at >> 3).lastIndexOf(LINE_FEED) + 1;
      const end = bytes.indexOf(LINE_FEED, at >> 3) + 1;
      const [first = 0, past = 0] = [start, end].map((length) =>
        length === 0 ? 0 : eventsOfText(bytes.toString('utf8', 0, length)).length,
      );
      const read = await readEvents(flipped);
      if (read.fault !== undefined) expect(isLocated(read.fault)).toBe(true);
      const { events } = await readEvents(flipped, { salvage: true });
      expect(events.slice(0, first)).toEqual(
        victim.events.slice(0, Math.min(first, events.length)),
      );
      expect(events.slice(past)).toEqual(victim.events.slice(past, Math.max(past, events.length)));
    }),
    RUNS,
  );
});

describe.each(['gzip', 'br'] as const)('%s logs', (form) => {
  const victims = victimsOf(form);

  itHoldsAsync(
    'cut anywhere are refused, and their prefix can be salvaged',
    fc.asyncProperty(cutOf(victims), async ({ cut, victim }) => {
      const { fault } = await readEvents(cut, victim.options);
      if (fault === undefined) throw new Error('not refused');
      expect(isLocated(fault)).toBe(true);
      const { events } = await readEvents(cut, { ...victim.options, salvage: true });
      expect(events).toEqual(victim.events.slice(0, events.length));
    }),
    RUNS,
  );

  itHoldsAsync(
    'with a flipped bit give events or a located fault',
    fc.asyncProperty(flipOf(victims), async ({ flipped, victim }) => {
      const read = await readEvents(flipped, victim.options);
      if (read.fault !== undefined) expect(isLocated(read.fault)).toBe(true);
      if (form === 'br') return; // it has no checksum, and warns of it
      if (read.fault === undefined) expect(read.events).toEqual(victim.events);
      const { events } = await readEvents(flipped, { ...victim.options, salvage: true });
      expect(events).toEqual(victim.events.slice(0, events.length));
    }),
    RUNS,
  );
});
