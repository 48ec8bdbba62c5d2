import { describe, expect, it } from 'vitest';
import { type Verification, verifyLog } from '../../../src/log/check/verify.ts';
import { memorySource } from '../../../src/log/source.ts';
import {
  EVENTS_PER_TURN,
  framedTurns,
  LARGE_TURNS,
  type Plant,
  type PlantKind,
  plant,
  rawText,
  turnsOfLog,
} from '../../support/planted.ts';

const LARGE = turnsOfLog(LARGE_TURNS);
const LARGE_EVENTS = LARGE_TURNS * EVENTS_PER_TURN;
/** Enough turns where size is not the point. */
const SMALL_TURNS = 60;
const SMALL = turnsOfLog(SMALL_TURNS);
const KINDS: PlantKind[] = ['gap', 'duplicate', 'row', 'json', 'event'];

const verify = (bytes: Uint8Array | string): Promise<Verification> =>
  verifyLog(memorySource(Buffer.from(bytes as string), 'f'));

/** Where the line begins that stands first in a turn's frame. */
function startOf(turn: number): { line: number; byteOffset: number; seq: number } {
  const before = LARGE.slice(0, turn + 1).flat();
  const byteOffset = Buffer.byteLength(`${before.join('\n')}\n`);
  return { line: before.length + 1, byteOffset, seq: turn * EVENTS_PER_TURN };
}

describe('a sound log of more than 100,000 events', () => {
  it.each([
    ['raw', () => rawText(LARGE)],
    ['zstd', () => framedTurns(LARGE).bytes],
  ])('is found sound as %s', async (_, bytes) => {
    const verification = await verify(bytes());
    expect(verification).toMatchObject({ events: LARGE_EVENTS, faults: [], warnings: [] });
    expect(verification.readable).toEqual({ verdict: true, reasons: [] });
    expect(verification.loadsInDsh).toEqual({ verdict: true, reasons: [] });
    expect(verification.lossless?.isLossless).toBe(true);
  });
});

describe('one fault in 100,000 events', () => {
  it.each(['gap', 'duplicate', 'row'] as const)(
    '%s: line, byte offset and seq are exact',
    async (kind) => {
      const { turns, planted } = plant(LARGE, [{ kind, turn: 700 }]);
      expect(planted).toHaveLength(1);
      const { faults, readable, loadsInDsh } = await verify(rawText(turns));
      expect(faults).toHaveLength(1);
      expect(faults).toMatchObject(planted);
      expect(faults[0]?.file).toBe('f');
      expect([readable.verdict, loadsInDsh.verdict]).toEqual([false, false]);
    },
  );

  it.each(KINDS)('%s: in zstd the frame is named, too', async (kind) => {
    const { turns, planted } = plant(SMALL, [{ kind, turn: 30 }]);
    const { bytes, offsets } = framedTurns(turns);
    const { faults } = await verify(bytes);
    expect(faults).toHaveLength(1);
    expect(faults).toMatchObject([{ ...planted[0], frame: 31, frameOffset: offsets[31] }]);
  });

  it('bad checksum: frame, its place in the file, and where its text begins', async () => {
    const { bytes, offsets } = framedTurns(LARGE, [601]);
    const { faults, events, lossless } = await verify(bytes);
    const { line, byteOffset, seq } = startOf(600);
    expect(faults).toMatchObject([
      { code: 'E_CHECKSUM', frame: 601, frameOffset: offsets[601], line, byteOffset, seq },
    ]);
    expect(faults[0]?.detail).toMatchObject({ expected: '0x12345678' });
    expect(events).toBe(seq);
    expect(lossless?.isLossless).toBe(true);
  });
});

describe('several faults in one log', () => {
  const plants: Plant[] = [
    { kind: 'gap', turn: 10 },
    { kind: 'row', turn: 10 },
    { kind: 'duplicate', turn: 12 },
    { kind: 'json', turn: 50 },
    { kind: 'event', turn: 51 },
    { kind: 'gap', turn: 58 },
  ];

  it('are all listed, in order, each once', async () => {
    const { turns, planted } = plant(SMALL, plants);
    const { faults, events } = await verify(rawText(turns));
    expect(faults).toHaveLength(plants.length);
    expect(faults).toMatchObject(planted);
    expect(events).toBe(planted[0]?.seq);
  });

  it('are told with how far each branch goes', async () => {
    const { turns } = plant(SMALL, [
      { kind: 'duplicate', turn: 10 },
      { kind: 'gap', turn: 20 },
    ]);
    const [first, second] = (await verify(rawText(turns))).faults;
    const [duplicate, gap] = [Number(first?.detail?.got), Number(second?.detail?.got)];
    expect(first?.detail).toMatchObject({ branchEvents: gap - 1 - duplicate });
    expect(second?.detail).toMatchObject({ followingEvents: SMALL_TURNS * EVENTS_PER_TURN - gap });
    expect(first?.hint).toContain(`restarts at ${duplicate}`);
  });

  it('are all listed where they are damaged frames', async () => {
    const damaged = [1, 2, 37, 50, 59, 60];
    const { bytes, offsets } = framedTurns(SMALL, damaged);
    const { faults, events } = await verify(bytes);
    expect(faults.map(({ code, frame, frameOffset }) => [code, frame, frameOffset])).toEqual(
      damaged.map((frame) => ['E_CHECKSUM', frame, offsets[frame]]),
    );
    expect(events).toBe(0);
  });

  it('are listed together: bad lines in sound frames, then damaged frames', async () => {
    const { turns, planted } = plant(SMALL, [
      { kind: 'gap', turn: 20 },
      { kind: 'json', turn: 30 },
    ]);
    const { bytes } = framedTurns(turns, [40, 41]);
    const { faults } = await verify(bytes);
    expect(faults).toMatchObject([...planted, { frame: 40 }, { frame: 41 }]);
    expect(faults).toHaveLength(4);
    // Behind a gap nobody can say which seq the frame begins with.
    expect(faults[2]?.seq).toBeUndefined();
  });

  it('are counted to a thousand', async () => {
    const all = LARGE.slice(1, 600).flatMap((_, turn): Plant[] => [
      { kind: 'json', turn },
      { kind: 'row', turn },
    ]);
    const { turns, planted } = plant(LARGE.slice(0, 600), all);
    expect(planted.length).toBeGreaterThan(1000);
    const { faults } = await verify(rawText(turns));
    expect(faults).toHaveLength(1000);
    expect(faults).toMatchObject(planted.slice(0, 1000));
  });
});
