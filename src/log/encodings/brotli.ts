import { createBrotliDecompress } from 'node:zlib';
import type { Encoding } from './encoding.ts';
import { decodeZlib } from './zlib-stream.ts';

/** RFC 7932. It has no magic, so it must be asked for, and no checksum, so damage can go unseen. */
export const brotli: Encoding = {
  name: 'br',
  sniff: () => false,
  async *decode(source, { maxDecodedBytes, onWarning }) {
    onWarning({
      code: 'W_ENCODING',
      message: 'dsh does not read Brotli logs',
      file: source.name,
    });
    onWarning({
      code: 'W_NO_CHECKSUM',
      message: 'Brotli has no checksum: bit rot in it may not be seen',
      file: source.name,
    });
    yield* decodeZlib(source, createBrotliDecompress(), { name: 'Brotli', maxDecodedBytes });
  },
};
