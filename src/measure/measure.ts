import type { Representation, Selection } from '../codec/index.ts';
import { hasMore } from '../codec/response.ts';
import type { Interval, Seq } from '../codec/types.ts';
import type { Warning } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { type Survey, survey } from '../log/survey.ts';
import type { Weight } from './channel.ts';
import type { CompressionOptions, Compressors } from './compressors.ts';
import {
  type ByForm,
  byForm,
  type Form,
  type KnownForm,
  type ProjectionName,
  representationOf,
} from './forms.ts';
import { OneShot } from './one-shot.ts';
import { ownPage, type WeighOptions, weighPage } from './weigh.ts';
import { surveyAndWeigh, weighsAhead } from './weigh-ahead.ts';
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
  readonly weights: ByForm<Weight>;
  /** A fork's own part, where a total may need it. */
  readonly own?: OwnPart;
  /** Where the bytes are; only where it was asked for. */
  readonly why?: Why;
  readonly warnings: readonly Warning[];
}

/** What a fork does not have from its parent, weighed as a page of its own. */
export interface OwnPart extends Interval {
  readonly events: number;
  readonly weights: ByForm<Weight>;
}

/** Share of the progress that finding the page takes, alone and with forms that are weighed meanwhile. */
const SURVEY_SHARE = { alone: 0.1, weighing: 0.7 };

/** The share after which the page is explained, where that is asked for. */
const WHY_STARTS_AT = 0.25;

/**
 * Measures a page of a log in several representations. Memory does not grow with the log.
 * @throws {HistpackError} as `survey` does.
 */
export async function measureLog(log: Log, options: MeasureOptions): Promise<Measurement> {
  const { selection, forms, projection, compression } = options;
  const measuredShare = options.why === true ? WHY_STARTS_AT : 1;
  const report = (from: number, share: number, total: number) => (decodedBytes: number) =>
    options.onProgress?.(from + share * Math.min(1, decodedBytes / Math.max(1, total)));
  const representations = new Map<Form, Representation>([
    ...forms.map((form) => [form, representationOf(form, projection)] as const),
    ...byForm(options.ownForms ?? {}),
  ]);
  const weighing = {
    representations,
    compression,
    compressors: options.compressors,
    oneShot: options.oneShot === true ? OneShot.of(compression) : undefined,
  };
  const reading = { salvage: options.salvage === true, strict: options.strict === true };
  const isAhead = options.own !== 'only' && weighsAhead(selection, reading, weighing);
  const surveyShare = measuredShare * SURVEY_SHARE[isAhead ? 'weighing' : 'alone'];
  let decodedBytes = log.source.size;
  const surveying = {
    ...reading,
    steps: [...representations.values()].some(({ needsSteps }) => needsSteps),
    onProgress: (bytes: number) => {
      decodedBytes = Math.max(decodedBytes, bytes);
      report(0, surveyShare, log.source.size)(bytes);
    },
  };
  const { surveyed: whole, known } = isAhead
    ? await surveyAndWeigh(log, selection, surveying, weighing)
    : { surveyed: await survey(log, selection, surveying), known: {} };
  const surveyed = options.own === 'only' ? ownPage(whole) : whole;
  const { interval, inheritedEvents, warnings } = surveyed;
  const onProgress = report(surveyShare, measuredShare - surveyShare, decodedBytes);
  const weights = await weighPage(log, surveyed, { ...weighing, onProgress }, known);
  const isWholeFork = interval.fromSeq === 0 && (inheritedEvents ?? 0) > 0;
  const own =
    options.own === 'also' && isWholeFork ? await weighOwn(log, surveyed, weighing) : undefined;
  const why =
    options.why === true
      ? await explainPage(log, surveyed, {
          representations,
          weights,
          compression,
          leaveOut: options.whyLeaveOut,
          onProgress: (share) => options.onProgress?.(measuredShare + (1 - measuredShare) * share),
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
