import type { Duplex } from 'node:stream';
import zlib from 'node:zlib';
import type { Engine, FrameDecoder, FrameShape } from './engines.ts';
import { BLOCK_MAX_BYTES } from './frame-header.ts';
import { plainHeader } from './plain-header.ts';

/** What Node 22.15 and 23.8 added to node:zlib; the types of Node 20 do not know it. */
interface ZstdZlib {
  zstdDecompressSync(bytes: Uint8Array, options: ZstdOptions): Uint8Array;
  createZstdDecompress(options: ZstdOptions): Duplex;
  readonly constants: { readonly ZSTD_d_windowLogMax: number };
}

interface ZstdOptions {
  readonly params: Readonly<Record<number, number>>;
  readonly chunkSize?: number;
}

/** node:zlib refuses smaller output buffers. */
const CHUNK_MIN_BYTES = 64;

/** Without it, libzstd refuses windows above 128 MiB; our own limit is checked before. */
const WINDOW_LOG_MAX = 31;

/**
 * The runtime's own decoder; undefined where it has none. It is sound for one frame at a time only
 * (on a whole file Node 22 stops after the first frame), which is all that it gets.
 */
export function createNativeEngine(): Engine | undefined {
  // The cast is the feature test: what the types promise is checked in the next line.
  const zstd = zlib as unknown as ZstdZlib;
  if (typeof zstd.createZstdDecompress !== 'function') return undefined;
  return {
    name: 'native',
    maxWindowBytes: 2 ** WINDOW_LOG_MAX,
    exactWindowBytes: 2 ** WINDOW_LOG_MAX,
    open: (shape, sink) => (shape.isSingleBatch ? openSync : openStream)(zstd, shape, sink),
  };
}

type Open = (zstd: ZstdZlib, shape: FrameShape, sink: (piece: Uint8Array) => void) => FrameDecoder;

const openSync: Open = (zstd, shape, sink) => ({
  push: (blocks) => {
    // One output buffer that holds it all; node:zlib would otherwise join several.
    const options = {
      ...optionsFor(zstd),
      chunkSize: Math.max(CHUNK_MIN_BYTES, shape.decodedBound),
    };
    const piece = zstd.zstdDecompressSync(concat(headerFor(shape), blocks), options);
    if (piece.length > 0) sink(plain(piece));
  },
  close: () => {},
});

const openStream: Open = (zstd, shape, sink) => {
  const stream = zstd.createZstdDecompress({ ...optionsFor(zstd), chunkSize: BLOCK_MAX_BYTES });
  let failed: (error: unknown) => void = () => {};
  stream.on('data', (piece: Uint8Array) => sink(plain(piece)));
  // Stays attached: an error event without a listener ends the process.
  stream.on('error', (error) => failed(error));
  let header = headerFor(shape);
  return {
    push: (blocks, last) =>
      new Promise((resolve, reject) => {
        failed = reject;
        const bytes = concat(header, blocks);
        header = new Uint8Array(0);
        if (last) {
          stream.once('end', resolve);
          stream.end(bytes);
        } else {
          // Pieces may be emitted one turn after the chunk is done.
          stream.write(bytes, () => setImmediate(resolve));
        }
      }),
    close: () => stream.destroy(),
  };
};

/** Not below 128 KiB: libzstd also bounds the compressed size of a block by the window. */
function headerFor(shape: FrameShape): Uint8Array {
  const needed = Math.max(shape.decodedBound, BLOCK_MAX_BYTES);
  return plainHeader(Math.min(shape.windowBytes, needed));
}

function optionsFor(zstd: ZstdZlib): ZstdOptions {
  return { params: { [zstd.constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } };
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(a.length + b.length);
  bytes.set(a);
  bytes.set(b, a.length);
  return bytes;
}

/** Node hands out Buffers, whose `slice` does not copy; everything behind this file has arrays. */
function plain(piece: Uint8Array): Uint8Array {
  return new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength);
}
