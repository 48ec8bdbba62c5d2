import { describe, expect, it } from 'vitest';
import { deltaLine, eventLine, fileText, rowLine, turnEnd } from '../support/logs.ts';
import { scan } from './scan.ts';

/** What a scan of these lines finds, its runs as the rows that they make. */
const spansOf = (lines: readonly string[]): unknown[] =>
  scan(fileText(lines)).spans.map((span) => {
    const { row, text } = span as { row?: string; text?: string };
    return row ?? text;
  });

describe('runs', () => {
  it.each([
    ['loose lines', ['a', 'b', 'c', 'd'].map((text, seq) => deltaLine(seq, text))],
    ['one row', [rowLine(0, ['a', 'b', 'c', 'd'])]],
    ['two rows', [rowLine(0, ['a', 'b']), rowLine(2, ['c', 'd'])]],
    ['rows of one', ['a', 'b', 'c', 'd'].map((text, seq) => rowLine(seq, [text]))],
    ['a row and lines', [rowLine(0, ['a', 'b']), deltaLine(2, 'c'), deltaLine(3, 'd')]],
    ['a line and a row', [deltaLine(0, 'a'), rowLine(1, ['b', 'c', 'd'])]],
    ['line, row, line', [deltaLine(0, 'a'), rowLine(1, ['b', 'c']), deltaLine(3, 'd')]],
  ])('are the same whether stored as %s', (_, lines) => {
    expect(spansOf([...lines, turnEnd(4)])).toEqual([rowLine(0, ['a', 'b', 'c', 'd']), turnEnd(4)]);
  });

  it('end at an event, at another step and at another kind', () => {
    const event = eventLine(2, 'step/start');
    const lines = [
      ...[deltaLine(0, 'a'), deltaLine(1, 'b'), event, deltaLine(3, 'c')],
      ...[deltaLine(4, 'd', { step: 1 }), rowLine(5, ['e', 'f'], { step: 1, kind: 'reasoning' })],
    ];
    expect(spansOf(lines)).toEqual([
      ...[rowLine(0, ['a', 'b']), event, rowLine(3, ['c']), rowLine(4, ['d'], { step: 1 })],
      rowLine(5, ['e', 'f'], { step: 1, kind: 'reasoning' }),
    ]);
  });

  it('at the end of the log are complete', () => {
    expect(spansOf([rowLine(0, ['a', 'b', 'c'])])).toEqual([rowLine(0, ['a', 'b', 'c'])]);
  });

  it('keep the stored text of a line that is not canonical', () => {
    const spaced = deltaLine(1, 'b').replace('"seq":1', '"seq": 1');
    const { spans, counts } = scan(fileText([deltaLine(0, 'a'), spaced, deltaLine(2, 'c')]));
    expect(spans).toEqual([{ row: rowLine(0, ['a', 'b', 'c']), verbatim: [[1, spaced]] }]);
    expect(counts).toMatchObject({ looseDeltas: 3, nonCanonicalDeltas: 1 });
  });

  it('leave out a delta with a key too many, which never packs', () => {
    const odd = deltaLine(1, 'b').replace('"seq":1', '"seq":1,"ignorable":true');
    expect(spansOf([deltaLine(0, 'a'), odd, deltaLine(2, 'c')])).toEqual([
      ...[rowLine(0, ['a']), odd, rowLine(2, ['c'])],
    ]);
  });
});

describe('counts', () => {
  it('tell records, rows and loose deltas up to the first fault', () => {
    const lines = [
      ...[eventLine(0, 'turn/start'), rowLine(1, ['a', 'b']), deltaLine(3, 'c'), deltaLine(4, 'd')],
      ...['{', rowLine(5, ['e', 'f']), deltaLine(7, 'g')],
    ];
    const { counts, nextSeq } = scan(fileText(lines));
    expect(counts).toMatchObject({ records: 4, rows: 1, looseDeltas: 2 });
    expect(nextSeq).toBe(5);
  });

  it('tell lines that end in CR LF, whose text comes without it', () => {
    const lines = [eventLine(0, 'turn/start'), deltaLine(1, 'a'), turnEnd(2)];
    const { spans, counts, faults } = scan(lines.map((line) => `${line}\r\n`).join(''));
    expect(faults).toEqual([]);
    expect(counts.crlfLines).toBe(3);
    expect(spans).toMatchObject([
      { text: lines[0] },
      { row: rowLine(1, ['a']) },
      { text: lines[2] },
    ]);
  });
});

describe('an ordinary line', () => {
  it('passes verbatim but for white space around it', () => {
    const text = '{ "seq": 0, "big": 12345678901234567890, "k": 1, "k": 2, "e": "\\u0061\\/" }';
    expect(spansOf([`  ${text}\t `])).toEqual([text]);
  });
});
