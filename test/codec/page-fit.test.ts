import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FitEnd, PageFit } from '../../src/codec/page-fit.ts';
import { PageWriter } from '../../src/codec/page-writer.ts';
import { REPRESENTATIONS, type RepresentationName } from '../../src/codec/representations.ts';
import { responseFraming } from '../../src/codec/response.ts';
import { type Span, sliceSpan, spanInterval } from '../../src/codec/span.ts';
import type { Interval, Seq } from '../../src/codec/types.ts';
import { storedLog } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { layout } from '../support/layouts.ts';
import { deltaLine, eventLine, rowLine } from '../support/logs.ts';
import { spansOf } from '../support/spans.ts';

const NAMES = ['raw', 'packed', 'projection'] as const satisfies RepresentationName[];
const COMPLETED: ReadonlySet<string> = new Set(['0 0', '1 1']);
const ends = fc.constantFrom<FitEnd>('start', 'end');

function trim(
  spans: readonly Span[],
  name: RepresentationName,
  page: Interval,
  maxBytes: number,
  giveUp: FitEnd,
): Interval {
  const context = { ...page, completedSteps: COMPLETED };
  const found = new PageFit(REPRESENTATIONS[name], context, maxBytes, giveUp);
  for (const span of slices(spans, page)) if (!found.isFull) found.observe(span);
  return found.finish();
}

const slices = (spans: readonly Span[], page: Interval): Span[] =>
  spans.map((span) => sliceSpan(span, page)).filter((span) => span !== undefined);

/** The bytes of a response, and where each of its records begins. */
function response(spans: readonly Span[], name: RepresentationName, page: Interval) {
  const context = { completedSteps: COMPLETED };
  const writer = new PageWriter(REPRESENTATIONS[name], context, responseFraming(page));
  const pieces: string[] = [];
  const starts: Seq[] = [];
  for (const span of slices(spans, page)) {
    const before = writer.records;
    pieces.push(...writer.write(span));
    const { fromSeq } = spanInterval(span);
    const records = writer.records - before;
    for (let k = 0; k < records; k++) starts.push(fromSeq + k); // a row is one record
  }
  pieces.push(writer.finish());
  return { bytes: Buffer.byteLength(pieces.join('')), starts };
}

/** The largest part that fits, by trying all of them, the largest first. */
function naiveFit(
  spans: readonly Span[],
  name: RepresentationName,
  page: Interval,
  maxBytes: number,
  giveUp: FitEnd,
): Interval {
  const { starts } = response(spans, name, page);
  const cuts = starts.slice(1);
  const parts =
    giveUp === 'end'
      ? cuts.reverse().map((toSeq) => ({ fromSeq: page.fromSeq, toSeq }))
      : cuts.map((fromSeq) => ({ fromSeq, toSeq: page.toSeq }));
  const candidates = [page, ...parts];
  const found = candidates.find((part) => response(spans, name, part).bytes <= maxBytes);
  return found ?? (candidates.at(-1) as Interval); // one record stays
}

/** Spans of a log, a page of it, and a limit from nothing to more than all of it. */
const fitting = fc
  .tuple(layout(storedLog), fc.nat(60), fc.nat(60), fc.integer({ min: 0, max: 4000 }))
  .map(([{ events, stored }, a, b, maxBytes]) => {
    const bounds = [a, b].map((seq) => seq % (events.length + 1)).sort((x, y) => x - y);
    const [fromSeq = 0, toSeq = 0] = bounds;
    const spans = spansOf(stored.map((record) => JSON.stringify(record)));
    return { spans, page: { fromSeq, toSeq }, maxBytes };
  });

describe('PageFit', () => {
  itHolds(
    'finds the largest part that fits, and one record at least',
    fc.property(fitting, fc.constantFrom(...NAMES), ends, (all, name, giveUp) => {
      const { spans, page, maxBytes } = all;
      const found = trim(spans, name, page, maxBytes, giveUp);
      expect(found).toEqual(naiveFit(spans, name, page, maxBytes, giveUp));
    }),
    400,
  );

  // 9 to 10 and 0 to 1 are where watermarks and `hasMore` change their length.
  const lines = Array.from({ length: 13 }, (_, seq) => eventLine(seq, 'x', { e: 'é😀' }));
  const spans = spansOf(lines);

  it.each(['start', 'end'] as const)('is exact to the byte, giving up its %s', (giveUp) => {
    const page = { fromSeq: 0, toSeq: 13 };
    for (let records = 1; records <= 13; records++) {
      const part =
        giveUp === 'end'
          ? { fromSeq: 0, toSeq: records }
          : { fromSeq: 13 - records, toSeq: page.toSeq };
      const { bytes } = response(spans, 'raw', part);
      expect(trim(spans, 'raw', page, bytes, giveUp)).toEqual(part);
      if (records === 1) continue;
      const smaller = trim(spans, 'raw', page, bytes - 1, giveUp);
      expect(smaller.toSeq - smaller.fromSeq).toBe(records - 1);
    }
  });

  it('keeps one record whatever it weighs, and an empty page as it is', () => {
    const page = { fromSeq: 3, toSeq: 9 };
    expect(trim(spans, 'raw', page, 0, 'end')).toEqual({ fromSeq: 3, toSeq: 4 });
    expect(trim(spans, 'raw', page, 0, 'start')).toEqual({ fromSeq: 8, toSeq: 9 });
    for (const giveUp of ['start', 'end'] as const) {
      expect(trim(spans, 'raw', { fromSeq: 3, toSeq: 3 }, 0, giveUp)).toEqual({
        fromSeq: 3,
        toSeq: 3,
      });
    }
  });

  it('cuts a row of deltas between members where they are records, and never where it is one', () => {
    const row = spansOf([eventLine(0, 'x'), rowLine(1, ['a', 'b', 'c', 'd']), eventLine(5, 'y')]);
    const page = { fromSeq: 0, toSeq: 6 };
    expect(trim(row, 'raw', page, 500, 'end')).toEqual({ fromSeq: 0, toSeq: 3 });
    expect(trim(row, 'packed', page, 200, 'end')).toEqual({ fromSeq: 0, toSeq: 1 });
    expect(trim(row, 'packed', page, 200, 'start')).toEqual({ fromSeq: 5, toSeq: 6 });
    const short = spansOf([deltaLine(0, 'a'), deltaLine(1, 'b'), eventLine(2, 'y')]);
    expect(trim(short, 'packed', { fromSeq: 0, toSeq: 3 }, 210, 'end').toSeq).toBe(1);
  });

  it('cuts a projection before a record, so that dropped events go with the one before', () => {
    const dropped = [deltaLine(1, 'a'), deltaLine(2, 'b'), deltaLine(3, 'c')];
    const log = spansOf([eventLine(0, 'x'), ...dropped, eventLine(4, 'y'), eventLine(5, 'z')]);
    const page = { fromSeq: 0, toSeq: 6 };
    expect(trim(log, 'projection', page, 0, 'end')).toEqual({ fromSeq: 0, toSeq: 4 });
    expect(trim(log, 'projection', page, 0, 'start')).toEqual({ fromSeq: 5, toSeq: 6 });
    expect(trim(log, 'projection', { fromSeq: 1, toSeq: 4 }, 0, 'end')).toEqual({
      fromSeq: 1,
      toSeq: 4,
    });
  });

  it('stops asking for more once it is full, but only at the end', () => {
    const page = { fromSeq: 0, toSeq: 13, completedSteps: COMPLETED };
    const forward = new PageFit(REPRESENTATIONS.raw, page, 0, 'end');
    const backward = new PageFit(REPRESENTATIONS.raw, page, 0, 'start');
    for (const span of spans) {
      forward.observe(span);
      backward.observe(span);
    }
    expect([forward.isFull, backward.isFull]).toEqual([true, false]);
  });

  it('finds the end of a page of many thousand records', () => {
    const many = spansOf(Array.from({ length: 20_000 }, (_, seq) => eventLine(seq, 'x')));
    const page = { fromSeq: 0, toSeq: 20_000 };
    const part = { fromSeq: 19_000, toSeq: 20_000 };
    const { bytes } = response(many, 'raw', part);
    expect(trim(many, 'raw', page, bytes, 'start')).toEqual(part);
  });
});
