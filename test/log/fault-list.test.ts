import { describe, expect, it } from 'vitest';
import { FaultList, type LinePlace } from '../../src/log/fault-list.ts';
import { eventLine, fileText, rowLine } from '../support/logs.ts';
import { scan } from './scan.ts';

const place = (line: number): LinePlace => ({
  line,
  byteOffset: line * 10,
  frame: undefined,
  frameOffset: undefined,
});

const events = (...seqs: readonly number[]): string =>
  fileText(seqs.map((seq) => eventLine(seq, 'x')));

describe('seq faults', () => {
  it('name a gap, how much is missing and how many events follow', () => {
    const [fault, ...others] = scan(events(0, 1, 5, 6, 7)).faults;
    expect(others).toEqual([]);
    expect(fault).toMatchObject({
      code: 'E_SEQ',
      line: 3,
      seq: 5,
      message: 'gap: seq 5 where 2 is next, 3 events missing',
      detail: { direction: 'forwards', expected: 2, got: 5, followingEvents: 3 },
    });
  });

  it('name a duplicate and how far the second branch goes', () => {
    const [fault, ...others] = scan(events(0, 1, 2, 1, 2, 3)).faults;
    expect(others).toEqual([]);
    expect(fault).toMatchObject({
      code: 'E_SEQ',
      line: 4,
      seq: 1,
      message: 'duplicate: seq 1 comes again where 3 is next',
      hint: 'two writers: the second branch restarts at 1 and is contiguous from there (3 events)',
      detail: { direction: 'backwards', expected: 3, got: 1, branchEvents: 3 },
    });
  });

  it('speak of one event in the singular', () => {
    expect(scan(events(0, 2)).faults[0]?.message).toBe(
      'gap: seq 2 where 1 is next, 1 event missing',
    );
    expect(scan(events(0, 0)).faults[0]?.hint).toContain('(1 event)');
  });

  it.each([-1, 0.5, 2 ** 53])('name seq %d, which no event can have', (seq) => {
    const [fault] = scan(events(0, seq)).faults;
    expect(fault).toMatchObject({ code: 'E_SEQ', seq, detail: { expected: 1, got: seq } });
    expect(fault?.message).toBe(`seq ${seq} where 1 is next: a seq is an integer >= 0`);
  });

  it('count the members of a row', () => {
    const text = fileText([eventLine(0, 'x'), rowLine(3, ['a', 'b', 'c']), eventLine(6, 'x')]);
    const { faults } = scan(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.detail).toMatchObject({ expected: 1, got: 3, followingEvents: 4 });
  });

  it('come once for each break, and not once a line behind it', () => {
    const { faults } = scan(events(0, 2, 3, 9, 10, 4, 5));
    expect(faults.map(({ line, detail }) => [line, detail?.expected, detail?.got])).toEqual([
      [2, 1, 2],
      [4, 4, 9],
      [6, 11, 4],
    ]);
  });

  it('are not guessed behind a line that names no seq', () => {
    const text = `${events(0, 1)}{\n${events(7, 8)}`;
    expect(scan(text).faults.map(({ code }) => code)).toEqual(['E_JSON']);
    const broken = `${events(0, 1)}{\n${events(7, 9)}`;
    expect(scan(broken).faults.map(({ code, line }) => [code, line])).toEqual([
      ['E_JSON', 3],
      ['E_SEQ', 5],
    ]);
  });
});

describe('FaultList', () => {
  it('is empty until the first fault and then counts', () => {
    const list = new FaultList('f');
    expect(list.isEmpty).toBe(true);
    list.addSeq(place(1), 0, 4, 1);
    expect(list.isEmpty).toBe(false);
    expect(list.count).toBe(1);
    list.add({ code: 'E_JSON', message: 'm', ...place(2) });
    expect(list.count).toBe(2);
  });

  it('keeps the order of the lines, a fault that is still being followed included', () => {
    const list = new FaultList('f');
    list.addSeq(place(1), 0, 4, 2);
    list.follow(place(2), 6, 3);
    list.add({ code: 'E_JSON', message: 'm', ...place(3) });
    list.finish();
    expect(list.faults.map(({ line }) => line)).toEqual([1, 3]);
    expect(list.faults[0]?.detail).toMatchObject({ followingEvents: 5 });
  });

  it('keeps the first thousand and counts the rest', () => {
    const list = new FaultList('f');
    for (let line = 1; line <= 1500; line++)
      list.add({ code: 'E_JSON', message: 'm', ...place(line) });
    list.finish();
    expect(list.count).toBe(1500);
    expect(list.faults).toHaveLength(1000);
    expect(list.faults.at(-1)?.line).toBe(1000);
  });
});
