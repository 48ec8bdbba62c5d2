import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import xxhash from 'xxhash-wasm';
import {
  type DecodeOptions,
  decodeFrame,
  type FrameOutcome,
} from '../../../src/log/zstd/decode.ts';
import type { EngineName } from '../../../src/log/zstd/engines.ts';
import { FrameError } from '../../../src/log/zstd/frame-error.ts';
import type { RandomAccess } from '../../../src/log/zstd/read-ahead.ts';
import { type DataFrameInfo, type WalkItem, walkFrames } from '../../../src/log/zstd/walk.ts';

/** A buffer as a file that counts its reads. */
export function memorySource(bytes: Uint8Array) {
  const stats = { reads: 0, bytes: 0 };
  const source: RandomAccess & { stats: typeof stats } = {
    size: bytes.length,
    stats,
    read: async (offset, length) => {
      const part = bytes.slice(offset, offset + length);
      stats.reads++;
      stats.bytes += part.length;
      return part;
    },
  };
  return source;
}

export async function walkAll(source: RandomAccess): Promise<WalkItem[]> {
  const items: WalkItem[] = [];
  for await (const item of walkFrames(source)) items.push(item);
  return items;
}

export interface Decoded {
  readonly bytes: Uint8Array;
  readonly outcome: FrameOutcome;
}

const NO_LIMIT: DecodeOptions = { maxDecodedBytes: 2 ** 40 };

export async function decodeOne(
  source: RandomAccess,
  frame: DataFrameInfo,
  options: Partial<DecodeOptions> = {},
): Promise<Decoded> {
  const pieces: Uint8Array[] = [];
  const generator = decodeFrame(source, frame, { ...NO_LIMIT, ...options });
  for (;;) {
    const step = await generator.next();
    if (step.done) return { bytes: join(pieces), outcome: step.value };
    pieces.push(step.value);
  }
}

export interface FileReading {
  /** Content of all frames before the first error. */
  readonly bytes: Uint8Array;
  readonly torn: boolean;
  readonly error: FrameError | undefined;
  readonly frames: WalkItem[];
}

/** Walks and decodes a file as a log reader does. */
export async function readFrames(
  bytes: Uint8Array,
  options: Partial<DecodeOptions> = {},
): Promise<FileReading> {
  const source = memorySource(bytes);
  const pieces: Uint8Array[] = [];
  const frames: WalkItem[] = [];
  let torn = false;
  for await (const item of walkFrames(source)) {
    frames.push(item);
    if (item.kind === 'fault') return { bytes: join(pieces), torn, error: item.error, frames };
    torn ||= !item.complete;
    if (item.kind === 'skippable') continue;
    try {
      pieces.push((await decodeOne(source, item, options)).bytes);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      return { bytes: join(pieces), torn, error, frames };
    }
  }
  return { bytes: join(pieces), torn, error: undefined, frames };
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export function dataFrames(items: readonly WalkItem[]): DataFrameInfo[] {
  return items.filter((item) => item.kind === 'data');
}

/** The engines that this runtime has. */
export const ENGINES: readonly EngineName[] =
  'zstdDecompressSync' in (await import('node:zlib')) ? ['fzstd', 'native'] : ['fzstd'];

const { h64Raw } = await xxhash();

export function checksumBytes(content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, Number(h64Raw(content, 0n) & 0xffff_ffffn), true);
  return bytes;
}

export type MadeBlock =
  | { readonly raw: Uint8Array }
  | { readonly rle: number; readonly times: number }
  | { readonly compressed: Uint8Array; readonly content?: Uint8Array };

/** A frame made by hand: a 1 MiB window unless told otherwise, and a true checksum. */
export function makeFrame(
  blocks: readonly MadeBlock[],
  options: { window?: number; contentSize?: number; checksum?: boolean } = {},
): Uint8Array {
  const { window = 10 << 3, contentSize, checksum = true } = options;
  const descriptor = (contentSize === undefined ? 0 : 0b1000_0000) | (checksum ? 0b100 : 0);
  const size = new Uint8Array(contentSize === undefined ? 0 : 4);
  if (contentSize !== undefined) new DataView(size.buffer).setUint32(0, contentSize, true);
  const content: Uint8Array[] = [];
  const parts: Uint8Array[] = [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, descriptor, window), size];
  blocks.forEach((block, i) => {
    const last = i === blocks.length - 1;
    if ('raw' in block) {
      parts.push(blockHeader(last, 0, block.raw.length), block.raw);
      content.push(block.raw);
    } else if ('rle' in block) {
      parts.push(blockHeader(last, 1, block.times), Uint8Array.of(block.rle));
      content.push(new Uint8Array(block.times).fill(block.rle));
    } else {
      parts.push(blockHeader(last, 2, block.compressed.length), block.compressed);
      content.push(block.content ?? new Uint8Array(0));
    }
  });
  if (checksum) parts.push(checksumBytes(join(content)));
  return join(parts);
}

export function blockHeader(last: boolean, type: number, size: number): Uint8Array {
  const raw = (last ? 1 : 0) | (type << 1) | (size << 3);
  return Uint8Array.of(raw & 255, (raw >> 8) & 255, raw >> 16);
}

export function skippableFrame(payload: Uint8Array, variant = 0): Uint8Array {
  const head = new Uint8Array(8);
  new DataView(head.buffer).setUint32(0, 0x184d2a50 + variant, true);
  new DataView(head.buffer).setUint32(4, payload.length, true);
  return join([head, payload]);
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const corpus = path.resolve(root, process.env.HISTPACK_CORPUS ?? '../shared', 'cases');

/** Why the case files cannot be tested here; undefined where they can, or must. */
export const corpusMissing =
  existsSync(corpus) || process.env.HISTPACK_REQUIRE_CORPUS === '1'
    ? undefined
    : `no corpus at ${corpus} (HISTPACK_CORPUS)`;

export function caseFile(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path.join(corpus, name)));
}

/** Why the zstd CLI cannot be used here; undefined where it can, or must. */
export const zstdMissing =
  spawnSync('zstd', ['--version']).status === 0 || process.env.HISTPACK_REQUIRE_ZSTD === '1'
    ? undefined
    : 'no zstd command (apt-get install zstd)';

/** Compresses with Debian's zstd, from a pipe, so the content size is unknown unless given. */
export function zstd(content: Uint8Array, ...options: string[]): Uint8Array {
  const run = spawnSync('zstd', ['-q', '-c', ...options], {
    input: content,
    maxBuffer: 2 ** 30,
  });
  if (run.status !== 0) throw new Error(`zstd ${options.join(' ')}: ${run.error ?? run.stderr}`);
  return new Uint8Array(run.stdout);
}

/** Log-like text: compresses well, with matches near and far. */
export function logText(lines: number, seed = 1): Uint8Array {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const text = Array.from({ length: lines }, (_, seq) => {
    const word = Math.floor(random() * 5000).toString(36);
    return `{"type":"assistant/chunk","seq":${seq},"time":${1.7e12 + seq * 13},"text":"${word}"}\n`;
  });
  return new TextEncoder().encode(text.join(''));
}

/** A generator of 32-bit numbers for tests that try many damages; same numbers in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return (state >>> 3) % below;
  };
}
