import type { Representation, Selection } from '../codec/index.ts';
import { hasMore } from '../codec/response.ts';
import type { Seq } from '../codec/types.ts';
import type { Warning } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { readInterval, survey } from '../log/survey.ts';
import { Channel, type Weight } from './channel.ts';
import type { CompressionOptions, Compressors } from './compressors.ts';
import {
  type ByForm,
  byForm,
  type Form,
  type KnownForm,
  type ProjectionName,
  representationOf,
} from './forms.ts';
import { explainPage } from './why/explain.ts';
import type { Why } from './why/why.ts';

export interface MeasureOptions {
  readonly selection: Selection;
  readonly forms: readonly KnownForm[];
  /** Forms of the caller, measured beside the others. */
  readonly ownForms?: ByForm<Representation>;
  readonly projection: ProjectionName;
  readonly compression: CompressionOptions;
  /** What compresses; `NO_COMPRESSORS` leaves gzip and Brotli bytes 0. */
  readonly compressors?: Compressors;
  /** Also tell where the bytes are: five more measurements' worth of time. */
  readonly why?: boolean;
  /** How many families of each form `why` leaves out, one at a time; by default the five largest. */
  readonly whyLeaveOut?: number;
  readonly salvage?: boolean;
  readonly strict?: boolean;
  /** Called with the share of the work done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The result for one log. Plain data: this is what `--format json` prints. */
export interface Measurement {
  readonly file: string;
  readonly encoding: string;
  readonly session: { readonly id: string; readonly version: number };
  readonly interval: { readonly fromSeq: Seq; readonly toSeq: Seq; readonly hasMore: boolean };
  /** Logical events in the interval. */
  readonly events: number;
  /** Chunk rows in the packed form; absent where that was not measured. */
  readonly packedRows?: number;
  readonly weights: ByForm<Weight>;
  /** Where the bytes are; only where it was asked for. */
  readonly why?: Why;
  readonly warnings: readonly Warning[];
}

/** Share of the progress that finding the page takes; the compressors take the rest. */
const SURVEY_SHARE = 0.1;

/** The share after which the page is explained, where that is asked for. */
const WHY_STARTS_AT = 0.25;

/**
 * Measures a page of a log in several representations at once: one reading feeds them all, each
 * into its compressors, and the reading waits for the slowest. Memory does not grow with the log.
 * @throws {HistpackError} as `survey` does.
 */
export async function measureLog(log: Log, options: MeasureOptions): Promise<Measurement> {
  const { selection, forms, projection, compression, onProgress } = options;
  const measuredShare = options.why === true ? WHY_STARTS_AT : 1;
  const report = (from: number, share: number, total: number) => (decodedBytes: number) =>
    onProgress?.(from + share * Math.min(1, decodedBytes / Math.max(1, total)));
  const representations = new Map<Form, Representation>([
    ...forms.map((form) => [form, representationOf(form, projection)] as const),
    ...byForm(options.ownForms ?? {}),
  ]);
  let decodedBytes = log.source.size;
  const surveyed = await survey(log, selection, {
    salvage: options.salvage === true,
    strict: options.strict === true,
    steps: [...representations.values()].some(({ needsSteps }) => needsSteps),
    onProgress: (bytes) => {
      decodedBytes = Math.max(decodedBytes, bytes);
      report(0, SURVEY_SHARE, log.source.size)(bytes);
    },
  });
  const { interval, completedSteps, warnings } = surveyed;
  const page = { ...interval, completedSteps };
  const channels = new Map<Form, Channel>();
  for (const [form, representation] of representations) {
    channels.set(form, await Channel.open(representation, page, compression, options.compressors));
  }
  try {
    const all = [...channels.values()];
    await readInterval(
      log,
      surveyed,
      async (spans) => {
        await Promise.all(all.map((channel) => channel.write(spans)));
      },
      { onProgress: report(SURVEY_SHARE, measuredShare - SURVEY_SHARE, decodedBytes) },
    );
    const finished = await Promise.all(
      [...channels].map(async ([form, channel]) => [form, await channel.finish()] as const),
    );
    const weights: ByForm<Weight> = Object.fromEntries(finished);
    const why =
      options.why === true
        ? await explainPage(log, surveyed, {
            representations,
            weights,
            compression,
            ...(options.whyLeaveOut === undefined ? {} : { leaveOut: options.whyLeaveOut }),
            onProgress: (share) => onProgress?.(measuredShare + (1 - measuredShare) * share),
          })
        : undefined;
    return {
      file: log.source.name,
      encoding: log.encoding.name,
      session: { id: log.header.id, version: log.header.version },
      interval: { ...interval, hasMore: hasMore(interval.fromSeq) },
      events: interval.toSeq - interval.fromSeq,
      ...(weights.packed === undefined ? {} : { packedRows: weights.packed.rows }),
      weights,
      ...(why === undefined ? {} : { why }),
      warnings,
    };
  } catch (error) {
    for (const channel of channels.values()) channel.abort();
    throw error;
  }
}
