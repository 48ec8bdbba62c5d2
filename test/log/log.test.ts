import { describe, expect, it } from 'vitest';
import { isRun, type Span } from '../../src/codec/span.ts';
import { DEFAULT_LIMITS, openLog } from '../../src/log/log.ts';
import { type LogEnd, type ScanOptions, scanLog } from '../../src/log/scan.ts';
import { memorySource } from '../../src/log/source.ts';
import {
  deltaLine,
  eventLine,
  headerLine,
  logText,
  offsetOfLine,
  rowLine,
  turnEnd,
} from '../support/logs.ts';

const source = (text: string | Buffer) => memorySource(Buffer.from(text as string), 'f');

async function scan(text: string | Buffer, options: Partial<ScanOptions> = {}) {
  const log = await openLog(source(text));
  const spans: Span[] = [];
  const end: LogEnd = await scanLog(log, {
    ...options,
    onSpans: (some) => void spans.push(...some),
  });
  return { spans, end, log };
}

const start = eventLine(0, 'turn/start');

describe('openLog', () => {
  it('reads the header and its warnings', async () => {
    const log = await openLog(source(`${headerLine({ delegationDepth: undefined })}\n`));
    expect(log.header.id).toBe('s-1');
    expect(log.encoding.name).toBe('raw');
    expect(log.warnings.map(({ code }) => code)).toEqual(['W_HEADER']);
  });

  it.each([
    ['an empty log', '', /the log is empty/],
    ['a header without newline', headerLine(), /the header line has no newline/],
    ['a log without a header', `${start}\n`, /line 1 is no session header/],
    ['a blank first line', `\n${logText([])}`, /line 1 is no session header/],
  ])('refuses %s', async (_, text, message) => {
    await expect(openLog(source(text))).rejects.toMatchObject({
      code: 'E_HEADER',
      message: expect.stringMatching(message),
      fault: { file: 'f', line: 1, byteOffset: 0, hint: expect.stringMatching(/./) },
    });
  });

  it('refuses a header that is not UTF-8', async () => {
    const bytes = Buffer.from(`${headerLine({ cwd: '/w?' })}\n`);
    const at = bytes.indexOf('?');
    bytes[at] = 0xff;
    await expect(openLog(source(bytes))).rejects.toMatchObject({
      message: `line 1 is not UTF-8: bad byte at ${at}`,
    });
  });

  it('refuses a header longer than a line may be', async () => {
    const long = headerLine({ cwd: 'x'.repeat(200) });
    const limits = { ...DEFAULT_LIMITS, maxLineBytes: 100 };
    await expect(openLog(source(`${long}\n`), { limits })).rejects.toMatchObject({
      code: 'E_LIMIT',
    });
  });
});

describe('scanLog', () => {
  it('hands out the events and runs of a sound log', async () => {
    const lines = [start, rowLine(1, ['a', 'b', 'c']), deltaLine(4, 'd'), turnEnd(5)];
    const text = logText(lines);
    const { spans, end } = await scan(text);
    expect(spans.map((span) => (isRun(span) ? span.fragments : span.text))).toEqual([
      ...[start, ['a', 'b', 'c', 'd'], turnEnd(5)],
    ]);
    expect(end).toMatchObject({ endSeq: 6, corruption: undefined, faults: [], warnings: [] });
    expect(end.decodedBytes).toBe(Buffer.byteLength(text));
    expect(end.counts).toMatchObject({ records: 4, rows: 1, looseDeltas: 1 });
  });

  it('finds an empty log sound', async () => {
    expect((await scan(logText([]))).end).toMatchObject({ endSeq: 0, faults: [], warnings: [] });
  });

  it('stops once it has the events before `until`', async () => {
    const many = Array.from({ length: 20_000 }, (_, seq) =>
      eventLine(seq, 'x', { pad: 'p'.repeat(50) }),
    );
    const text = logText([...many, '{ broken', turnEnd(20_000)]);
    const { end, spans } = await scan(text, { until: 10 });
    expect(end.corruption).toBeUndefined();
    expect(spans.length).toBeGreaterThanOrEqual(10);
    expect(end.decodedBytes).toBeLessThan(text.length / 2);
    expect((await scan(text)).end.corruption).toMatchObject({ code: 'E_JSON' });
  });

  it('tells how far it is', async () => {
    const text = logText(Array.from({ length: 20_000 }, (_, seq) => eventLine(seq, 'x')));
    const told: number[] = [];
    await scan(text, { onProgress: (bytes) => told.push(bytes) });
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(text.length);
  });
});

describe('a bad line', () => {
  const torn = logText([start, '{"type":']);

  it('is a torn tail where no turn ends on it or after it', async () => {
    const { end } = await scan(torn);
    expect(end).toMatchObject({ endSeq: 1, corruption: undefined });
    expect(end.warnings).toHaveLength(1);
    const byteOffset = offsetOfLine(torn, 3);
    expect(end.warnings[0]).toMatchObject({ code: 'W_TORN_TAIL', file: 'f', line: 3, byteOffset });
    expect(end.warnings[0]?.detail).toMatchObject({
      bytes: torn.length - byteOffset,
      reason: 'E_JSON',
    });
  });

  it.each([
    ['broken JSON', '{"type":', 'E_JSON'],
    ['a malformed row', rowLine(1, []), 'E_ROW'],
    ['a gap', eventLine(5, 'x'), 'E_SEQ'],
    ['a duplicate', eventLine(0, 'x'), 'E_SEQ'],
    ['null', 'null', 'E_EVENT'],
  ])('%s is corruption where a turn ends later', async (_, line, code) => {
    const text = logText([start, line, turnEnd(1)]);
    const { end, spans } = await scan(text);
    expect(end).toMatchObject({ endSeq: 1, warnings: [] });
    expect(end.corruption).toMatchObject({ code, line: 3, byteOffset: offsetOfLine(text, 3) });
    expect(end.faults[0]).toEqual(end.corruption);
    expect(spans).toHaveLength(1);
  });

  it('that is a turn/end itself is corruption', async () => {
    const { end } = await scan(logText([start, turnEnd(3)]));
    expect(end.corruption).toMatchObject({ code: 'E_SEQ', seq: 3 });
  });

  it('is corruption wherever it stands when no torn write explains it', async () => {
    const text = logText([start, headerLine()]);
    expect((await scan(text)).end.corruption).toMatchObject({ code: 'E_SECOND_HEADER', line: 3 });
    const bytes = Buffer.concat([Buffer.from(logText([start])), Buffer.from([0xff, 0x0a])]);
    expect((await scan(bytes)).end.corruption).toMatchObject({ code: 'E_UTF8', line: 3 });
  });

  it('without an envelope at the very start means a snapshot, which is no history', async () => {
    const { end } = await scan(logText(['{"type":"user/message","data":{}}']));
    expect(end.corruption).toMatchObject({ code: 'E_ENVELOPE', line: 2 });
  });
});

describe('a last line without newline', () => {
  it('is left out with a warning, however healthy it looks', async () => {
    const text = logText([start, turnEnd(1)]).slice(0, -1);
    const { end, spans } = await scan(text);
    const byteOffset = offsetOfLine(text, 3);
    expect(spans).toHaveLength(1);
    expect(end).toMatchObject({ endSeq: 1, corruption: undefined });
    expect(end.warnings).toMatchObject([
      { code: 'W_TORN_TAIL', line: 3, byteOffset, detail: { bytes: text.length - byteOffset } },
    ]);
  });
});
