import { createGunzip } from 'node:zlib';
import type { Encoding } from './encoding.ts';
import { decodeZlib } from './zlib-stream.ts';

const MAGIC = [0x1f, 0x8b];

/** RFC 1952, one or more members; dsh does not write it. */
export const gzip: Encoding = {
  name: 'gzip',
  sniff: (start) => MAGIC.every((byte, at) => start[at] === byte),
  async *decode(source, { maxDecodedBytes, onWarning }) {
    onWarning({
      code: 'W_ENCODING',
      message: 'dsh does not read gzip logs',
      file: source.name,
    });
    yield* decodeZlib(source, createGunzip(), { name: 'gzip', maxDecodedBytes });
  },
};
