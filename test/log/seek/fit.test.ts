import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FitEnd } from '../../../src/codec/page-fit.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../../src/codec/representations.ts';
import { fitPage } from '../../../src/log/fit.ts';
import { survey } from '../../../src/log/survey.ts';
import { logText } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { openBytes, responseOf, sought } from '../../support/seek.ts';
import { linesOf, storedFrames } from '../../support/zstd.ts';

const text = logText(conversation({ turns: 1200, layout: 'unpacked', isRunning: true }));
const lines = linesOf(text);
const batches = Array.from({ length: 100 }, (_, k) => lines.slice(1 + k * 210, 211 + k * 210));

describe('a page that is trimmed to --max-bytes', () => {
  const forms = {
    raw: Buffer.from(text),
    zstd: storedFrames([lines[0] ?? '', ...batches.map((batch) => batch.join(''))]),
  };

  it.each(['raw', 'zstd'] as const)('is the same sought and scanned, from %s', async (form) => {
    const log = await openBytes(forms[form]);
    for (const name of Object.keys(REPRESENTATIONS) as RepresentationName[]) {
      for (const giveUp of ['start', 'end'] as FitEnd[]) {
        const [sought, scanned] = await Promise.all(
          [true, false].map(async (seek) => {
            const selection = { kind: 'backward', beforeSeq: 12_000, maxMessages: 20 } as const;
            const found = await survey(log, selection, { seek });
            expect(found.start !== undefined).toBe(seek);
            return fitPage(log, found, REPRESENTATIONS[name], 5000, giveUp);
          }),
        );
        expect(sought?.interval).toEqual(scanned?.interval);
        const page = await responseOf(log, sought as NonNullable<typeof sought>, name);
        expect(Buffer.byteLength(page)).toBeLessThanOrEqual(5000);
        expect(Buffer.byteLength(page)).toBeGreaterThan(3000);
      }
    }
  });
});

it('an encoding that cannot be read from the middle is not sought in', async () => {
  const log = await openBytes(gzipSync(text));
  expect(await sought(log, { kind: 'backward', maxMessages: 1 })).toBe('refused');
});
