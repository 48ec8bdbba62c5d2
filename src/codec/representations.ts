import { columnar } from './columnar/representation.ts';
import { fold } from './fold/representation.ts';
import { messages } from './messages.ts';
import { projection, projectionKeepFirstToken } from './projection.ts';
import type { Representation } from './representation.ts';
import { rowText } from './row.ts';
import { MIN_ROW_MEMBERS } from './run.ts';
import { eachEventText, isRun } from './span.ts';

/** Every event, a record each. */
const raw: Representation = {
  isLossless: true,
  needsWholeRuns: false,
  needsSteps: false,
  open: () => (span, sink) => eachEventText(span, (text) => sink.event(text)),
};

/** Runs of deltas as chunk rows, the note's lossless form. */
const packed: Representation = {
  isLossless: true,
  needsWholeRuns: true,
  needsSteps: false,
  open: () => (span, sink) => {
    if (isRun(span) && span.length >= MIN_ROW_MEMBERS) sink.chunks(rowText(span));
    else eachEventText(span, (text) => sink.event(text));
  },
};

/** All forms, by name. */
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
