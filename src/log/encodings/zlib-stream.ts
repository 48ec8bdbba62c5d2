import { Readable, type Transform } from 'node:stream';
import { HistpackError } from '../../errors.ts';
import { type Source, streamSource } from '../source.ts';
import type { Piece } from './encoding.ts';

/** Error codes of zlib and Brotli for an input that ends too early. */
const TRUNCATED = new Set(['Z_BUF_ERROR', 'ERR__ERROR_FORMAT_PADDING_1']);

export interface ZlibOptions {
  readonly name: string;
  readonly maxDecodedBytes: number;
}

/**
 * Decodes a source with one of Node's decompression streams.
 * @throws {HistpackError} `E_FRAME` or `E_CHECKSUM` where the data is damaged, `E_LIMIT`.
 */
export async function* decodeZlib(
  source: Source,
  decoder: Transform & { readonly bytesWritten: number },
  { name, maxDecodedBytes }: ZlibOptions,
): AsyncGenerator<Piece> {
  const input = Readable.from(streamSource(source), { objectMode: false });
  input.on('error', (error) => decoder.destroy(error));
  let decodedBytes = 0;
  try {
    for await (const bytes of input.pipe(decoder) as AsyncIterable<Buffer>) {
      decodedBytes += bytes.length;
      if (decodedBytes > maxDecodedBytes) {
        throw new HistpackError({
          code: 'E_LIMIT',
          message: `the ${name} data decodes to more than ${maxDecodedBytes} bytes (--max-decoded)`,
          file: source.name,
          detail: { what: 'decoded bytes', limit: maxDecodedBytes, fileBytes: source.size },
        });
      }
      yield { bytes };
    }
  } catch (error) {
    throw damage(error, source, name, decodedBytes);
  } finally {
    input.destroy();
    decoder.destroy();
  }
  if (decoder.bytesWritten >= source.size) return;
  throw new HistpackError({
    code: 'E_FRAME',
    message: `${source.size - decoder.bytesWritten} bytes of something else follow the ${name} data`,
    file: source.name,
    frameOffset: decoder.bytesWritten,
  });
}

function damage(error: unknown, source: Source, name: string, decodedBytes: number): unknown {
  if (error instanceof HistpackError || !(error instanceof Error) || !('code' in error))
    return error;
  const code = String(error.code);
  const isTruncated = TRUNCATED.has(code) || /unexpected end/.test(error.message);
  const isChecksum = /incorrect (data|length) check/.test(error.message);
  const found = isTruncated ? 'is cut off' : `is damaged (${error.message})`;
  return new HistpackError(
    {
      code: isChecksum ? 'E_CHECKSUM' : 'E_FRAME',
      message: `the ${name} data ${found}, after ${decodedBytes} decoded bytes`,
      file: source.name,
      byteOffset: decodedBytes,
      // Damage shows only behind the bytes that it altered, so no decoded line can be believed.
      detail: { reason: error.message, isPrefixProven: isTruncated },
    },
    { cause: error },
  );
}
