import { describe, expect, it } from 'vitest';
import { MAX_ENTRIES } from '../../../src/codec/columnar/dictionary.ts';
import { digits } from '../../../src/codec/columnar/digits.ts';
import { ColumnarRowReader } from '../../../src/codec/columnar/read-row.ts';
import { ColumnarRowWriter } from '../../../src/codec/columnar/write-row.ts';
import { DELTA_KINDS } from '../../../src/codec/kinds.ts';
import { RowError } from '../../../src/codec/row.ts';
import { Run, type RunHead } from '../../../src/codec/run.ts';
import type { JsonObject, JsonValue } from '../../../src/codec/types.ts';

const kindOf = (rowType: string) => {
  const kind = DELTA_KINDS.find((each) => each.rowType === rowType);
  if (kind === undefined) throw new Error(rowType);
  return kind;
};

const TEXT: RunHead = {
  ...{ kind: kindOf('text-chunks'), turn: 1, step: 2, index: 0 },
  ...{ id: undefined, name: undefined },
};
const CALL: RunHead = { ...TEXT, kind: kindOf('tool-call-chunks'), id: 'call-1', name: 'bash' };

const run = (fragments: string[], head = TEXT, seq0 = 7): Run =>
  new Run(
    head,
    seq0,
    fragments.map((_, member) => 100 + 5 * member),
    fragments,
  );

/** Few words many times: what goes by number. */
const repeating = (count: number, words = 4): string[] =>
  Array.from({ length: count }, (_, at) => ` some longer word ${at % words}`);

describe('a columnar row', () => {
  it('is one text with its cuts where a message repeats it', () => {
    const text = new ColumnarRowWriter().write(run(['Hello', ' ', 'world', '!']), true);
    expect(text).toBe(
      '{"type":"text-columns","seq0":7,"time0":100,"data":{"turn":1,"step":2,"index":0,' +
        '"gaps":"FFF","cuts":"ACAA","text":"Hello world!"}}',
    );
  });

  it('of a tool call has its id and name', () => {
    const text = new ColumnarRowWriter().write(run(['', '{', '}'], CALL), true);
    expect(text).toBe(
      '{"type":"tool-call-columns","seq0":7,"time0":100,"data":{"turn":1,"step":2,"index":0,' +
        '"id":"call-1","name":"bash","gaps":"FF","cuts":"BCA","text":"{}"}}',
    );
    const bare = { ...CALL, name: undefined };
    expect(new ColumnarRowWriter().write(run(['{'], bare), true)).toContain('"id":"call-1","gaps"');
  });

  it('has numbers of fragments where they repeat and no message does', () => {
    const rows = new ColumnarRowWriter();
    const [first, second] = [repeating(40), repeating(20, 5)];
    const texts = [rows.write(run(first), false), rows.write(run(second, TEXT, 47), false)];
    const data = texts.map((text) => JSON.parse(text).data);
    expect(data[0]).toMatchObject({ base: 0, codes: `AAAA${'BCDE'.repeat(9)}` });
    expect(data[1]).toMatchObject({ base: 4, codes: `BCDEA${'BCDEF'.repeat(3)}` });
    expect(data[1].text).toBe(' some longer word 4');
    const reader = new ColumnarRowReader();
    const read = texts.map((text) => reader.read(JSON.parse(text)).fragments);
    expect(read).toEqual([first, second]);
  });

  it('starts a new dictionary when the old one is full', () => {
    const rows = new ColumnarRowWriter();
    const reader = new ColumnarRowReader();
    const words = (prefix: string, count: number): string[] =>
      Array.from({ length: 4 * count }, (_, at) => ` ${prefix}${at % count} and more`);
    const bases = ['a', 'b', 'c'].map((prefix) => {
      const members = words(prefix, MAX_ENTRIES / 2 - (prefix === 'c' ? 0 : 1));
      const row = JSON.parse(rows.write(run(members), false));
      expect(reader.read(row).fragments).toEqual(members);
      return row.data.base;
    });
    expect(bases).toEqual([0, MAX_ENTRIES / 2 - 1, 0]);
  });

  it('joins what is more than a dictionary holds', () => {
    const words = Array.from(
      { length: 3 * MAX_ENTRIES + 3 },
      (_, at) => ` word ${at % (MAX_ENTRIES + 1)}`,
    );
    const row = JSON.parse(new ColumnarRowWriter().write(run(words), false));
    expect(row.data.codes).toBeUndefined();
    expect(new ColumnarRowReader().read(row).fragments).toEqual(words);
  });

  it('keeps every gap that a row can have', () => {
    const MAX = Number.MAX_SAFE_INTEGER;
    const times = [0, MAX, 0, -MAX, -MAX + 1, 0];
    const odd = new Run(TEXT, 0, times, ['a', 'b', 'c', 'd', 'e', 'f']);
    const text = new ColumnarRowWriter().write(odd, true);
    expect(new ColumnarRowReader().read(JSON.parse(text))).toEqual(odd);
  });
});

const ROW = { turn: 1, step: 2, index: 0, gaps: 'FF', cuts: 'CCC', text: 'abc' };
const CODED = { ...ROW, base: 0, codes: 'AAB', cuts: 'CC', text: 'ab' };

describe('a row that is wrong', () => {
  const envelope = (more: object): JsonObject => ({
    ...{ type: 'text-columns', seq0: 7, time0: 100, data: ROW },
    ...more,
  });
  const data = (more: object, base: object = ROW): JsonObject =>
    envelope({ data: { ...base, ...more } as JsonValue });
  const call = (more: object): JsonObject =>
    envelope({ type: 'tool-call-columns', data: { ...ROW, ...more } });

  it('is not what the others differ from', () => {
    expect(new ColumnarRowReader().read(data({})).fragments).toEqual(['a', 'b', 'c']);
    expect(new ColumnarRowReader().read(data({}, CODED)).fragments).toEqual(['a', 'b', 'a']);
    expect(new ColumnarRowReader().read(call({ id: 'c' })).head.name).toBeUndefined();
  });

  it.each<[string, JsonObject, string]>([
    ['of another type', envelope({ type: 'text-chunks' }), '"text-chunks" is no columnar row type'],
    ['with a key more', envelope({ more: 1 }), 'a row has exactly type, seq0, time0'],
    ['without data', envelope({ data: 1 }), 'and an object data'],
    ['with a negative seq0', envelope({ seq0: -1 }), 'seq0 must be a safe integer >= 0, got -1'],
    ['with half a time0', envelope({ time0: 0.5 }), 'time0 must be a safe integer, got 0.5'],
    [
      'beyond all seqs',
      envelope({ seq0: Number.MAX_SAFE_INTEGER - 1 }),
      'leaves the safe integers',
    ],
    [
      'beyond all times',
      envelope({ time0: Number.MAX_SAFE_INTEGER }),
      'the time of member 1 leaves',
    ],
    ['with a turn that is no number', data({ turn: '1' }), 'turn must be a number, got "1"'],
    ['with an index that is none', data({ index: null }), 'index must be a number, got null'],
    ['with a name and no call', data({ name: 'x' }), 'data has the keys'],
    ['with a base and no codes', data({ base: 0 }), 'data has the keys'],
    ['of a call without an id', call({}), 'data has the keys'],
    ['with an id that is none', call({ id: 1 }), 'id must be a string, got 1'],
    ['with a name that is none', call({ id: '1', name: 1 }), 'name must be a string, got 1'],
    ['with gaps that are a list', data({ gaps: [5, 5] }), 'gaps must be a string, got a list'],
    ['with gaps in another code', data({ gaps: '"' }), 'gaps: no number ends or goes on with'],
    ['with cuts in another code', data({ cuts: 'CC!' }), 'cuts: the text ends within a number'],
    ['with too many gaps', data({ gaps: 'FFF' }), 'cuts has 3 entries for the 4 members of gaps'],
    ['with too short a text', data({ text: 'ab' }), 'cuts and text differ in length'],
    ['with a text that is none', data({ text: 1 }), 'text must be a string, got 1'],
    ['on a base that is not known', data({ base: 2 }, CODED), 'base must be 0 or the 0 fragments'],
    ['with too few codes', data({ codes: 'AA' }, CODED), 'codes has 2 entries for the 3 members'],
    ['with codes in another code', data({ codes: 'AA"' }, CODED), 'codes: no number'],
    ['with a number not known yet', data({ codes: 'ACA' }, CODED), 'codes[1] is no fragment known'],
    ['with a negative number', data({ codes: 'AA B' }, CODED), 'codes[2] is no fragment known'],
    [
      'with a new fragment too many',
      data({ codes: 'AAA' }, CODED),
      'codes[2] is no fragment known',
    ],
    [
      'with a new fragment unused',
      data({ codes: 'ABB' }, CODED),
      'cuts has 2 fragments, and codes uses 1',
    ],
  ])('%s is refused', (_, row, message) => {
    const read = () => new ColumnarRowReader().read(row);
    expect(read).toThrow(RowError);
    expect(read).toThrow(message);
  });

  it('adds nothing to the dictionary', () => {
    const reader = new ColumnarRowReader();
    reader.read(data({}, CODED));
    expect(() => reader.read(data({ codes: 'ABZ', base: 2 }, CODED))).toThrow(RowError);
    const after = data({ base: 2, codes: 'BCB', cuts: '', text: '' }, CODED);
    expect(reader.read(after).fragments).toEqual(['a', 'b', 'a']);
  });

  it('cannot make a dictionary grow without end', () => {
    const members = MAX_ENTRIES + 1;
    const row = data(
      {
        gaps: 'F'.repeat(members - 1),
        codes: 'A'.repeat(members),
        cuts: digits(2).repeat(members),
        text: 'x'.repeat(members),
      },
      CODED,
    );
    expect(() => new ColumnarRowReader().read(row)).toThrow('a dictionary holds 32768 fragments');
  });
});
