import { readFileSync } from 'node:fs';
import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../src/codec/types.ts';
import type { EncoderName } from '../../src/export/encoders.ts';
import { storedLog } from '../support/arbitraries.ts';
import { corpusFiles, corpusPath, describeCorpus, LOG_FOLDERS } from '../support/corpus.ts';
import { exportBytes, linesOf, rawOrNothing } from '../support/exporting.ts';
import { itHoldsAsync } from '../support/fuzz.ts';
import { layout } from '../support/layouts.ts';
import { fileText, headerLine } from '../support/logs.ts';
import { officialDecode } from '../support/official.ts';

/** This Node's own compressors; zstd where it has one. */
const ENCODERS: readonly EncoderName[] = [
  ...(['gzip', 'br'] as const),
  ...('zstdCompressSync' in zlib ? (['zstd'] as const) : []),
];

const officialEvents = (lines: readonly string[]): SessionEvent[] =>
  lines.flatMap((line) => officialDecode(JSON.parse(line)));

/** What a log becomes on the way: packed, unpacked, packed and so on. */
async function travel(log: Uint8Array) {
  const unpacked = await exportBytes(log, { representation: 'raw' });
  const packed = await exportBytes(unpacked);
  const unpackedAgain = await exportBytes(packed, { representation: 'raw' });
  const packedAgain = await exportBytes(unpackedAgain);
  return { unpacked, packed, unpackedAgain, packedAgain };
}

/** Checks all that a round trip promises, against events that somebody else decoded. */
async function expectRoundTrip(
  log: Uint8Array,
  events: readonly SessionEvent[],
  header: string,
): Promise<void> {
  const { unpacked, packed, unpackedAgain, packedAgain } = await travel(log);
  expect(packedAgain.equals(packed)).toBe(true);
  expect((await exportBytes(log)).equals(packed)).toBe(true);
  expect((await exportBytes(packedAgain, { representation: 'raw' })).equals(unpackedAgain)).toBe(
    true,
  );
  for (const file of [unpacked, packed, unpackedAgain]) {
    const [first, ...lines] = linesOf(file);
    expect(first).toBe(header);
    expect(officialEvents(lines)).toEqual(events);
  }
  // Unpacking gives every event its line back, but for deltas that were not the JSON dsh writes.
  const before = linesOf(unpacked);
  for (const [at, line] of linesOf(unpackedAgain).entries()) {
    const was = before[at] as string;
    if (line !== was)
      expect(JSON.parse(line)).toMatchObject({ type: 'assistant/chunk', ...JSON.parse(was) });
  }
}

/** Checks that every compression of a log is read as the log. */
async function expectEncodings(log: Uint8Array): Promise<void> {
  const plain = await exportBytes(log);
  for (const encoding of ENCODERS) {
    const compressed = await exportBytes(log, { encoding });
    const inputEncoding = encoding === 'br' ? { inputEncoding: 'br' as const } : {};
    expect((await exportBytes(compressed, inputEncoding)).equals(plain)).toBe(true);
  }
}

describe('export --layout log of random logs', () => {
  const stored = layout(storedLog).map(({ events, stored }) => ({
    events,
    log: Buffer.from(fileText([headerLine(), ...stored.map((record) => JSON.stringify(record))])),
  }));

  itHoldsAsync(
    'packs and unpacks to the same bytes, and the official codec finds the same events',
    fc.asyncProperty(stored, ({ events, log }) => expectRoundTrip(log, events, headerLine())),
    100,
  );

  itHoldsAsync(
    'is read back from every encoding',
    fc.asyncProperty(stored, ({ log }) => expectEncodings(log)),
    30,
  );
});

describeCorpus('export --layout log of the corpus', () => {
  it.each(LOG_FOLDERS)(
    '%s: every readable log makes the round trip',
    { timeout: 120_000 },
    async (folder) => {
      let readable = 0;
      for (const name of corpusFiles(folder)) {
        const log = readFileSync(corpusPath(folder, name));
        const plain = await rawOrNothing(log);
        if (plain === undefined) continue;
        readable += 1;
        const [header = '', ...lines] = linesOf(plain);
        if (!name.endsWith('.zstd')) {
          // What was read is what stands there, as far as the log is whole.
          const [stored, ...records] = log.toString('utf8').split('\n');
          const events = officialEvents(records.filter((line) => isJson(line)));
          expect(header).toBe(stored?.replace(/\r$/, ''));
          expect(officialEvents(lines)).toEqual(events.slice(0, lines.length));
        }
        await expectRoundTrip(log, officialEvents(lines), header);
        await expectEncodings(log);
      }
      expect(readable).toBeGreaterThan(1);
    },
  );
});

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
