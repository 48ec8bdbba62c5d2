import type { Representation } from '../representation.ts';
import { canonicalDelta, MIN_ROW_MEMBERS } from '../run.ts';
import { eachEventText, isRun } from '../span.ts';
import { foldRun } from './fold-run.ts';

/**
 * What a browser plays: `foldPage` of the packed page, an input a record, all `{"event":…}`. A run
 * long enough for a row folds; everything else passes with its text as stored. The records do not
 * cover the page, so this is no response to stitch windows from: a lossy form for looking at.
 */
export const fold: Representation = {
  isLossless: false,
  needsWholeRuns: true,
  needsSteps: false,
  open: () => (span, sink) => {
    if (isRun(span) && span.length >= MIN_ROW_MEMBERS) {
      for (const delta of foldRun(span)) sink.event(canonicalDelta(delta));
    } else {
      eachEventText(span, (text) => sink.event(text));
    }
  },
};
