import { RunAssembler } from '../../src/codec/assembler.ts';
import { readDelta } from '../../src/codec/delta.ts';
import { StepMessages } from '../../src/codec/page.ts';
import { PageWriter } from '../../src/codec/page-writer.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../src/codec/representations.ts';
import { type RecordFraming, responseFraming } from '../../src/codec/response.ts';
import { isRowTagged, readRow } from '../../src/codec/row.ts';
import { canonicalDelta, type Run } from '../../src/codec/run.ts';
import { eachEventText, isRun, type Span, sliceSpan } from '../../src/codec/span.ts';
import type { Interval, JsonObject, JsonValue } from '../../src/codec/types.ts';

/** The spans of a sound log from its lines, each taken apart with `JSON.parse`: the slow path. */
export function spansOf(lines: readonly string[]): Span[] {
  const runs = new RunAssembler();
  const spans: Span[] = [];
  const push = (run: Run | undefined): void => {
    if (run !== undefined) spans.push(run);
  };
  for (const text of lines) {
    const event = JSON.parse(text) as JsonValue;
    const delta = readDelta(event);
    if (isRowTagged(event)) push(runs.addRun(readRow(event)));
    else if (delta !== undefined) {
      push(runs.addDelta(delta, canonicalDelta(delta) === text ? undefined : text));
    } else {
      push(runs.close());
      const ordinary = event as unknown as JsonObject & { seq: number }; // in a sound log
      spans.push({ seq: ordinary.seq, text, event: ordinary });
    }
  }
  push(runs.close());
  return spans;
}

/** The texts of all events of some spans. */
export function textsOf(spans: readonly Span[]): string[] {
  const texts: string[] = [];
  for (const span of spans) eachEventText(span, (text) => texts.push(text));
  return texts;
}

/** A page of a log in one representation: its pieces, and the writer for its counts. */
export function writePage(
  name: RepresentationName,
  spans: readonly Span[],
  page: Interval,
  framing: RecordFraming = responseFraming(page),
): { pieces: string[]; text: string; writer: PageWriter } {
  const steps = new StepMessages();
  for (const span of spans) if (!isRun(span)) steps.observe(span.event, span.seq);
  const context = { completedSteps: steps.completedIn(page) };
  const writer = new PageWriter(REPRESENTATIONS[name], context, framing);
  const pieces: string[] = [];
  for (const span of spans) {
    const part = sliceSpan(span, page);
    if (part !== undefined) pieces.push(...writer.write(part));
  }
  pieces.push(writer.finish());
  return { pieces, text: pieces.join(''), writer };
}
