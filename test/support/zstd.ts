import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it } from 'vitest';
import xxhash from 'xxhash-wasm';

/** Frames for tests: tiny stored ones made here, which cost nothing, and real ones by the zstd CLI. */

const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** Window descriptor of 1 MiB: exponent 10 (2^20), mantissa 0. */
const WINDOW_DESCRIPTOR = 10 << 3;
const CHECKSUM_FLAG = 0b100;
const BLOCK_MAX_BYTES = 128 * 1024;

const { h64Raw } = await xxhash();

export interface StoredFrameOptions {
  readonly checksum?: boolean;
  /** Instead of the true one. */
  readonly checksumValue?: number;
}

/** A frame of raw blocks (RFC 8878) without a content size, as dsh's are without one. */
export function storedFrame(
  content: string | Uint8Array,
  options: StoredFrameOptions = {},
): Buffer {
  const { checksum = true } = options;
  const bytes = Buffer.from(content as string); // Buffer.from takes either
  const head = Buffer.alloc(6);
  head.writeUInt32LE(MAGIC);
  head.writeUInt8(checksum ? CHECKSUM_FLAG : 0, 4);
  head.writeUInt8(WINDOW_DESCRIPTOR, 5);
  const parts = [head];
  let at = 0;
  do {
    const block = bytes.subarray(at, at + BLOCK_MAX_BYTES);
    at += block.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE((at >= bytes.length ? 1 : 0) | (block.length << 3), 0, 3);
    parts.push(header, block);
  } while (at < bytes.length);
  if (checksum) {
    const stored = Buffer.alloc(4);
    stored.writeUInt32LE(options.checksumValue ?? Number(h64Raw(bytes, 0n) & 0xffff_ffffn));
    parts.push(stored);
  }
  return Buffer.concat(parts);
}

/** A frame that decodes to nothing. */
export function skippableFrame(payload: string, variant = 0): Buffer {
  const bytes = Buffer.from(payload);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(SKIPPABLE_MAGIC + variant);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

/** One stored frame for each content. */
export const storedFrames = (contents: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(contents.map((content) => storedFrame(content)));

/** The lines of a text, each with its line feed. */
export const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Why the zstd CLI cannot be used here; undefined where it can, or must. */
export const zstdMissing =
  spawnSync('zstd', ['--version']).status === 0 || process.env.HISTPACK_REQUIRE_ZSTD === '1'
    ? undefined
    : 'no zstd command (apt-get install zstd)';

/** Tests that need the zstd CLI; where it is absent they are skipped and say why. */
export function describeZstd(name: string, tests: () => void): void {
  if (zstdMissing === undefined) describe(name, tests);
  else describe(name, () => it.skip(zstdMissing, () => {}));
}

/** Compresses every content into a frame of its own, by one call of the zstd CLI. */
export function cliFrames(
  contents: readonly (string | Uint8Array)[],
  ...options: readonly string[]
): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'histpack-zstd-'));
  try {
    const names = contents.map((_, at) => String(at));
    contents.forEach((content, at) => void writeFileSync(join(folder, String(at)), content));
    const args = ['-q', ...(options.length > 0 ? options : ['--check']), ...names];
    const { status, error, stderr } = spawnSync('zstd', args, { cwd: folder });
    if (status !== 0) throw new Error(`zstd ${options.join(' ')}: ${error ?? stderr}`);
    return names.map((name) => readFileSync(join(folder, `${basename(name)}.zst`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
