import type { Source } from '../source.ts';
import { brotli } from './brotli.ts';
import type { Encoding } from './encoding.ts';
import { gzip } from './gzip.ts';
import { raw } from './raw.ts';
import { zstd } from './zstd.ts';

/** By precedence: the first whose `sniff` agrees is taken, and raw text agrees with everything. */
export const ENCODINGS: readonly Encoding[] = [zstd, gzip, brotli, raw];

/** Bytes that every `sniff` can do with. */
const SNIFF_BYTES = 16;

/** The encoding of a source, by its content and never by its name. */
export async function detectEncoding(source: Source): Promise<Encoding> {
  const start = await source.read(0, SNIFF_BYTES);
  return ENCODINGS.find((encoding) => encoding.sniff(start)) ?? raw;
}
