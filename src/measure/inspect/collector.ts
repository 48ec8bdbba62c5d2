import { InheritedPrefix } from '../../codec/inherited.ts';
import { own } from '../../codec/json.ts';
import { type EventSpan, eachEventText, isRun, type Span, spanInterval } from '../../codec/span.ts';
import type { EpochMs, Seq } from '../../codec/types.ts';
import type { LogHeader } from '../../log/header.ts';
import { distributionOf } from './distribution.ts';
import { EmbeddedStreamCounter } from './embedded.ts';
import { FamilyCounter } from './families.ts';
import { GapCollector } from './gaps.ts';
import { Histogram } from './histogram.ts';
import { TokenRateCounter } from './token-rate.ts';
import { TurnClock } from './turn-clock.ts';
import { TurnReader } from './turns.ts';

/** What a forked session has from its parent. */
export interface Inherited {
  readonly events: number;
  readonly ownEvents: number;
  /** UTF-8 bytes of the inherited events as JSON. */
  readonly jsonBytes: number;
  /** Every `session/end-seed`; the parent's own are copied along, so the first is not the border. */
  readonly endSeedSeqs: readonly Seq[];
}

/** Gathers what there is to say of a log, span by span. */
export class Collector {
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
