import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../src/codec/page.ts';
import { HistpackError } from '../../../src/errors.ts';
import { DEFAULT_LIMITS } from '../../../src/log/log.ts';
import { canSeek } from '../../../src/log/seek/seek.ts';
import { survey } from '../../../src/log/survey.ts';
import { logText } from '../../support/logs.ts';
import { conversation } from '../../support/logs-conversation.ts';
import { openBytes, responseOf } from '../../support/seek.ts';
import { linesOf, storedFrames } from '../../support/zstd.ts';

const MIB = 1024 * 1024;
const TURNS = 1500; // 17 events and about 1.6 KB each
const EVENTS = TURNS * 17;
const TAIL: Selection = { kind: 'backward', maxMessages: 3 };
const EARLY: Selection = { kind: 'backward', beforeSeq: 170, maxMessages: 3 };

const text = logText(conversation({ turns: TURNS, layout: 'unpacked' }));
const lines = linesOf(text);

/** The log with one line changed, by its number counted from the end (-1) or the start (0). */
const withLine = (at: number, line: string): Buffer =>
  Buffer.from(lines.with(at < 0 ? lines.length + at : at, line).join(''));

const faultOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof HistpackError ? error.fault : error;
};

/** Both ways end in the same fault, at the same place. */
async function expectSameFault(bytes: Buffer, selection: Selection, maxLineBytes?: number) {
  const limits = { ...DEFAULT_LIMITS, ...(maxLineBytes === undefined ? {} : { maxLineBytes }) };
  const log = await openBytes(bytes, { limits });
  expect(canSeek(log, selection)).toBe(true);
  const fault = await faultOf(survey(log, selection));
  expect(fault).toMatchObject({ code: expect.stringMatching(/^E_/), file: 'f' });
  expect(fault).toEqual(await faultOf(survey(log, selection, { seek: false })));
  return fault;
}

describe('a large log', () => {
  it('is sought in, without a word', async () => {
    const log = await openBytes(Buffer.from(text));
    expect(log.source.size).toBeGreaterThan(MIB);
    for (const selection of [TAIL, EARLY]) {
      const sought = await survey(log, selection);
      const scanned = await survey(log, selection, { seek: false });
      expect(sought.start).toBeDefined();
      expect(sought.warnings).toEqual([]);
      expect(sought.interval).toEqual(scanned.interval);
      expect(await responseOf(log, sought, 'packed')).toBe(
        await responseOf(log, scanned, 'packed'),
      );
    }
  });

  it.each([
    ['where the whole of it is wanted', text, { kind: 'interval' } as Selection],
    ['where it is small', text.slice(0, 50_000), TAIL],
  ])('is read whole %s', async (_, content, selection) => {
    expect(canSeek(await openBytes(Buffer.from(content)), selection)).toBe(false);
  });

  it('tells its torn tail, and --strict refuses it', async () => {
    const log = await openBytes(Buffer.from(`${text}{"torn`));
    const { warnings, start } = await survey(log, TAIL);
    expect(start).toBeDefined();
    const scanned = await survey(log, TAIL, { seek: false });
    expect(warnings).toEqual(scanned.warnings.map(({ line: _, ...warning }) => warning));
    await expect(survey(log, TAIL, { strict: true })).rejects.toMatchObject({ code: 'E_TORN' });
  });

  it('tells its torn last frame', async () => {
    const frames = storedFrames([
      lines[0] ?? '',
      lines.slice(1, -9).join(''),
      lines.slice(-9).join(''),
    ]);
    const log = await openBytes(frames.subarray(0, -3));
    const { warnings, start, endSeq } = await survey(log, TAIL);
    expect([start === undefined, endSeq]).toEqual([false, EVENTS]);
    const [expected] = (await survey(log, TAIL, { seek: false })).warnings;
    expect(warnings).toMatchObject([
      { code: 'W_TORN_FRAME', frame: 2, frameOffset: expected?.frameOffset },
    ]);
  });
});

describe('a fault in the page', () => {
  it.each([
    ['is no JSON', '{"type":\n'],
    ['is no object', 'null\n'],
    ['is blank', '\n'],
    ['has no seq', '{"type":"turn/end"}\n'],
    ['is a gap', `{"type":"x","seq":${EVENTS + 5}}\n`],
    ['is doubled', lines.at(-9) ?? ''],
    ['is a bad row', `{"type":"text-chunks","seq0":${EVENTS - 8}}\n`],
  ])('is found by a scan, at its place: a line that %s', async (_, line) => {
    await expectSameFault(withLine(-8, line), TAIL);
  });

  it('is found in bytes that are no UTF-8', async () => {
    const bytes = Buffer.from(text);
    bytes[bytes.length - 40] = 0xff;
    await expectSameFault(bytes, TAIL);
  });

  it('is found where a line is longer than --max-line', async () => {
    const long = `{"type":"x","seq":${EVENTS - 8},"data":"${'x'.repeat(3000)}"}\n`;
    const fault = await expectSameFault(withLine(-8, long), TAIL, 2000);
    expect(fault).toMatchObject({ code: 'E_LIMIT', line: lines.length - 7 });
  });

  it('is found where the last line has not the highest seq: two writers', async () => {
    for (const again of [lines.slice(-40, -20), lines.slice(-9000, -7000), lines.slice(1, 3000)]) {
      for (const selection of [TAIL, { kind: 'backward', maxMessages: 1 } as Selection]) {
        await expectSameFault(Buffer.from(text + again.join('')), selection);
      }
    }
  });

  it('makes the whole log be read, and says so, where a torn tail explains it', async () => {
    const log = await openBytes(Buffer.from(`${text}not JSON\n`));
    const { warnings, endSeq } = await survey(log, TAIL);
    expect(endSeq).toBe(EVENTS);
    expect(warnings.map(({ code }) => code)).toEqual(['W_NO_SEEK', 'W_TORN_TAIL']);
    expect(warnings[0]).toMatchObject({ file: 'f', message: expect.stringContaining('no record') });
  });

  it('is found in a frame', async () => {
    const batches = Array.from({ length: 30 }, (_, k) => lines.slice(1 + k * 850, 851 + k * 850));
    const frames = storedFrames([lines[0] ?? '', ...batches.map((batch) => batch.join(''))]);
    frames[frames.length - 30] = 0x20;
    const fault = await expectSameFault(frames, TAIL);
    expect(fault).toMatchObject({ code: 'E_CHECKSUM' });
  });
});

describe('a fault outside the page', () => {
  it('does not keep the page from being sought', async () => {
    const log = await openBytes(withLine(40, 'not JSON\n'));
    const { start, interval, warnings } = await survey(log, TAIL);
    expect([start === undefined, warnings]).toEqual([false, []]);
    const sound = await openBytes(Buffer.from(text));
    const expected = await survey(sound, TAIL, { seek: false });
    expect(interval).toEqual(expected.interval);
    expect(await responseOf(log, await survey(log, TAIL), 'raw')).toBe(
      await responseOf(sound, expected, 'raw'),
    );
  });

  it('is found by a scan where the search comes by it', async () => {
    await expectSameFault(withLine(-1, '{"type":"turn/end","seq":3}\n'), EARLY);
  });
});

it('a start behind the end of a large log is refused as a scan refuses it', async () => {
  const fault = await expectSameFault(Buffer.from(text), {
    kind: 'interval',
    fromSeq: EVENTS + 1,
  });
  expect(fault).toMatchObject({ code: 'E_SELECTION' });
});
