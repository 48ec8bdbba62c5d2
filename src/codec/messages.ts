import { own } from './json.ts';
import type { Representation } from './representation.ts';
import { isRun } from './span.ts';

/**
 * Assembled messages alone, the form that the note rejects: what users, models and tools said, as
 * surface events that were appended (FORMAT section 2), and nothing else. An unfinished answer is
 * not in it, and neither are turns, steps, tool calls and times of tokens.
 */
export const messages: Representation = {
  isLossless: false,
  needsWholeRuns: false,
  needsSteps: false,
  open: () => (span, sink) => {
    if (!isRun(span) && own(span.event, 'surfaceOp') === 'append') sink.event(span.text);
  },
};
