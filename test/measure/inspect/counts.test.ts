import { describe, expect, it } from 'vitest';
import { eventsOfText } from '../../log/encodings/damage.ts';
import { SAMPLES, sampleText } from '../../log/encodings/reading.ts';
import {
  deltaLine,
  eventLine,
  logText,
  messageLine,
  rowLine,
  TIME0,
  turnEnd,
} from '../../support/logs.ts';
import { officialPack } from '../../support/official.ts';
import { linesOf, storedFrames } from '../../support/zstd.ts';
import { inspect, inspectText } from './inspecting.ts';

/** Families the plain way: over all events, by type and chunk type. */
function naiveFamilies(events: readonly string[]) {
  const families = new Map<string, { type: string; events: number; jsonBytes: number }>();
  for (const text of events) {
    const { type, data } = JSON.parse(text);
    const name = type === 'assistant/chunk' ? `${type} ${data.chunk.type}` : type;
    const family = families.get(name) ?? { type: name, events: 0, jsonBytes: 0 };
    family.events += 1;
    family.jsonBytes += Buffer.byteLength(text);
    families.set(name, family);
  }
  return [...families.values()];
}

/** The lengths of maximal runs, which are what the official codec packs, and those too short for it. */
function naiveRunLengths(events: readonly string[]): number[] {
  const packed = officialPack(events.map((text) => JSON.parse(text)));
  return packed.flatMap(({ type, data }) => {
    const { texts, args } = data as { texts?: unknown[]; args?: unknown[] };
    return type.endsWith('-chunks') ? [(texts ?? args ?? []).length] : [];
  });
}

const byType = <Family extends { type: string }>(families: readonly Family[]) =>
  [...families].sort((a, b) => (a.type < b.type ? -1 : 1));

describe.each(SAMPLES)('%s.jsonl', (sample) => {
  const text = sampleText(sample);
  const events = eventsOfText(text);

  it('has the families that its events have, the largest first', async () => {
    const { families } = await inspectText(text);
    expect(byType(families)).toEqual(byType(naiveFamilies(events)));
    const bytes = families.map(({ jsonBytes }) => jsonBytes);
    expect(bytes).toEqual([...bytes].sort((a, b) => b - a));
  });

  it('has the runs that the official codec packs', async () => {
    const { runLengths } = await inspectText(text);
    const lengths = naiveRunLengths(events);
    expect(runLengths?.max).toBe(Math.max(...lengths));
    expect(runLengths?.count).toBeGreaterThanOrEqual(lengths.length);
  });

  it('has lines, events and times as the file has', async () => {
    const inspection = await inspectText(text);
    const times = events.map((event) => JSON.parse(event).time);
    expect(inspection).toMatchObject({
      file: 'f',
      encoding: 'raw',
      frames: undefined,
      fileBytes: Buffer.byteLength(text),
      decodedBytes: Buffer.byteLength(text),
      lines: linesOf(text).length,
      events: events.length,
      firstSeq: 0,
      lastSeq: events.length - 1,
      firstTime: times[0],
      lastTime: times.at(-1),
      wallMs: times.at(-1) - times[0],
    });
    const { packedDeltas, looseDeltas } = inspection.stored;
    const deltas = events.filter((event) => /-delta$/.test(JSON.parse(event).data?.chunk?.type));
    expect(packedDeltas + looseDeltas).toBe(deltas.length);
  });

  it('differs as zstd in the file alone', async () => {
    const bytes = storedFrames(linesOf(text));
    const { file, ...raw } = await inspectText(text);
    expect(await inspectText(bytes)).toEqual({
      ...raw,
      file,
      encoding: 'zstd',
      fileBytes: bytes.length,
      frames: linesOf(text).length,
    });
  });
});

describe('run lengths', () => {
  it('are those of maximal runs, however the file cuts them', async () => {
    const lines = [rowLine(0, ['a', 'b']), deltaLine(2, 'c'), rowLine(3, ['d', 'e', 'f'])];
    const { runLengths } = await inspect([...lines, eventLine(6, 'x'), deltaLine(7, 'g')]);
    expect(runLengths).toEqual({ count: 2, min: 1, median: 1, p95: 6, max: 6, sum: 7 });
  });
});

describe('a log without events', () => {
  it('has none of all this', async () => {
    expect(await inspectText(logText([]))).toMatchObject({
      lines: 1,
      events: 0,
      firstSeq: null,
      lastSeq: null,
      families: [],
      runLengths: undefined,
      firstTime: null,
      lastTime: null,
      wallMs: null,
      cadence: [],
      embedded: { streams: 0 },
    });
  });
});

describe('families of odd events', () => {
  it('are kept apart from those with a type', async () => {
    const odd = `{"type":7,"seq":0,"time":${TIME0},"data":{}}`;
    const chunk = eventLine(1, 'assistant/chunk', { turn: 0, step: 0, chunk: 'none' });
    const { families } = await inspect([odd, chunk, messageLine(2, 'user', {}), turnEnd(3)]);
    expect(families.map(({ type }) => type).sort()).toEqual([
      ...['(no type)', 'assistant/chunk', 'turn/end', 'user/message'],
    ]);
  });
});
