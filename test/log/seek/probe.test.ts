import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { rawSections } from '../../../src/log/seek/raw-sections.ts';
import { firstLine } from '../../../src/log/seek/records.ts';
import { memorySource } from '../../../src/log/source.ts';
import { itHoldsAsync } from '../../support/fuzz.ts';

/** Lines of all lengths: far below a probe, around it and far above it. */
const line = fc.oneof(
  { weight: 6, arbitrary: fc.nat(60) },
  { weight: 2, arbitrary: fc.integer({ min: 8_100, max: 8_300 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20_000, max: 40_000 }) },
);

describe('the probe of a raw section', () => {
  itHoldsAsync(
    'is its first line, or nothing',
    fc.asyncProperty(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 1, max: 12_000 }),
      fc.nat(20),
      async (lengths, sectionBytes, start) => {
        const text = lengths.map((length) => `${'x'.repeat(length)}\n`).join('');
        const source = memorySource(Buffer.from(`${'h'.repeat(start)}${text}torn`), 'f');
        const sections = await rawSections(source, start, { maxLineBytes: 1e6, sectionBytes });
        let probed = 0;
        for (let index = 0; index < sections.count; index++) {
          const line = await sections.probe?.(index);
          const lines = await sections.read(index);
          if (line === undefined) continue;
          probed += 1;
          expect(line.toString()).toBe(firstLine(lines).toString());
        }
        // Where lines are short, every section that begins with one is probed.
        const isShort = lengths.length > 0 && lengths.every((length) => length <= 60);
        if (isShort && sectionBytes > 200) expect(probed).toBe(sections.count);
      },
    ),
    300,
  );
});
