import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../../src/log/zstd/decode.ts';
import { loadEngine } from '../../../src/log/zstd/engines.ts';
import {
  dataFrames,
  decodeOne,
  ENGINES,
  join,
  logText,
  memorySource,
  readFrames,
  skippableFrame,
  walkAll,
  zstd,
  zstdMissing,
} from './support.ts';

const MIB = 2 ** 20;

/** Like `zstd`, but from a file, so that the frame declares its content size. */
function zstdFile(content: Uint8Array, ...options: string[]): Uint8Array {
  const folder = mkdtempSync(path.join(tmpdir(), 'histpack-zstd-'));
  try {
    const file = path.join(folder, 'content');
    writeFileSync(file, content);
    return zstd(new Uint8Array(0), ...options, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(zstdMissing !== undefined)(`frames of the zstd CLI ${zstdMissing ?? ''}`, () => {
  describe.each(ENGINES)('with %s', (engine) => {
    const small = logText(20);
    const large = logText(12_000);

    it.each([
      ['--check'],
      ['--no-check'],
      ['-1', '--check'],
      ['-19', '--check'],
      ['-22', '--ultra', '--check'],
      ['--long=27', '--check'],
      ['--fast=5', '--check'],
      ['-B1024', '--check'],
    ])('%s %s %s: content known or not, small or large', async (...options) => {
      const hasChecksum = options.includes('--check');
      for (const content of [small, large]) {
        for (const compress of [zstd, zstdFile]) {
          const bytes = compress(content, ...options);
          const source = memorySource(bytes);
          const [frame] = dataFrames(await walkAll(source));
          if (frame === undefined) throw new Error('no frame');
          const contentSize = compress === zstdFile ? content.length : undefined;
          expect(frame).toMatchObject({ complete: true, hasChecksum, contentSize });
          const { bytes: decoded, outcome } = await decodeOne(source, frame, { engine });
          expect(Buffer.compare(decoded, content)).toBe(0);
          expect(outcome.checksum).toBe(hasChecksum ? 'verified' : 'absent');
        }
      }
    });

    it('content of any kind and size', async () => {
      const contents = [0, 1, 2, 255, 256, 257, 65_791, 65_792, 131_072, 131_073, 3 * MIB].flatMap(
        (length) => [
          new Uint8Array(randomBytes(length)),
          new Uint8Array(length).fill(0x20),
          new Uint8Array(join([large, large]).subarray(0, length)),
        ],
      );
      for (const content of contents) {
        for (const compress of [zstd, zstdFile]) {
          const reading = await readFrames(compress(content, '--check'), { engine });
          expect(reading.error).toBeUndefined();
          expect(Buffer.compare(reading.bytes, content)).toBe(0);
        }
      }
    });

    it('concatenations with skippable frames between', async () => {
      const parts = [small, new Uint8Array(0), large, logText(1), small];
      const frames = parts.flatMap((part, i) => [
        zstd(part, i % 2 === 0 ? '--check' : '--no-check'),
        skippableFrame(zstd(small), i),
      ]);
      const reading = await readFrames(join(frames), { engine });
      expect(reading.error).toBeUndefined();
      expect(Buffer.compare(reading.bytes, join(parts))).toBe(0);
      expect(reading.frames).toHaveLength(10);
    });

    it('a torn large frame gives its whole blocks', async () => {
      const bytes = zstd(large, '--check');
      const cut = bytes.subarray(0, Math.floor(bytes.length * 0.7));
      const source = memorySource(cut);
      const [frame] = dataFrames(await walkAll(source));
      if (frame === undefined) throw new Error('no frame');
      const { bytes: decoded, outcome } = await decodeOne(source, frame, { engine });
      expect(outcome).toMatchObject({ torn: true, fault: undefined });
      expect(decoded.length).toBeGreaterThan(large.length / 2);
      expect(decoded.length % (128 * 1024)).toBe(0);
      expect(Buffer.compare(decoded, large.subarray(0, decoded.length))).toBe(0);
    });

    it('matches further back than the engine can be trusted with are never wrong in silence', async () => {
      // 110 MB apart: beyond what fzstd reads exactly, within the window of --long=27.
      const start = randomBytes(4 * MIB);
      const content = join([start, new Uint8Array(106e6), start]);
      const source = memorySource(zstd(content, '-1', '--long=27', '--check'));
      const [frame] = dataFrames(await walkAll(source));
      if (frame === undefined) throw new Error('no frame');
      const decode = async () => {
        let at = 0;
        for await (const piece of decodeFrame(source, frame, {
          engine,
          maxDecodedBytes: 2 ** 30,
        })) {
          at += piece.length;
        }
        return at;
      };
      if ((await loadEngine(engine)).exactWindowBytes >= 2 ** 27) {
        expect(await decode()).toBe(content.length);
        return;
      }
      const decoded = await decode().catch((error) => error.limit);
      expect([content.length, 'engine']).toContain(decoded);
    });
  });
});
