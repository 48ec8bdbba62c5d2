import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Selection, WHOLE_LOG } from '../../src/codec/page.ts';
import type { SessionEvent, StorageRecord } from '../../src/codec/types.ts';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import { NOTE_FORMS } from '../../src/measure/forms.ts';
import { type MeasureOptions, measureLog } from '../../src/measure/measure.ts';
import { eventLine, logText, turnEnd } from '../support/logs.ts';
import { conversation } from '../support/logs-conversation.ts';
import { naiveEvents, naivePage, naiveProjection, naiveResponse } from '../support/naive.ts';
import { officialPack } from '../support/official.ts';

const QUALITY = 5;
const DEFAULTS: MeasureOptions = {
  selection: WHOLE_LOG,
  forms: NOTE_FORMS,
  projection: 'literal',
  compression: { ...DEFAULT_COMPRESSION, brotliQuality: QUALITY },
};

async function measure(lines: readonly string[], options: Partial<MeasureOptions> = {}) {
  const log = await openLog(memorySource(Buffer.from(logText(lines)), 'f.jsonl'));
  return measureLog(log, { ...DEFAULTS, ...options });
}

function expected(records: readonly StorageRecord[], page: { fromSeq: number; toSeq: number }) {
  const json = Buffer.from(naiveResponse(records, page));
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  return {
    records: records.length,
    rows: records.filter(({ type }) => type.endsWith('-chunks')).length,
    jsonBytes: json.length,
    gzipBytes: gzipSync(json).length,
    brotliBytes: brotliCompressSync(json, { params }).length,
  };
}

const eventsOf = (lines: readonly string[]): SessionEvent[] =>
  naiveEvents(lines.map((line) => JSON.parse(line)));

describe('measureLog', () => {
  it.each<[string, Selection]>([
    ['the whole log', WHOLE_LOG],
    ['a page that cuts two runs', { kind: 'interval', fromSeq: 5, toSeq: 12 }],
    ['the last messages', { kind: 'backward', maxMessages: 3 }],
    ['a page forwards', { kind: 'forward', fromSeq: 7, maxMessages: 2 }],
    ['an empty page', { kind: 'interval', fromSeq: 9, toSeq: 9 }],
  ])('weighs %s as a naive program does', async (_, selection) => {
    const lines = conversation({ turns: 4, layout: 'mixed', isRunning: true });
    const events = eventsOf(lines);
    const page = naivePage(events, selection);
    const shown = events.slice(page.fromSeq, page.toSeq);
    const { weights, interval, events: count, packedRows } = await measure(lines, { selection });
    expect(weights).toEqual({
      raw: expected(shown, page),
      projection: expected(naiveProjection(shown), page),
      packed: expected(officialPack(shown), page),
    });
    expect(interval).toEqual({ ...page, hasMore: page.fromSeq > 0 });
    expect(count).toBe(shown.length);
    expect(packedRows).toBe(weights.packed?.rows);
  });

  it('gives the same for any stored layout', async () => {
    const [packed, unpacked, mixed] = await Promise.all(
      (['packed', 'unpacked', 'mixed'] as const).map((layout) =>
        measure(conversation({ turns: 3, layout })),
      ),
    );
    expect(unpacked).toEqual(packed);
    expect(mixed).toEqual(packed);
  });

  it('weighs the other projection', async () => {
    const lines = conversation({ turns: 2 });
    const events = eventsOf(lines);
    const page = { fromSeq: 0, toSeq: events.length };
    const { weights } = await measure(lines, { projection: 'keep-first-token' });
    expect(weights.projection).toEqual(expected(naiveProjection(events, true), page));
    expect(naiveProjection(events, true)).not.toEqual(naiveProjection(events));
  });

  it('weighs only the forms asked for', async () => {
    const all = await measure(conversation({ turns: 1 }));
    const raw = await measure(conversation({ turns: 1 }), { forms: ['raw'] });
    expect(raw.weights).toEqual({ raw: all.weights.raw });
    expect(raw).not.toHaveProperty('packedRows');
  });

  it('weighs an empty log', async () => {
    const json = '{"records":[],"hasMore":false,"fromSeq":0,"toSeq":0}';
    const { weights } = await measure([]);
    expect(weights.packed).toMatchObject({ records: 0, rows: 0, jsonBytes: json.length });
  });

  it('names the file, its encoding and its session', async () => {
    expect(await measure([])).toMatchObject({
      file: 'f.jsonl',
      encoding: 'raw',
      session: { id: 's-1', version: 0 },
    });
  });

  it('tells its progress from 0 to 1, never backwards', async () => {
    const told: number[] = [];
    await measure(conversation({ turns: 400 }), { onProgress: (share) => told.push(share) });
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told[0]).toBeGreaterThanOrEqual(0);
    expect(told.at(-1)).toBeCloseTo(1, 6);
  });

  it('refuses a corrupt log, and salvages its valid prefix where asked', async () => {
    const lines = [eventLine(0, 'turn/start'), eventLine(1, 'x'), eventLine(9, 'x'), turnEnd(10)];
    await expect(measure(lines)).rejects.toMatchObject({ code: 'E_SEQ' });
    const salvaged = await measure(lines, { salvage: true });
    expect(salvaged.events).toBe(2);
    expect(salvaged.warnings.map(({ code }) => code)).toEqual(['W_SALVAGED']);
  });
});
