import { WHOLE_LOG } from '../../codec/page.ts';
import type { Log } from '../../log/log.ts';
import type { Weight } from '../channel.ts';
import { type CompressionOptions, NO_COMPRESSORS } from '../compressors.ts';
import { type ByForm, byForm, type Form, NOTE_FORMS } from '../forms.ts';
import { type Measurement, measureLog } from '../measure.ts';

/** What is measured of each representation: nothing, what takes no compressor, or all. */
export const SIZES = ['none', 'json', 'all'] as const;
export type SizesWanted = (typeof SIZES)[number];

/** A weight, whose compressed sizes may not have been asked for. */
export type FormSize = Omit<Weight, 'gzipBytes' | 'brotliBytes'> &
  Partial<Pick<Weight, 'gzipBytes' | 'brotliBytes'>>;

/** Sizes of the whole log by representation, as `measure` has them. */
export interface Sizes {
  readonly forms: ByForm<FormSize>;
  /** What gzip and Brotli bytes depend on; absent where there are none. */
  readonly compression?: CompressionOptions;
}

/** A step costs memory in each breakdown of each form: logs of more steps are not broken down. */
export const MAX_STEPS_EXPLAINED = 10_000;

export interface WeighOptions {
  readonly compression: CompressionOptions;
  /** Leave gzip and Brotli out. */
  readonly jsonOnly: boolean;
  /** Also tell where the bytes are, if there are not too many steps. */
  readonly why: boolean;
  readonly steps: number;
  readonly salvage: boolean;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Measures the whole log in the note's three representations. Two more readings, and one for `why`. */
export function weighLog(log: Log, options: WeighOptions): Promise<Measurement> {
  const { compression, jsonOnly, why, steps, salvage, onProgress } = options;
  return measureLog(log, {
    selection: WHOLE_LOG,
    forms: NOTE_FORMS,
    projection: 'literal',
    compression,
    ...(jsonOnly ? { compressors: NO_COMPRESSORS } : {}),
    why: why && steps <= MAX_STEPS_EXPLAINED,
    whyLeaveOut: 0,
    salvage,
    onProgress,
  });
}

/** What the JSON form says of a measurement. */
export function sizesOf(
  { weights }: Pick<Measurement, 'weights'>,
  compression: CompressionOptions | undefined,
): Sizes {
  const forms: Record<Form, FormSize> = {};
  for (const [form, weight] of byForm(weights)) {
    const { gzipBytes, brotliBytes, ...plain } = weight;
    forms[form] = compression === undefined ? plain : { ...plain, gzipBytes, brotliBytes };
  }
  return compression === undefined ? { forms } : { forms, compression };
}
