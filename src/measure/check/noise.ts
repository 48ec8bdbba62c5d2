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

/** Digits that a product of a size and a share is sure of: 100 times 0.29 is 28.999999999999996. */
const SURE_DIGITS = 15;

/** The whole bytes or records in a share of a size. */
export const wholeShare = (value: number, share: number): number =>
  Math.floor(Number((value * share).toPrecision(SURE_DIGITS)));

/** The largest difference to a baseline that is noise. */
export const noiseOf = (before: number, { share, absolute }: NoiseFloor): number =>
  Math.max(absolute, wholeShare(before, share));

/** Whether a difference to a baseline is more than noise. */
export const isBeyondNoise = (before: number, after: number, floor: NoiseFloor): boolean =>
  Math.abs(after - before) > noiseOf(before, floor);

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
