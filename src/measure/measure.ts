import { REPRESENTATIONS, type RepresentationName, type Selection } from '../codec/index.ts';
import { hasMore } from '../codec/response.ts';
import type { Interval, Seq } from '../codec/types.ts';
import type { Warning } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { type Survey, survey } from '../log/survey.ts';
import type { Weight } from './channel.ts';
import type { CompressionOptions } from './compressors.ts';
import { ownPage, type WeighOptions, weighPage } from './weigh.ts';
import { explainPage } from './why/explain.ts';
import type { Why } from './why/why.ts';

/** The three columns of the note's comparison, in its order. */
export const FORMS = ['raw', 'projection', 'packed'] as const;
export type Form = (typeof FORMS)[number];

/** Which projection stands in the table (FORMAT section 6). */
export const PROJECTIONS = {
  literal: 'projection',
  'keep-first-token': 'projection-keep-first-token',
} as const satisfies Record<string, RepresentationName>;
export type ProjectionName = keyof typeof PROJECTIONS;

export interface MeasureOptions {
  readonly selection: Selection;
  readonly forms: readonly Form[];
  readonly projection: ProjectionName;
  readonly compression: CompressionOptions;
  /** Also tell where the bytes are: five more measurements' worth of time. */
  readonly why?: boolean;
  readonly salvage?: boolean;
  readonly strict?: boolean;
  /** What a fork has of its own: measure only that, or that as well, for totals. */
  readonly own?: 'only' | 'also' | undefined;
  /** Compress small pages in the calling thread: for callers that measure many logs at a time. */
  readonly oneShot?: boolean | undefined;
  /** Called with the share of the work done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** The result for one log. Plain data: this is what `--format json` prints. */
export interface Measurement {
  readonly file: string;
  readonly encoding: string;
  readonly session: {
    readonly id: string;
    readonly version: number;
    readonly parentSession?: string;
  };
  readonly interval: { readonly fromSeq: Seq; readonly toSeq: Seq; readonly hasMore: boolean };
  /** Logical events in the interval. */
  readonly events: number;
  /** Events at the start of the log that a fork has from its parent; absent where nothing tells. */
  readonly inheritedEvents?: number;
  /** Chunk rows in the packed form; absent where that was not measured. */
  readonly packedRows?: number;
  readonly weights: { readonly [F in Form]?: Weight };
  /** A fork's own part, where a total may need it. */
  readonly own?: OwnPart;
  /** Where the bytes are; only where it was asked for. */
  readonly why?: Why;
  readonly warnings: readonly Warning[];
}

/** What a fork does not have from its parent, weighed as a page of its own. */
export interface OwnPart extends Interval {
  readonly events: number;
  readonly weights: { readonly [F in Form]?: Weight };
}

/** Share of the progress that finding the page takes; the compressors take the rest. */
const SURVEY_SHARE = 0.1;

/** The share after which the page is explained, where that is asked for. */
const WHY_STARTS_AT = 0.25;

/**
 * Measures a page of a log in several representations. Memory does not grow with the log.
 * @throws {HistpackError} as `survey` does.
 */
export async function measureLog(log: Log, options: MeasureOptions): Promise<Measurement> {
  const { selection, forms, projection, compression, oneShot, onProgress } = options;
  const measuredShare = options.why === true ? WHY_STARTS_AT : 1;
  const report = (from: number, share: number, total: number) => (decodedBytes: number) =>
    onProgress?.(from + share * Math.min(1, decodedBytes / Math.max(1, total)));
  let decodedBytes = log.source.size;
  const whole = await survey(log, selection, {
    salvage: options.salvage === true,
    strict: options.strict === true,
    steps: forms.includes('projection'),
    onProgress: (bytes) => {
      decodedBytes = Math.max(decodedBytes, bytes);
      report(0, SURVEY_SHARE, log.source.size)(bytes);
    },
  });
  const surveyed = options.own === 'only' ? ownPage(whole) : whole;
  const { interval, inheritedEvents, warnings } = surveyed;
  const representations = new Map(
    forms.map((form) => {
      const name = form === 'projection' ? PROJECTIONS[projection] : form;
      return [form, REPRESENTATIONS[name]] as const;
    }),
  );
  const weighing = { representations, compression, oneShot };
  const weights = await weighPage(log, surveyed, {
    ...weighing,
    onProgress: report(SURVEY_SHARE, measuredShare - SURVEY_SHARE, decodedBytes),
  });
  const isWholeFork = interval.fromSeq === 0 && (inheritedEvents ?? 0) > 0;
  const own =
    options.own === 'also' && isWholeFork ? await weighOwn(log, surveyed, weighing) : undefined;
  const why =
    options.why === true
      ? await explainPage(log, surveyed, {
          representations,
          weights,
          compression,
          onProgress: (share) => onProgress?.(measuredShare + (1 - measuredShare) * share),
        })
      : undefined;
  const { id, version, parentSession } = log.header;
  return {
    file: log.source.name,
    encoding: log.encoding.name,
    session: { id, version, ...(parentSession === undefined ? {} : { parentSession }) },
    interval: { ...interval, hasMore: hasMore(interval.fromSeq) },
    events: interval.toSeq - interval.fromSeq,
    ...(inheritedEvents === undefined ? {} : { inheritedEvents }),
    ...(weights.packed === undefined ? {} : { packedRows: weights.packed.rows }),
    weights,
    ...(own === undefined ? {} : { own }),
    ...(why === undefined ? {} : { why }),
    warnings,
  };
}

async function weighOwn(log: Log, surveyed: Survey, weighing: WeighOptions): Promise<OwnPart> {
  const page = ownPage(surveyed);
  const { fromSeq, toSeq } = page.interval;
  const weights = await weighPage(log, page, weighing);
  return { fromSeq, toSeq, events: toSeq - fromSeq, weights };
}
