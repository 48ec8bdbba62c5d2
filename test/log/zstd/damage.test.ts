import { beforeAll, describe, expect, it } from 'vitest';
import {
  dataFrames,
  decodeOne,
  ENGINES,
  join,
  logText,
  memorySource,
  numbers,
  readFrames,
  utf8,
  walkAll,
  zstd,
  zstdMissing,
} from './support.ts';

/** Every damage has one of three right answers; anything else fails these tests. */
describe.skipIf(zstdMissing !== undefined)(`damaged files ${zstdMissing ?? ''}`, () => {
  let parts: Uint8Array[] = [];
  let file: Uint8Array = new Uint8Array(0);
  let ends: number[] = [];

  beforeAll(() => {
    parts = [logText(1), logText(12, 2), logText(3, 3), logText(30, 4)];
    const frames = parts.map((part) => zstd(part, '--check'));
    file = join(frames);
    ends = frames.map((_, i) => join(frames.slice(0, i + 1)).length);
  });

  /** Content of the frames that end at or before `length`. */
  const wholeContent = (length: number) =>
    utf8(join(parts.slice(0, ends.filter((end) => end <= length).length)));

  describe.each(ENGINES)('with %s', (engine) => {
    it('a cut at any byte gives a prefix, torn unless between frames, and no error', async () => {
      const content = utf8(join(parts));
      for (let length = 0; length <= file.length; length++) {
        const { bytes, torn, error } = await readFrames(file.subarray(0, length), { engine });
        expect(error).toBeUndefined();
        expect(torn).toBe(length !== 0 && !ends.includes(length));
        const text = utf8(bytes);
        expect(text.startsWith(wholeContent(length))).toBe(true);
        expect(content.startsWith(text)).toBe(true);
      }
    });

    it('a cut inside the last checksum loses nothing', async () => {
      for (const missing of [1, 2, 3, 4]) {
        const cut = file.subarray(0, file.length - missing);
        const { bytes, torn } = await readFrames(cut, { engine });
        expect(torn).toBe(true);
        expect(utf8(bytes)).toBe(utf8(join(parts)));
      }
    });

    it('a flipped bit never gives wrong bytes from a complete frame', async () => {
      for (let bit = 0; bit < file.length * 8; bit++) {
        const damaged = file.slice();
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        await expectHonest(damaged, parts, engine);
      }
    });

    it('nor do overwritten stretches', async () => {
      const pick = numbers(7);
      for (let round = 0; round < 1500; round++) {
        const damaged = file.slice();
        const at = pick(file.length);
        const length = 1 + pick(round % 3 === 0 ? 4 : 60);
        const fill = pick(4);
        for (let i = at; i < Math.min(at + length, file.length); i++) {
          damaged[i] = fill === 0 ? 0 : fill === 1 ? 255 : pick(256);
        }
        await expectHonest(damaged, parts, engine);
      }
    });

    it('zeros behind the last frame are a fault, zeros inside it a torn frame', async () => {
      const zeros = new Uint8Array(5000);
      const behind = await readFrames(join([file, zeros]), { engine });
      expect(behind.error).toMatchObject({ code: 'E_FRAME', byteOffset: file.length });
      expect(utf8(behind.bytes)).toBe(utf8(join(parts)));
      // Empty blocks without end: what a crash leaves where the file had grown already.
      const start = ends[2] ?? 0;
      const inside = await readFrames(join([file.subarray(0, start + 6), zeros]), { engine });
      expect(inside).toMatchObject({ torn: true, error: undefined });
      expect(utf8(inside.bytes)).toBe(wholeContent(start));
    });
  });

  /**
   * Frames that are reported as complete and proven hold what was written, unless the damage took
   * away the very flag that says there is a checksum.
   */
  async function expectHonest(
    damaged: Uint8Array,
    contents: readonly Uint8Array[],
    engine: (typeof ENGINES)[number],
  ) {
    const source = memorySource(damaged);
    for (const frame of dataFrames(await walkAll(source))) {
      if (!frame.complete || !frame.hasChecksum) continue;
      let bytes: Uint8Array;
      try {
        ({ bytes } = await decodeOne(source, frame, { engine, maxDecodedBytes: 2 ** 24 }));
      } catch (error) {
        expect(error).toMatchObject({ name: 'FrameError' });
        continue;
      }
      expect(contents.map(utf8)).toContain(utf8(bytes));
    }
  }
});
