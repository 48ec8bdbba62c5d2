import type { Weight } from '../channel.ts';
import type { CompressionOptions } from '../compressors.ts';
import { formsOf, type ProjectionName } from '../forms.ts';
import type { Measurement } from '../measure.ts';
import { type FamilySizes, familySizes } from '../why/grew.ts';
import { SIZE_NAMES, SIZES, type Weights } from './metrics.ts';
import { isBeyondNoise, type NoiseFloors } from './noise.ts';

/** Raised when a baseline of an older version can no longer be read. */
export const BASELINE_SCHEMA_VERSION = 1;

/** What a baseline keeps of one log. */
export interface BaselineEntry {
  /** Of the file's bytes; tells a renamed log. */
  readonly sha256: string;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly weights: Weights;
  /** Where the bytes were, if that was asked for (`--why`): it tells later what grew. */
  readonly why?: FamilySizes;
}

/** Options that change sizes: baselines of others cannot be compared. */
export type BaselineOptions = CompressionOptions & {
  readonly projection: ProjectionName;
  /** The selection flags, as they were given. */
  readonly selection: string;
};

/** A committed file: keys sorted, sizes integers. */
export interface Baseline {
  readonly schemaVersion: number;
  readonly histpack: string;
  /** See `engineFingerprint`. */
  readonly engine: string;
  readonly options: BaselineOptions;
  readonly files: Readonly<Record<string, BaselineEntry>>;
}

/** A measured log as it goes into a baseline. */
export interface Measured {
  /** Relative to the baseline, with forward slashes. */
  readonly name: string;
  readonly sha256: string;
  readonly measurement: Measurement;
}

/**
 * The baseline after a run: what did not move beyond the noise keeps its old numbers, so that the
 * committed file changes only where something changed; logs that are gone are taken out.
 */
export function updateBaseline(
  old: Baseline | undefined,
  fresh: Omit<Baseline, 'files'>,
  measured: readonly Measured[],
  noise: NoiseFloors,
): Baseline {
  const files = new Map<string, BaselineEntry>(); // a log may be called `__proto__`
  const isSame = old !== undefined && isComparable(old, fresh);
  for (const { name, sha256, measurement } of measured) {
    const before = isSame ? entryOf(old, name) : undefined;
    const { fromSeq, toSeq } = measurement.interval;
    const weights = settle(before?.weights, measurement.weights, noise);
    const isUnmoved = before !== undefined && weights === before.weights;
    const entry = isUnmoved ? before : { sha256, fromSeq, toSeq, weights };
    const { why } = measurement;
    files.set(name, why === undefined ? entry : { ...entry, why: familySizes(why) });
  }
  return { ...fresh, files: Object.fromEntries(files) };
}

/** What a baseline has of a log, by its name. */
export const entryOf = ({ files }: Baseline, name: string): BaselineEntry | undefined =>
  Object.hasOwn(files, name) ? files[name] : undefined; // a log may be called `constructor`

/** Whether sizes of the two were made by the same compressors with the same options. */
export const isComparable = (
  a: Pick<Baseline, 'engine' | 'options'>,
  b: Pick<Baseline, 'engine' | 'options'>,
): boolean => a.engine === b.engine && sortedJson(a.options) === sortedJson(b.options);

/** The old weights, the same object, where nothing moved. */
function settle(before: Weights | undefined, after: Weights, noise: NoiseFloors): Weights {
  if (before === undefined) return after;
  const hasMoved = formsOf({ ...before, ...after }).some((form) =>
    formMoved(before[form], after[form], noise),
  );
  return hasMoved ? after : before;
}

function formMoved(before: Weight | undefined, after: Weight | undefined, noise: NoiseFloors) {
  if (before === undefined || after === undefined) return before !== after;
  return SIZE_NAMES.some((size) =>
    isBeyondNoise(before[SIZES[size]], after[SIZES[size]], noise[size]),
  );
}

/** JSON text with sorted keys, indented when `indent` is given. */
export const sortedJson = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    indent,
  );
