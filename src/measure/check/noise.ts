import { HistpackError } from '../../errors.ts';
import { parseBytes, parsePercent } from '../units.ts';
import { SIZE_NAMES, type SizeName } from './metrics.ts';

/** A difference counts only when it is above both. */
export interface NoiseFloor {
  /** Of the baseline's value. */
  readonly share: number;
  /** Bytes, or records. */
  readonly absolute: number;
}

export type NoiseFloors = Readonly<Record<SizeName, NoiseFloor>>;

/**
 * What neutral edits of a log (ids renamed) do: records and JSON bytes do not move, gzip moves by
 * up to 0.1 %, Brotli by 0.23 % on 1 MB and 1.2 % on 64 KiB (measured, see DEPENDENCIES).
 */
export const DEFAULT_NOISE: NoiseFloors = {
  records: { share: 0, absolute: 0 },
  json: { share: 0, absolute: 0 },
  gzip: { share: 0.0025, absolute: 64 },
  brotli: { share: 0.015, absolute: 128 },
};

/** Whether a difference to a baseline is more than noise. */
export function isBeyondNoise(before: number, after: number, floor: NoiseFloor): boolean {
  const difference = Math.abs(after - before);
  return difference > floor.absolute && difference > floor.share * before;
}

/**
 * Reads `brotli=1.5%,128B`, which replaces one floor.
 * @throws {HistpackError} `E_USAGE`
 */
export function parseNoise(text: string, floors: NoiseFloors): NoiseFloors {
  const match = /^(\w+)=([^,]+),([^,]+)$/.exec(text);
  const size = SIZE_NAMES.find((name) => name === match?.[1]);
  const share = parsePercent(match?.[2]?.trim() ?? '');
  const absolute = parseBytes(match?.[3]?.trim() ?? '');
  if (size !== undefined && share !== undefined && absolute !== undefined) {
    return { ...floors, [size]: { share, absolute } };
  }
  throw new HistpackError({
    code: 'E_USAGE',
    message: `--noise ${text}: expected SIZE=SHARE,BYTES such as brotli=1.5%,128B (SIZE of ${SIZE_NAMES.join(', ')})`,
  });
}
