import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldPage } from '../../../src/codec/fold/fold-page.ts';
import { fold } from '../../../src/codec/fold/representation.ts';
import { PageWriter } from '../../../src/codec/page-writer.ts';
import { responseFraming } from '../../../src/codec/response.ts';
import { sliceSpan } from '../../../src/codec/span.ts';
import { packChunkRuns } from '../../../src/codec/storage.ts';
import type { ChunkRow, Interval, SessionEvent } from '../../../src/codec/types.ts';
import { storedLog } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';
import { naiveResponse } from '../../support/naive.ts';
import { spansOf } from '../../support/spans.ts';
import { streamLog } from './streams.ts';

function written(lines: readonly string[], page: Interval): string {
  const writer = new PageWriter(fold, { completedSteps: new Set() }, responseFraming(page));
  let text = '';
  for (const span of spansOf(lines)) {
    const part = sliceSpan(span, page);
    if (part !== undefined) text += [...writer.write(part)].join('');
  }
  return text + writer.finish();
}

const packed = (events: readonly SessionEvent[]) =>
  packChunkRuns(events).map((record) =>
    ['text-chunks', 'reasoning-chunks', 'tool-call-chunks'].includes(record.type)
      ? { chunks: record as ChunkRow }
      : { event: record as SessionEvent },
  );

describe('the fold form of a page', () => {
  itHolds(
    'holds the inputs of the packed page, canonical',
    fc.property(fc.oneof(storedLog, streamLog), fc.nat(50), fc.nat(50), (events, from, length) => {
      const fromSeq = Math.min(from, events.length);
      const page = { fromSeq, toSeq: Math.min(fromSeq + length, events.length) };
      const lines = events.map((event) => JSON.stringify(event));
      const inputs = foldPage(packed(events.slice(page.fromSeq, page.toSeq)));
      expect(written(lines, page)).toBe(naiveResponse(inputs, page));
    }),
    500,
  );

  it('leaves a run too short for a row as it is stored', () => {
    const line =
      '{"type" : "assistant/chunk","seq":0,"time":0,"data":{"turn":1,"step":1,"chunk":{"type":"text-delta","index":0,"text":"a"}}}';
    expect(written([line], { fromSeq: 0, toSeq: 1 })).toContain(line);
  });

  it('wants its runs whole and is no lossless form', () => {
    expect(fold).toMatchObject({ needsWholeRuns: true, isLossless: false });
  });
});
