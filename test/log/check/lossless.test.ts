import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LosslessCheck } from '../../../src/log/check/lossless.ts';
import { verifyLog } from '../../../src/log/check/verify.ts';
import { memorySource } from '../../../src/log/source.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { corpusPath, describeCorpus, soundRawLogs } from '../../support/corpus.ts';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { layout } from '../../support/layouts.ts';
import { headerLine } from '../../support/logs.ts';
import { spansOf } from '../../support/spans.ts';
import { eventsOfText } from '../encodings/damage.ts';
import { SAMPLES, sampleText } from '../encodings/reading.ts';

const sha256 = (lines: readonly string[]): string =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');

const proofOf = async (text: string) => (await verifyLog(memorySource(Buffer.from(text)))).lossless;

describe('the proof that packing loses nothing', () => {
  it.each(SAMPLES)('hashes the events of %s, before and after packing', async (sample) => {
    const text = sampleText(sample);
    const expected = sha256(eventsOfText(text));
    expect(await proofOf(text)).toEqual({
      isLossless: true,
      sha256: expected,
      repackedSha256: expected,
      columnarSha256: expected,
    });
  });

  it('hashes no events of an empty log', async () => {
    const empty = sha256([]);
    expect(await proofOf(`${headerLine()}\n`)).toMatchObject({ isLossless: true, sha256: empty });
  });

  itHoldsAsync(
    'is the same for any stored layout of the same events',
    fc.asyncProperty(layout(storedLog), async ({ events, stored }) => {
      const hashOf = (records: readonly unknown[]): string => {
        const check = new LosslessCheck();
        for (const span of spansOf(records.map((record) => JSON.stringify(record))))
          check.observe(span);
        const proof = check.finish();
        expect(proof.isLossless).toBe(true);
        return proof.sha256;
      };
      expect(hashOf(stored)).toBe(hashOf(events));
    }),
    200,
  );
});

describeCorpus('the proof on real logs', () => {
  it('gives the SHA-256 of their events by the official decoder', async () => {
    for (const file of soundRawLogs('official').filter((_, at) => at % 5 === 0)) {
      const text = readFileSync(corpusPath('official', file), 'utf8');
      const expected = sha256(eventsOfText(text));
      expect([file, await proofOf(text)]).toEqual([
        file,
        {
          isLossless: true,
          sha256: expected,
          repackedSha256: expected,
          columnarSha256: expected,
        },
      ]);
    }
  });
});
