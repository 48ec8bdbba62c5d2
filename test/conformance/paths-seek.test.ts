import { expect, it } from 'vitest';
import type { Selection } from '../../src/codec/page.ts';
import { survey } from '../../src/log/survey.ts';
import { describeCorpus } from '../support/corpus.ts';
import { headerLine } from '../support/logs.ts';
import { openBytes, scanned, smallSections, sought } from '../support/seek.ts';
import { allLogs, openIfLog, recordsOf } from '../support/seek-paths.ts';
import { linesOf, storedFrames } from '../support/zstd.ts';

/** Larger cases are about limits, and would only cost time. */
const MAX_BYTES = 500_000;

/** Sections of about a line, and of many. */
const SECTION_BYTES = [300, 5000];

/** Tail, before and from, at a few places of a log. */
function selectionsIn(endSeq: number): Selection[] {
  const [early, middle] = [Math.ceil(endSeq / 5), endSeq >> 1];
  return [
    { kind: 'backward', maxMessages: 2 },
    { kind: 'backward', beforeSeq: middle, maxMessages: 1 },
    { kind: 'backward', beforeSeq: early, maxMessages: 1 },
    { kind: 'forward', fromSeq: middle, maxMessages: 2 },
    { kind: 'interval', fromSeq: early, toSeq: middle },
  ];
}

/** Lines in batches, as a log that is appended to holds them in frames. */
function batches(lines: readonly string[]): string[] {
  const [header = '', ...rest] = lines;
  const found = [header];
  for (let at = 0, size = 1; at < rest.length; at += size, size = (size % 7) + 1) {
    found.push(rest.slice(at, at + size).join(''));
  }
  return found;
}

describeCorpus('pages of real logs, sought and scanned', () => {
  const done = { logs: 0, pages: 0 };

  it.each(allLogs())('%s', async (_, path) => {
    const log = await openIfLog(path);
    const records = log === undefined ? undefined : await recordsOf(log, MAX_BYTES);
    if (log === undefined || records === undefined) return;
    const whole = await survey(log, { kind: 'interval' }, { seek: false }).catch(() => undefined);
    if (whole === undefined || whole.endSeq === 0) return; // what is corrupt has no pages
    const isSplit = whole.warnings.some(({ code }) => code === 'W_SPLIT_RECORD');
    const text = `${headerLine({ version: log.header.version })}\n${records}`;
    const raw = await openBytes(Buffer.from(text));
    const { warnings } = await survey(raw, { kind: 'interval' });
    const torn = warnings.find(({ code }) => code === 'W_TORN_TAIL');
    const hasBadTail = torn !== undefined && torn.detail?.reason !== 'unterminated';
    for (const selection of selectionsIn(whole.endSeq)) {
      const expected = await scanned(raw, selection);
      const found = [];
      for (const bytes of SECTION_BYTES) {
        found.push(await sought(raw, selection, await smallSections(raw, bytes)));
      }
      if (torn === undefined) {
        found.push(await sought(await openBytes(storedFrames(batches(linesOf(text)))), selection));
      }
      if (log.encoding.name === 'zstd' && !isSplit) found.push(await sought(log, selection));
      for (const page of found) expect(page).toEqual(hasBadTail ? 'refused' : expected);
      done.pages += found.length;
    }
    done.logs += 1;
  });

  it('are many', () => {
    expect(done.logs).toBeGreaterThan(350);
    expect(done.pages).toBeGreaterThan(5000);
  });
});
