import type { EpochMs, Seq } from '../../codec/types.ts';
import { type Fault, HistpackError, type Warning } from '../../errors.ts';
import type { LogHeader } from '../../log/header.ts';
import type { Log } from '../../log/log.ts';
import { type LogEnd, scanLog } from '../../log/scan.ts';
import type { ScanCounts } from '../../log/scanner.ts';
import { readInterval, refuseTornTail } from '../../log/survey.ts';
import { Collector, type Inherited } from './collector.ts';
import type { Distribution } from './distribution.ts';
import type { EmbeddedStreams } from './embedded.ts';
import type { Family } from './families.ts';
import type { Gaps, Stalls } from './gaps.ts';
import type { Bin } from './histogram.ts';
import type { Sizes } from './sizes.ts';
import type { StateCounts } from './states.ts';
import type { Timeline } from './timeline.ts';
import type { TokenRate } from './token-rate.ts';
import type { StepReport } from './turns.ts';

/** What is in a log. Plain data: this is what `--json` prints. */
export interface Inspection {
  readonly file: string;
  readonly encoding: string;
  readonly fileBytes: number;
  readonly decodedBytes: number;
  readonly frames: LogEnd['frames'];
  readonly header: Omit<LogHeader, 'fields'>;
  /** Lines of the valid prefix, the header included. */
  readonly lines: number;
  readonly events: number;
  readonly firstSeq: Seq | null;
  readonly lastSeq: Seq | null;
  readonly stored: ScanCounts;
  readonly turns: StateCounts;
  readonly steps: StateCounts;
  readonly families: readonly Family[];
  /** Members of a run, over maximal runs, however the file cuts them. */
  readonly runLengths: Distribution | undefined;
  /** The same on a log scale. */
  readonly runLengthBins: readonly Bin[];
  readonly gaps: Gaps;
  readonly stalls: Stalls;
  readonly firstTime: EpochMs | null;
  readonly lastTime: EpochMs | null;
  readonly wallMs: number | null;
  readonly cadence: readonly StepReport[];
  readonly tokenRate: TokenRate;
  readonly timeline: Timeline;
  /** Absent where they were not asked for. */
  readonly sizes?: Sizes;
  readonly inherited: Inherited | undefined;
  readonly embedded: EmbeddedStreams;
  readonly salvaged: Fault | undefined;
  readonly warnings: readonly Warning[];
}

export interface InspectOptions {
  readonly salvage?: boolean;
  /** Refuse a torn tail. */
  readonly strict?: boolean;
  /** Steps in `cadence`, from the first on; all by default, which costs memory for each. */
  readonly maxCadence?: number;
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
}

/**
 * Looks through a log once. Memory: a few numbers for each run and step.
 * @throws {HistpackError} the first fault of a corrupt log, unless `salvage`; `E_TORN` under `strict`.
 */
export async function inspectLog(log: Log, options: InspectOptions = {}): Promise<Inspection> {
  const { salvage = false, strict = false, onProgress } = options;
  let collector = new Collector(log.header);
  const end = await scanLog(log, { onSpans: collector.observe, onProgress });
  if (end.corruption !== undefined) {
    if (!salvage) throw new HistpackError(end.corruption);
    collector = new Collector(log.header);
    const interval = { fromSeq: 0, toSeq: end.endSeq };
    await readInterval(log, { interval }, collector.observe);
  }
  if (strict) refuseTornTail(end.warnings);
  const { fields: _, ...header } = log.header;
  return {
    file: log.source.name,
    encoding: log.encoding.name,
    fileBytes: log.source.size,
    decodedBytes: end.decodedBytes,
    frames: end.frames,
    header,
    lines: end.counts.records + 1,
    events: end.endSeq,
    firstSeq: end.endSeq === 0 ? null : 0,
    lastSeq: end.endSeq === 0 ? null : end.endSeq - 1,
    stored: end.counts,
    ...collector.finish(options.maxCadence),
    salvaged: end.corruption,
    warnings: [...log.warnings, ...end.warnings],
  };
}
