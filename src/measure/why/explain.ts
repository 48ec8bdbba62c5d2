import type { PageContext, Representation } from '../../codec/representation.ts';
import { type Span, sliceSpan } from '../../codec/span.ts';
import type { Interval } from '../../codec/types.ts';
import type { Log } from '../../log/log.ts';
import { scanLog } from '../../log/scan.ts';
import type { ScanCounts } from '../../log/scanner.ts';
import { type PagePlace, readInterval, type Survey } from '../../log/survey.ts';
import type { Weight } from '../channel.ts';
import type { CompressionOptions } from '../compressors.ts';
import { type ByForm, byForm, type Form } from '../forms.ts';
import { weighPage } from '../weigh.ts';
import { type Advice, describesPage, layoutAdvice, RunCounter, resultAdvice } from './advice.ts';
import { type CollectedForm, PageCollector } from './collect.ts';
import { withoutFamily } from './leave-out.ts';
import type { FamilyLine, FormWhy, LeftOut, Why } from './why.ts';

/** Families of each form that are left out, the largest, where the caller does not say. */
export const DEFAULT_LEFT_OUT = 5;

export interface ExplainOptions {
  /** The measured forms and how each is written. */
  readonly representations: ReadonlyMap<Form, Representation>;
  /** What the measurement found for them. */
  readonly weights: ByForm<Weight>;
  /** That of the measurement; the differences would mean nothing otherwise. */
  readonly compression: CompressionOptions;
  /** How many families to leave out, one at a time; 0 leaves the compressed sizes unexplained. */
  readonly leaveOut?: number | undefined;
  /** Called with the share of the work done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Tells where the bytes of a page are. Reads the page once for the JSON bytes, which are exact,
 * and once more for each family left out, all forms at the same time: with the default, five
 * times the time of the measurement, in its memory.
 */
export async function explainPage(
  log: Log,
  surveyed: Survey,
  options: ExplainOptions,
): Promise<Why> {
  const { representations, weights, compression, leaveOut = DEFAULT_LEFT_OUT } = options;
  const page = { ...surveyed.interval, completedSteps: surveyed.completedSteps };
  const { collected, advice } = await collect(log, surveyed, page, representations);
  const forms = new Map([...collected].map(([form, { largestResult: _, ...why }]) => [form, why]));
  const passes = Math.min(leaveOut, Math.max(0, ...[...forms.values()].map(contributors)));
  for (let rank = 0; rank < passes; rank++) {
    options.onProgress?.((1 + rank) / (1 + passes));
    const without = new Map<Form, Representation>();
    for (const [form, representation] of representations) {
      const family = familyAt(forms.get(form), rank);
      if (family !== undefined) without.set(form, withoutFamily(representation, family.name));
    }
    const rests = await weighPage(log, surveyed, { representations: without, compression });
    for (const [form, rest] of byForm(rests)) {
      const [why, whole] = [forms.get(form), weights[form]];
      if (why === undefined || whole === undefined) continue;
      forms.set(form, withLeftOut(why, rank, difference(whole, rest)));
    }
  }
  options.onProgress?.(1);
  return { forms: Object.fromEntries(forms), advice };
}

/** The first reading: all breakdowns of all forms. */
async function collect(
  log: Log,
  place: PagePlace,
  page: Interval & PageContext,
  representations: ReadonlyMap<Form, Representation>,
): Promise<{ collected: ReadonlyMap<Form, CollectedForm>; advice: Advice[] }> {
  const collectors = new Map(
    [...representations].map(([form, each]) => [form, new PageCollector(each, page)]),
  );
  const runs = new RunCounter();
  const stored = await readPage(log, place, (span) => {
    runs.observe(span);
    for (const collector of collectors.values()) collector.write(span);
  });
  const collected = new Map(
    [...collectors].map(([form, collector]) => [form, collector.finish(page)]),
  );
  const isWhole = stored !== undefined && describesPage(stored, page);
  const layout = isWhole ? layoutAdvice(stored, runs) : [];
  return { collected, advice: [...layout, ...resultAdvice(collected)] };
}

/** Reads a page; from the start of the log it also tells how that is stored. */
async function readPage(
  log: Log,
  place: PagePlace,
  take: (span: Span) => void,
): Promise<ScanCounts | undefined> {
  const { interval, start } = place;
  const onSpans = (spans: readonly Span[]): undefined => {
    for (const span of spans) {
      const part = sliceSpan(span, interval);
      if (part !== undefined) take(part);
    }
  };
  if (start !== undefined || interval.fromSeq > 0) {
    await readInterval(log, place, onSpans);
    return undefined;
  }
  return (await scanLog(log, { until: interval.toSeq, onSpans })).counts;
}

/** The families of a form; its last line is the frame, which cannot be left out. */
const contributors = ({ families }: FormWhy): number => families.length - 1;

const familyAt = (why: FormWhy | undefined, rank: number): FamilyLine | undefined =>
  why === undefined || rank >= contributors(why) ? undefined : why.families[rank];

const difference = (whole: Weight, rest: Weight): LeftOut => ({
  gzipBytes: whole.gzipBytes - rest.gzipBytes,
  brotliBytes: whole.brotliBytes - rest.brotliBytes,
});

const withLeftOut = (why: FormWhy, rank: number, leaveOneOut: LeftOut): FormWhy => ({
  ...why,
  families: why.families.map((line, at) => (at === rank ? { ...line, leaveOneOut } : line)),
});
