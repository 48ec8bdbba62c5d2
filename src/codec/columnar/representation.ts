import { stepKey } from '../page.ts';
import type { RecordSink, Representation, SpanWriter } from '../representation.ts';
import { MIN_ROW_MEMBERS, type Run } from '../run.ts';
import { eachEventText, isRun } from '../span.ts';
import { membersOf } from '../storage.ts';
import type { JsonObject } from '../types.ts';
import { nextText, type Position, positionOf } from './next-event.ts';
import { ColumnarRowWriter } from './write-row.ts';

/** The keys of records that only columnar pages have. */
export const COLUMNS_KEY = 'columns';
export const NEXT_KEY = 'next';

/**
 * The columnar form of docs/columnar.md: lossless like the packed one, and smaller. A run of three
 * or more deltas is `{"columns":…}`; any other event is `{"next":…}`, told by the one before it,
 * or `{"event":…}` as it is.
 */
export const columnar: Representation = {
  isLossless: true,
  needsWholeRuns: true,
  needsSteps: true,
  open: ({ completedSteps }) => writer((turn, step) => completedSteps.has(stepKey(turn, step))),
};

function writer(isCompleted: (turn: number, step: number) => boolean): SpanWriter {
  const rows = new ColumnarRowWriter();
  let before: Position | undefined;
  const writeEvent = (event: JsonObject, text: string, sink: RecordSink): void => {
    const next = nextText(event, text, before);
    if (next === undefined) sink.event(text);
    else sink.record(NEXT_KEY, next, false);
    before = positionOf(event);
  };
  return (span, sink) => {
    if (isRun(span) && span.length >= MIN_ROW_MEMBERS) {
      const isRepeated = isCompleted(span.head.turn, span.head.step);
      sink.record(COLUMNS_KEY, rows.write(span, isRepeated), true);
      before = endOf(span);
      return;
    }
    const events = isRun(span) ? membersOf(span) : [span.event];
    let member = 0;
    eachEventText(span, (text) => {
      // A member is JSON by its type's contract; there are as many as there are texts.
      writeEvent(events[member++] as unknown as JsonObject, text, sink);
    });
  };
}

/** The position of a run's last member. */
export const endOf = (run: Run): Position => ({
  seq: run.toSeq - 1,
  time: run.times.at(-1) as number, // a run has members
});
