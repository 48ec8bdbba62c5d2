import { createHash } from 'node:crypto';
import { COMPRESSORS, type CompressionOptions } from '../compressors.ts';

/** Enough text that any change in a compressor shows, and little enough to cost nothing at quality 11. */
const PROBE_BYTES = 16 * 1024;

/**
 * What the compressors make of a fixed text, as a short hash: engines that give the same bytes have
 * the same fingerprint, whatever their version numbers say. Sizes under different fingerprints
 * cannot be compared.
 */
export async function engineFingerprint(options: CompressionOptions): Promise<string> {
  const hash = createHash('sha256');
  for (const compressor of Object.values(COMPRESSORS)) {
    for (const length of [PROBE_BYTES, PROBE_BYTES / 3, PROBE_BYTES / 7]) {
      const meter = await compressor(options);
      await meter.write(probe(Math.floor(length)));
      hash.update(`${await meter.finish()};`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** JSON-like text from a fixed pseudo-random sequence. */
function probe(length: number): Buffer {
  let seed = 1;
  let text = '';
  while (text.length < length) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    text += `{"seq":${text.length},"text":"${(seed >>> (seed & 15)).toString(36)}"},`;
  }
  return Buffer.from(text.slice(0, length));
}
