import { isObject, own } from './json.ts';
import { stepKey, stepOf } from './page.ts';
import type { Representation } from './representation.ts';
import { canonicalDelta, type Run } from './run.ts';
import { type EventSpan, eachEventText, isRun, type Span } from './span.ts';

/**
 * The completed-step projection, the lossy candidate that the note compares with: every
 * `assistant/chunk` of a completed step is dropped, whatever its chunk type and its attempt.
 */
export const projection: Representation = {
  isLossless: false,
  needsWholeRuns: false,
  needsSteps: true,
  open:
    ({ completedSteps }) =>
    (span, sink) => {
      const step = stepOfChunks(span);
      if (step !== undefined && completedSteps.has(step)) return;
      eachEventText(span, (text) => sink.event(text));
    },
};

/** The projection, but each completed step keeps its first token: only chunks carry its time. */
export const projectionKeepFirstToken: Representation = {
  isLossless: false,
  needsWholeRuns: false,
  needsSteps: true,
  open: ({ completedSteps }) => {
    const started = new Set<string>();
    return (span, sink) => {
      const step = stepOfChunks(span);
      if (step === undefined || !completedSteps.has(step)) {
        eachEventText(span, (text) => sink.event(text));
        return;
      }
      const first = isRun(span) && !started.has(step) ? firstToken(span) : undefined;
      if (first === undefined) return;
      started.add(step);
      sink.event(first);
    };
  },
};

function stepOfChunks(span: Span): string | undefined {
  if (isRun(span)) return stepKey(span.head.turn, span.head.step);
  return isChunk(span) ? stepOf(span.event) : undefined;
}

const isChunk = ({ event }: EventSpan): boolean =>
  isObject(event) && own(event, 'type') === 'assistant/chunk';

/** The text of a run's first token: the first fragment with content, or a tool call's name. */
function firstToken(run: Run): string | undefined {
  const named = run.head.name !== undefined;
  const member = named ? 0 : run.fragments.findIndex((fragment) => fragment !== '');
  const [time, fragment] = [run.times[member], run.fragments[member]];
  if (time === undefined || fragment === undefined) return undefined;
  const seq = run.seq0 + member;
  return run.verbatim?.get(member) ?? canonicalDelta({ head: run.head, seq, time, fragment });
}
