import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { CompressionOptions } from '../src/measure/compressors.ts';

/**
 * The opponent of `measure`: nothing but the compressors, all at once, on bytes that lie ready. Each
 * gets its input in one write, the fastest way there is. Gives the sizes, gzip and Brotli by turns.
 */
export function bareCompressors(
  inputs: readonly Buffer[],
  { gzipLevel, brotliQuality }: CompressionOptions,
): Promise<number[]> {
  return Promise.all(
    inputs.flatMap((input) => [
      sizeOf(createGzip({ level: gzipLevel, chunkSize: CHUNK_BYTES }), input),
      sizeOf(brotli(brotliQuality, input.length), input),
    ]),
  );
}

const CHUNK_BYTES = 64 * 1024;

const brotli = (quality: number, inputBytes: number): Transform =>
  createBrotliCompress({
    chunkSize: CHUNK_BYTES,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: inputBytes, // as the one-shot call implies it
    },
  });

function sizeOf(stream: Transform, input: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    stream.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    stream.once('error', reject);
    stream.once('end', () => resolve(bytes));
    stream.end(input);
  });
}
