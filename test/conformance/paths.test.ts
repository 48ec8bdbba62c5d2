import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeCorpus } from '../support/corpus.ts';
import { fuzzRuns } from '../support/fuzz.ts';
import { fileText } from '../support/logs.ts';
import {
  allLogs,
  looseLines,
  openIfLog,
  scanBothWays,
  scanLinesBothWays,
} from '../support/seek-paths.ts';
import { anySpelling } from '../support/spellings.ts';

/** Mutations of each line, and lines around it: a run must be open for the fast path. */
const MUTATIONS = 2;
const BEFORE = 2;
const AFTER = 2;
/** Lines of a log that are mutated; a longer one is sampled evenly. */
const MAX_LINES = 40;

/** So many spellings, the same in every run of the tests. */
const spellings = fc.sample(anySpelling, { seed: 20261201, numRuns: fuzzRuns(400) });

describeCorpus('real logs by the fast path and by the slow one', () => {
  let compared = 0;

  it.each(allLogs())('%s', async (_, path) => {
    const log = await openIfLog(path);
    if (log === undefined) return;
    const [fast, slow] = await scanBothWays(log);
    expect(fast).toEqual(slow);

    const lines = await looseLines(log);
    const [fastLoose, slowLoose] = scanLinesBothWays(fileText(lines), 0);
    expect(fastLoose).toEqual(slowLoose);

    const step = Math.max(1, Math.ceil(lines.length / MAX_LINES));
    for (let at = 0; at < lines.length; at += step) {
      const start = Math.max(0, at - BEFORE);
      const context = lines.slice(start, at + AFTER + 1);
      for (let k = 0; k < MUTATIONS; k++) {
        const respell = spellings[compared++ % spellings.length] ?? String;
        const mutated = context.with(at - start, respell(context[at - start] ?? ''));
        const [first, second] = scanLinesBothWays(fileText(mutated), start);
        if (JSON.stringify(first) === JSON.stringify(second)) continue; // cheaper than toEqual
        expect(first).toEqual(second);
      }
    }
  });

  it('are compared on many mutations', () => expect(compared).toBeGreaterThan(10_000));
});
