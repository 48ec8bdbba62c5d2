import { columnar } from './columnar/representation.ts';
import { fold } from './fold/representation.ts';
import { isObject, own } from './json.ts';
import { messages } from './messages.ts';
import { type CompletedSteps, stepKey, stepOf } from './page.ts';
import { rowText } from './row.ts';
import { canonicalDelta, MIN_ROW_MEMBERS, type Run } from './run.ts';
import { type EventSpan, eachEventText, isRun, type Span } from './span.ts';

/** Takes history records in order, as JSON text. */
export interface RecordSink {
  /** A record `{"event":…}`; `text` is the event. */
  event(text: string): void;
  /** A record `{"chunks":…}`; `text` is the chunk row. */
  chunks(text: string): void;
  /**
   * A record `{key:…}` of another kind, which only pages of this representation have.
   * @param isRow whether it stands for several events, as a chunk row does
   */
  record(key: string, text: string, isRow: boolean): void;
}

/** What a representation may know about the page that it writes. */
export interface PageContext {
  readonly completedSteps: CompletedSteps;
}

/** Writes the records of one span, already cut to the page. */
export type SpanWriter = (span: Span, sink: RecordSink) => void;

/** One way to send a page. A new one is an entry in `REPRESENTATIONS`. */
export interface Representation {
  readonly isLossless: boolean;
  /** Whether a run must come in one piece; otherwise it may come cut, to bound memory. */
  readonly needsWholeRuns: boolean;
  /** Whether it asks which steps are completed; finding out takes memory. */
  readonly needsSteps: boolean;
  /** Starts a page; the writer then takes its spans in order. */
  open(page: PageContext): SpanWriter;
}

const raw: Representation = {
  isLossless: true,
  needsWholeRuns: false,
  needsSteps: false,
  open: () => (span, sink) => eachEventText(span, (text) => sink.event(text)),
};

const packed: Representation = {
  isLossless: true,
  needsWholeRuns: true,
  needsSteps: false,
  open: () => (span, sink) => {
    if (isRun(span) && span.length >= MIN_ROW_MEMBERS) sink.chunks(rowText(span));
    else eachEventText(span, (text) => sink.event(text));
  },
};

/**
 * The completed-step projection, the lossy candidate that the note compares with: every
 * `assistant/chunk` of a completed step is dropped, whatever its chunk type and its attempt.
 */
const projection: Representation = {
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
const projectionKeepFirstToken: Representation = {
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

export const REPRESENTATIONS = {
  raw,
  projection,
  packed,
  'projection-keep-first-token': projectionKeepFirstToken,
  fold,
  columnar,
  messages,
} as const satisfies Record<string, Representation>;

export type RepresentationName = keyof typeof REPRESENTATIONS;

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
