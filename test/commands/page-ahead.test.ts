import { describe, expect, it } from 'vitest';
import type { Interval } from '../../src/codec/types.ts';
import { PageAhead } from '../../src/commands/page-ahead.ts';
import { spansOf } from '../support/spans.ts';

const MIB = 1024 * 1024;
const SPANS = spansOf(['{"type":"a","seq":0,"time":0}']);

/** A page that writes pieces of a size, whatever the spans, and its end. */
function pageOf(pieceBytes: number) {
  return (interval: Interval) => ({
    *write() {
      yield 'x'.repeat(pieceBytes);
    },
    flush: () => '',
    finish: () => `${interval.fromSeq} ${interval.toSeq}`,
  });
}

/** Writes so many pieces of a MiB each, of a log that is read in steps of so many bytes. */
function written(pieces: number, logBytesAPiece: number, logBytes = 0) {
  const ahead = new PageAhead(pageOf(MIB), logBytes);
  for (let piece = 1; piece <= pieces; piece++) {
    ahead.progress(piece * logBytesAPiece);
    ahead.write(SPANS);
  }
  return ahead.finish(7);
}

describe('a page that is written ahead', () => {
  it('is all pieces, with an end that is told last', () => {
    const pieces = written(10, MIB);
    expect(pieces?.length).toBe(11);
    expect(pieces?.at(-1)).toBe('0 7');
    expect(Buffer.concat((pieces ?? []).map((piece) => Buffer.from(piece))).length).toBe(
      10 * MIB + 3,
    );
  });

  it('is given up where it is several times as large as the log', () => {
    expect(written(10, MIB / 2)).toBeDefined();
    expect(written(10, MIB / 5)).toBeUndefined();
  });

  it('is given up where it is too large to be held, as soon as that can be told', () => {
    expect(written(80, MIB)).toBeDefined();
    expect(written(81, MIB)).toBeUndefined();
    expect(written(5, MIB, 80 * MIB)).toBeDefined();
    expect(written(5, MIB, 81 * MIB)).toBeUndefined();
  });
});
