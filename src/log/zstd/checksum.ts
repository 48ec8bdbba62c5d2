import type { XXHashAPI } from 'xxhash-wasm';

/**
 * Frame checksums: the low 32 bits of the content's XXH64 with seed 0 (RFC 8878, 3.1.1).
 */
export interface Checksums {
  /** The checksum of these pieces. Cheaper than `stream` where there is only one. */
  of(pieces: readonly Uint8Array[]): number;
  /** Takes a frame's content piece by piece; keeps none of it. */
  stream(): ChecksumStream;
}

export interface ChecksumStream {
  update(pieces: readonly Uint8Array[]): void;
  digest(): number;
}

const SEED = 0n;
const LOW_32_BITS = 0xffff_ffffn;

let loading: Promise<Checksums> | undefined;

/** Loads the hash once, when a frame is first decoded: instantiating the wasm takes about 2 ms. */
export function loadChecksums(): Promise<Checksums> {
  loading ??= import('xxhash-wasm').then((module) => module.default()).then(createChecksums);
  return loading;
}

function createChecksums(api: XXHashAPI): Checksums {
  const stream = (): ChecksumStream => {
    const hash = api.create64(SEED);
    return {
      update: (pieces) => {
        for (const piece of pieces) hash.update(piece);
      },
      digest: () => low32(hash.digest()),
    };
  };
  return {
    stream,
    of: (pieces) => {
      const [first = new Uint8Array(0)] = pieces;
      if (pieces.length < 2) return low32(api.h64Raw(first, SEED));
      const hash = stream();
      hash.update(pieces);
      return hash.digest();
    },
  };
}

/** A stored checksum, behind a frame's last block. */
export const CHECKSUM_BYTES = 4;

/** Reads a stored checksum, little endian. */
export function readChecksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
}

/** The checksum as messages show it: 8 hex digits. */
export function formatChecksum(value: number): string {
  return `0x${value.toString(16).padStart(8, '0')}`;
}

function low32(hash: bigint): number {
  return Number(hash & LOW_32_BITS);
}
