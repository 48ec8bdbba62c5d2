import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proseTokens, tokenize } from '../../samples/prose.ts';
import { pairedSources } from '../../samples/session-builder.ts';
import { writeLines } from '../../samples/write-lines.ts';
import { lineBatches } from '../../src/sample/line-batches.ts';
import { Random } from '../../src/sample/random.ts';
import { fragmentVocabulary } from '../../src/sample/words.ts';

describe('Random', () => {
  it('repeats itself for the same seed only', () => {
    const draw = (seed: number) =>
      Array.from(
        { length: 5 },
        (
          (r) => () =>
            r.next()
        )(new Random(seed)),
      );
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('stays inside its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: -50, max: 50 }),
        fc.nat(50),
        (seed, low, span) => {
          const value = new Random(seed).integer(low, low + span);
          return Number.isInteger(value) && value >= low && value <= low + span;
        },
      ),
    );
  });

  it('makes UUIDs of version 4', () => {
    expect(new Random(3).uuid()).toMatch(
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });
});

describe('tokens', () => {
  it('join to the text that was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => tokenize(text).join('') === text),
    );
  });

  it('come in the number asked for', () => {
    expect(proseTokens(new Random(1), 777)).toHaveLength(777);
  });

  it('of the vocabulary are ASCII, which large logs count on', () => {
    const vocabulary = fragmentVocabulary(new Random(1), 500);
    expect(vocabulary).toHaveLength(500);
    expect(vocabulary.join('')).toMatch(/^[\n -~]*$/);
  });
});

describe('pairedSources', () => {
  it('joins three or more consecutive seqs and nothing else', () => {
    expect(pairedSources([9, 10, 1, 2, 3, 7, 20, 21, 22, 23])).toEqual([
      9,
      10,
      [1, 3],
      7,
      [20, 23],
    ]);
    expect(pairedSources([])).toEqual([]);
    expect(pairedSources([5, 4, 3])).toEqual([5, 4, 3]);
  });
});

describe('writing lines', () => {
  it('ends each line and keeps them in order', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'histpack-samples-'));
    try {
      const file = join(directory, 'out.jsonl');
      const lines = Array.from({ length: 60_000 }, (_, at) => `line ${at}`);
      expect([...lineBatches(lines)].length).toBeGreaterThan(1);
      await writeLines(file, lines);
      expect(await readFile(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
