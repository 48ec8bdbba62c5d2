import type { ByForm } from '../forms.ts';
import type { Advice } from './advice.ts';

/** The line of every breakdown for what stands around the records: prefix, commas and suffix. */
export const RESPONSE_FRAME = '(response frame)';

/** One line of a breakdown. */
export interface Line {
  readonly name: string;
  /** Records that have bytes in it. */
  readonly records: number;
  /** Exact; the lines of a breakdown sum to the JSON bytes of the response. */
  readonly jsonBytes: number;
}

/** How much smaller the compressed response is without some records. Does not sum. */
export interface LeftOut {
  readonly gzipBytes: number;
  readonly brotliBytes: number;
}

/** A family, and what leaving it out saves; that is known of the largest only. */
export interface FamilyLine extends Line {
  readonly leaveOneOut?: LeftOut;
}

/** The breakdowns of a response, the largest line first, the frame last. */
export interface Breakdowns {
  /** By event type; chunks by chunk type, rows by row type. */
  readonly families: readonly FamilyLine[];
  /** By part of a record: envelope, gaps, fragments. */
  readonly parts: readonly Line[];
  readonly turns: readonly Line[];
  readonly steps: readonly Line[];
  /** By the name of the tool that a record belongs to. */
  readonly tools: readonly Line[];
}

/** Where the bytes of one representation are. */
export interface FormWhy extends Breakdowns {
  /** Of the whole response. */
  readonly jsonBytes: number;
}

/** Where the bytes of a page are. Plain data: this is what `--why` adds to JSON. */
export interface Why {
  readonly forms: ByForm<FormWhy>;
  readonly advice: readonly Advice[];
}
