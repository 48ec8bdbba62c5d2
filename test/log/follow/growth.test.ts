import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { itHoldsAsync } from '../../support/fuzz.ts';
import { followFile, LOOK_MS, piecesOf } from '../../support/growing.ts';
import { naiveEvents } from '../../support/naive.ts';
import { framesOf, framing, seekLog } from '../../support/seek-logs.ts';

/** The raw text or the frames of a log, written in pieces, and how many of them at first. */
const growth = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 }),
  atFirst: fc.nat(1500),
  /** Pieces between two pauses in which the file is looked at. */
  burst: fc.integer({ min: 1, max: 6 }),
});

type Growth = typeof growth extends fc.Arbitrary<infer Value> ? Value : never;

/** Writes a log piece by piece while it is followed, and checks that every event comes once. */
async function check(bytes: Buffer, headerBytes: number, lines: readonly string[], how: Growth) {
  const directory = mkdtempSync(join(tmpdir(), 'histpack-grow-'));
  try {
    const path = join(directory, 'session.jsonl');
    const atFirst = Math.min(bytes.length, headerBytes + how.atFirst);
    writeFileSync(path, bytes.subarray(0, atFirst));
    const following = await followFile(path);
    for (const [at, piece] of piecesOf(bytes.subarray(atFirst), how.sizes).entries()) {
      appendFileSync(path, piece);
      if (at % how.burst === 0) await sleep(LOOK_MS);
    }
    await following.stop(); // looks once more
    const events = naiveEvents(lines.slice(1).map((line) => JSON.parse(line)));
    const { firstSeq, texts } = following;
    expect(texts.map((text) => JSON.parse(text))).toEqual(events.slice(firstSeq));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('a log that grows in arbitrary pieces', () => {
  itHoldsAsync(
    'gives every event once, from raw text',
    fc.asyncProperty(seekLog, growth, async ({ lines }, how) => {
      await check(Buffer.from(lines.join('')), Buffer.byteLength(lines[0] ?? ''), lines, how);
    }),
    80,
  );

  itHoldsAsync(
    'gives every event once, from frames',
    fc.asyncProperty(seekLog, framing, growth, async ({ lines }, frames, how) => {
      const all = framesOf(lines, { ...frames, hasHeaderFrame: true });
      const first = all[0] as Buffer; // the header's
      await check(Buffer.concat(all), first.length, lines, how);
    }),
    80,
  );
});
