import { foldRow } from '../codec/fold/fold-run.ts';
import { settle } from '../codec/fold/view.ts';
import type { ChunkRow } from '../codec/types.ts';
import { type Summary, summarize } from './summary.ts';

/** The lengths of the note's second table. */
export const SCALING_MEMBERS: readonly number[] = [10_000, 20_000, 40_000];

export interface ScalingTask {
  readonly runs: number;
}

/** What it costs to fold one long row. */
export interface FoldCost {
  readonly members: number;
  /** Of one fold. */
  readonly ms: Summary;
  /** Of the median: the same for all lengths where the cost is linear. */
  readonly nsPerMember: number;
}

/** Folds timed together: one is too short for the clock. */
const FOLDS = 20;
const NS_PER_MS = 1e6;

/**
 * The cost of folding one row of growing length whose members are white space but for the last. A fold
 * that looked at all the text so far at every member would cost the square of it.
 */
export function measureFoldCosts({ runs }: ScalingTask): FoldCost[] {
  return SCALING_MEMBERS.map((members) => {
    const row = whitespaceRow(members);
    timeFolds(row); // compiles
    const ms = summarize(Array.from({ length: runs }, () => timeFolds(row)));
    return { members, ms, nsPerMember: (ms.median * NS_PER_MS) / members };
  });
}

/** A reasoning row of single blanks with one word at its end. */
export function whitespaceRow(members: number): ChunkRow {
  const texts: string[] = new Array(members).fill(' ');
  texts[members - 1] = 'end';
  const dt: number[] = new Array(members - 1).fill(1);
  return {
    type: 'reasoning-chunks',
    seq0: 0,
    time0: 0,
    data: { turn: 1, step: 1, index: 0, dt, texts },
  };
}

function timeFolds(row: ChunkRow): number {
  const start = performance.now();
  for (let fold = 0; fold < FOLDS; fold++) settle(foldRow(row));
  return (performance.now() - start) / FOLDS;
}
