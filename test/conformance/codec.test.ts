import { expect, it } from 'vitest';
import { decodeStorageRecord, packChunkRuns } from '../../src/codec/storage.ts';
import type { SessionEvent, StorageRecord } from '../../src/codec/types.ts';
import {
  corpusFiles,
  corpusPath,
  describeCorpus,
  pairs,
  recordLines,
  soundRawLogs,
} from '../support/corpus.ts';
import { officialDecode, officialPack } from '../support/official.ts';
import { spansOf, textsOf, writePage } from '../support/spans.ts';

/** The folders of logs that others wrote. */
const FOLDERS = ['official', 'history', 'later', 'community'];

const parsed = (lines: readonly string[]): StorageRecord[] => lines.map((line) => JSON.parse(line));

/** The logical events of a log by the official decoder. */
const eventsOf = (records: readonly StorageRecord[]): SessionEvent[] =>
  records.flatMap(officialDecode);

describeCorpus('the codec on sound logs of others', () => {
  for (const folder of FOLDERS) {
    it.each(soundRawLogs(folder))(`${folder}/%s`, (file) => {
      const lines = recordLines(corpusPath(folder, file));
      const events = eventsOf(parsed(lines));

      expect(parsed(lines).flatMap(decodeStorageRecord)).toStrictEqual(events);
      expect(JSON.stringify(packChunkRuns(events))).toBe(JSON.stringify(officialPack(events)));

      // The streaming form, from the lines: dsh wrote them, so all is canonical.
      const spans = spansOf(lines);
      const page = { fromSeq: 0, toSeq: events.length };
      expect(textsOf(spans)).toStrictEqual(events.map((event) => JSON.stringify(event)));
      const records = officialPack(events).map((record) =>
        'seq0' in record ? { chunks: record } : { event: record },
      );
      expect(writePage('packed', spans, page).text).toBe(
        JSON.stringify({ records, hasMore: false, ...page }),
      );
    });
  }

  it('covers every sound log that is known', () => {
    const counts = FOLDERS.map((folder) => soundRawLogs(folder).length);
    expect(counts).toStrictEqual([131, 26, 2, 3]);
  });
});

describeCorpus("the codec against upstream's own packing", () => {
  it.each(pairs())('$file', (pair) => {
    const file = pair.file as string; // a column of the table
    const before = recordLines(corpusPath('pairs/before-packing', file));
    const after = recordLines(corpusPath('pairs/after-packing', file));
    const records = parsed(before);
    const packed = packChunkRuns(records as SessionEvent[]); // a row that stands there stays
    // Upstream wrote every line anew, also those of a log that had white space.
    expect(packed.map((record) => JSON.stringify(record))).toStrictEqual(after);
    const given = new Set<StorageRecord>(records);
    const kept = packed.every((record) => given.has(record));
    expect(kept && before.join() === after.join()).toBe(pair.changed === 'False');
    expect(parsed(after).flatMap(decodeStorageRecord)).toStrictEqual(eventsOf(records));
  });

  it('covers every pair', () => {
    const files = pairs().map(({ file }) => file);
    expect(corpusFiles('pairs/before-packing').sort()).toStrictEqual([...files].sort());
  });
});
