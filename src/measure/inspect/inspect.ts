import { InheritedPrefix } from '../../codec/inherited.ts';
import { own } from '../../codec/json.ts';
import { type EventSpan, eachEventText, isRun, type Span, spanInterval } from '../../codec/span.ts';
import type { EpochMs, Seq } from '../../codec/types.ts';
import { type Fault, HistpackError, type Warning } from '../../errors.ts';
import type { LogHeader } from '../../log/header.ts';
import type { Log } from '../../log/log.ts';
import { type LogEnd, scanLog } from '../../log/scan.ts';
import type { ScanCounts } from '../../log/scanner.ts';
import { readInterval, refuseTornTail } from '../../log/survey.ts';
import { type Distribution, distributionOf } from './distribution.ts';
import { EmbeddedStreamCounter, type EmbeddedStreams } from './embedded.ts';
import { type Family, FamilyCounter } from './families.ts';
import { GapCollector, type Gaps, type Stalls } from './gaps.ts';
import { type Bin, Histogram } from './histogram.ts';
import type { Sizes } from './sizes.ts';
import type { StateCounts } from './states.ts';
import type { Timeline } from './timeline.ts';
import { type TokenRate, TokenRateCounter } from './token-rate.ts';
import { TurnClock } from './turn-clock.ts';
import { type StepReport, TurnReader } from './turns.ts';

/** What a forked session has from its parent. */
export interface Inherited {
  readonly events: number;
  readonly ownEvents: number;
  /** UTF-8 bytes of the inherited events as JSON. */
  readonly jsonBytes: number;
  /** Every `session/end-seed`; the parent's own are copied along, so the first is not the border. */
  readonly endSeedSeqs: readonly Seq[];
}

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

class Collector {
  readonly #seedLength: number | undefined;
  readonly #prefix: InheritedPrefix;
  readonly #families = new FamilyCounter();
  readonly #turns = new TurnReader();
  readonly #embedded = new EmbeddedStreamCounter();
  readonly #clock = new TurnClock();
  readonly #gaps = new GapCollector();
  readonly #rate = new TokenRateCounter();
  readonly #runLengths: number[] = [];
  readonly #runLengthBins = new Histogram();
  readonly #endSeedSeqs: Seq[] = [];
  #inheritedBytes = 0;
  #events = 0;
  #firstTime: EpochMs | null = null;
  #lastTime: EpochMs | null = null;

  constructor({ seedLength }: LogHeader) {
    this.#seedLength = seedLength;
    this.#prefix = new InheritedPrefix(seedLength);
  }

  readonly observe = (spans: readonly Span[]): undefined => {
    for (const span of spans) this.#observe(span);
  };

  #observe(span: Span): void {
    this.#families.observe(span);
    const positions = this.#positions(span);
    this.#turns.observe(span, positions);
    this.#events = spanInterval(span).toSeq;
    this.#countInherited(span);
    if (isRun(span)) {
      this.#runLengths.push(span.length);
      this.#runLengthBins.add(span.length);
      this.#gaps.observe(span, positions);
      this.#rate.observe(positions);
      this.#noteTimes(span.times[0], span.times.at(-1));
      return;
    }
    this.#embedded.observe(span);
    const time = own(span.event, 'time');
    if (typeof time === 'number') this.#noteTimes(time, time);
    if (own(span.event, 'type') === 'session/end-seed') this.#noteEndSeed(span);
  }

  finish(maxCadence: number = Number.POSITIVE_INFINITY) {
    const { turns, steps, cadence, timeline } = this.#turns.finish(
      this.#clock.elapsedMs,
      maxCadence,
    );
    const [firstTime, lastTime] = [this.#firstTime, this.#lastTime];
    return {
      turns,
      steps,
      cadence,
      families: this.#families.finish(),
      runLengths: distributionOf(this.#runLengths),
      runLengthBins: this.#runLengthBins.finish(),
      ...this.#gaps.finish(),
      firstTime,
      lastTime,
      wallMs: firstTime === null || lastTime === null ? null : lastTime - firstTime,
      tokenRate: this.#rate.finish(),
      timeline,
      inherited: this.#inherited(),
      embedded: this.#embedded.finish(),
    };
  }

  /** Where a span lies inside turns: its event, or each member. */
  #positions(span: Span): readonly number[] {
    if (isRun(span)) return this.#clock.advanceRun(span.times);
    const time = own(span.event, 'time');
    if (typeof time !== 'number') return [this.#clock.elapsedMs];
    const type = own(span.event, 'type');
    if (type === 'turn/start') return [this.#clock.startTurn(time)];
    if (type === 'turn/end') return [this.#clock.endTurn(time)];
    return [this.#clock.advance(time)];
  }

  #inherited(): Inherited | undefined {
    const events = this.#prefix.within(this.#events);
    if (events === undefined) return undefined;
    return {
      events,
      ownEvents: this.#events - events,
      jsonBytes: this.#inheritedBytes,
      endSeedSeqs: this.#endSeedSeqs,
    };
  }

  #countInherited(span: Span): void {
    const until = this.#seedLength;
    if (until === undefined || spanInterval(span).fromSeq >= until) return;
    eachEventText(span, (text, seq) => {
      if (seq < until) this.#inheritedBytes += Buffer.byteLength(text, 'utf8');
    });
  }

  #noteEndSeed({ seq, text, event }: EventSpan): void {
    this.#endSeedSeqs.push(seq);
    if (this.#prefix.observe(event, seq)) {
      this.#inheritedBytes = this.#families.totalBytes - Buffer.byteLength(text, 'utf8');
    }
  }

  /** By order in the log, not by value: times may step back. */
  #noteTimes(first: EpochMs | undefined, last: EpochMs | undefined): void {
    this.#firstTime ??= first ?? null;
    this.#lastTime = last ?? this.#lastTime;
  }
}
