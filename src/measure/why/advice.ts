import { MIN_ROW_MEMBERS } from '../../codec/run.ts';
import { isRun, type Span } from '../../codec/span.ts';
import type { Interval } from '../../codec/types.ts';
import type { ScanCounts } from '../../log/scanner.ts';
import type { Form } from '../forms.ts';
import type { CollectedForm, LargestResult } from './collect.ts';

/** Something that is certainly so, and that one can change. */
export type Advice =
  /** Deltas stand on lines of their own though they would pack; `deltas` of `allDeltas`, at least. */
  | { readonly kind: 'stored-unpacked'; readonly deltas: number; readonly allDeltas: number }
  /** Flushes cut runs: the log stores `rows` where `enough` would do. */
  | { readonly kind: 'runs-cut'; readonly rows: number; readonly enough: number }
  /** One tool result is half the page or more. */
  | ({
      readonly kind: 'large-tool-result';
      readonly form: Form;
      readonly share: number;
    } & LargestResult);

/** The share of a page from which one tool result is worth a word. */
const LARGE_SHARE = 0.5;

/** The forms in which a result is looked at: what a host would send first. */
const PREFERRED: readonly Form[] = ['packed', 'projection', 'raw'];

/** Counts what packing makes of the runs of a page. */
export class RunCounter {
  /** Runs that become rows, and their members. */
  rows = 0;
  packed = 0;
  /** Members of runs that stay events. */
  loose = 0;

  observe(span: Span): void {
    if (!isRun(span)) return;
    if (span.length < MIN_ROW_MEMBERS) {
      this.loose += span.length;
      return;
    }
    this.rows += 1;
    this.packed += span.length;
  }
}

/** Whether counts of a scan are about exactly the events of a page. */
export const describesPage = (
  { records, rows, packedDeltas }: ScanCounts,
  { fromSeq, toSeq }: Interval,
): boolean => fromSeq === 0 && records - rows + packedDeltas === toSeq;

/**
 * What the stored layout of a log tells, where it is the whole page. Both are lower bounds: a row
 * that packing turns back into events, having one or two members, speaks against neither.
 */
export function layoutAdvice(
  stored: Pick<ScanCounts, 'rows' | 'packedDeltas' | 'looseDeltas'>,
  runs: Pick<RunCounter, 'rows' | 'packed' | 'loose'>,
): Advice[] {
  const advice: Advice[] = [];
  const deltas = runs.packed - stored.packedDeltas;
  const allDeltas = stored.packedDeltas + stored.looseDeltas;
  if (deltas > 0) advice.push({ kind: 'stored-unpacked', deltas, allDeltas });
  // Every loose member may have been a stored row of its own; what is left then was cut.
  if (stored.rows - runs.loose > runs.rows) {
    advice.push({ kind: 'runs-cut', rows: stored.rows, enough: runs.rows });
  }
  return advice;
}

/** Whether one tool result holds half the page, in the first form that was measured and where it does. */
export function resultAdvice(
  results: ReadonlyMap<Form, Pick<CollectedForm, 'jsonBytes' | 'largestResult'>>,
): Advice[] {
  for (const form of PREFERRED) {
    const { jsonBytes = 0, largestResult } = results.get(form) ?? {};
    const share = (largestResult?.jsonBytes ?? 0) / jsonBytes;
    if (largestResult !== undefined && share >= LARGE_SHARE) {
      return [{ kind: 'large-tool-result', form, share, ...largestResult }];
    }
  }
  return [];
}
