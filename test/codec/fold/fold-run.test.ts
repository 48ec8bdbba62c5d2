import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldRow, foldRun } from '../../../src/codec/fold/fold-run.ts';
import { DELTA_KINDS, type DeltaKind } from '../../../src/codec/kinds.ts';
import { RowError } from '../../../src/codec/row.ts';
import { Run, type RunHead } from '../../../src/codec/run.ts';
import { decodeStorageRecord } from '../../../src/codec/storage.ts';
import type { ChunkRow, SessionEvent } from '../../../src/codec/types.ts';
import { row } from '../../support/arbitraries.ts';
import { itHolds } from '../../support/fuzz.ts';
import { isDelta } from '../../support/naive.ts';
import { verdictOf } from '../../support/official.ts';

const textRow = (texts: readonly string[], dt = texts.slice(1).map(() => 1)): ChunkRow => ({
  type: 'text-chunks',
  seq0: 10,
  time0: 100,
  data: { turn: 1, step: 2, index: 3, dt, texts },
});

const callRow = (args: readonly string[], name?: string): ChunkRow => ({
  type: 'tool-call-chunks',
  seq0: 10,
  time0: 100,
  data: {
    turn: 1,
    step: 2,
    index: 3,
    dt: args.slice(1).map(() => 1),
    id: 'c',
    ...(name === undefined ? {} : { name }),
    args,
  },
});

/** Seq, time and text of each input. */
const inputs = (row: ChunkRow) =>
  foldRow(row).map(({ seq, time, data }) => {
    const { chunk } = data as { chunk: Record<string, unknown> };
    return [seq, time, chunk.text ?? chunk.argumentsDelta];
  });

describe('a text row folds into', () => {
  it("the two inputs of the note's example", () => {
    expect(foldRow(textRow(['', ' ', '', 'hello', ' world'], [1, 2, 3, 4]))).toStrictEqual([
      {
        type: 'assistant/chunk',
        seq: 11,
        time: 101,
        data: { turn: 1, step: 2, chunk: { type: 'text-delta', index: 3, text: ' ' } },
      },
      {
        type: 'assistant/chunk',
        seq: 13,
        time: 106,
        data: { turn: 1, step: 2, chunk: { type: 'text-delta', index: 3, text: 'hello world' } },
      },
    ]);
  });

  it('one input where the first token is visible', () => {
    expect(inputs(textRow(['', 'a', ' ', 'b']))).toStrictEqual([[11, 101, 'a b']]);
  });

  it('one input at the first token where nothing is ever visible', () => {
    expect(inputs(textRow(['', '\n', ' ']))).toStrictEqual([[11, 101, '\n ']]);
  });

  it('one empty input at its first member where all fragments are empty', () => {
    expect(inputs(textRow(['', '', '']))).toStrictEqual([[10, 100, '']]);
  });

  it('two inputs by the text of the row alone, whatever its block held before', () => {
    const later = { ...textRow([' ', 'x']), seq0: 50 };
    expect(inputs(later)).toStrictEqual([
      [50, 100, ' '],
      [51, 101, 'x'],
    ]);
  });

  it('reasoning where it is a reasoning row', () => {
    const [input] = foldRow({ ...textRow(['a']), type: 'reasoning-chunks' } as ChunkRow);
    expect(input?.data).toMatchObject({ chunk: { type: 'reasoning-delta', text: 'a' } });
  });

  it.each([
    ['a no-break space', '\u00a0', 1],
    ['a byte order mark', '\ufeff', 1],
    ['a line separator', '\u2028', 1],
    ['a zero-width space, which is none', '\u200b', 0],
    ['NUL, which is none', '\u0000', 0],
  ])('inputs by what JavaScript calls white space: %s', (_, text, visible) => {
    expect(inputs(textRow([text, 'x']))).toHaveLength(visible + 1);
  });
});

describe('a tool-call row folds into one input', () => {
  it('at its first member where it has a name', () => {
    expect(inputs(callRow(['', '{', '}'], 'bash'))).toStrictEqual([[10, 100, '{}']]);
    expect(inputs(callRow(['', '{', '}'], ''))).toStrictEqual([[10, 100, '{}']]);
  });

  it('at its first fragment with content where it has none', () => {
    expect(inputs(callRow(['', ' ', '}']))).toStrictEqual([[11, 101, ' }']]);
    expect(inputs(callRow(['', '']))).toStrictEqual([[10, 100, '']]);
  });

  it('with its id, and its name if there is one', () => {
    const chunkOf = ([input]: readonly SessionEvent[]) =>
      (input as { data: { chunk: object } } | undefined)?.data.chunk;
    const chunk = { type: 'tool-call-delta', index: 3, id: 'c', argumentsDelta: '{}' };
    expect(chunkOf(foldRow(callRow(['{', '}'])))).toStrictEqual(chunk);
    expect(chunkOf(foldRow(callRow(['{', '}'], '')))).toStrictEqual({ ...chunk, name: '' });
  });
});

const isSound = (row: ChunkRow): boolean => verdictOf(decodeStorageRecord, row) !== 'refused';

describe('folding', () => {
  itHolds(
    'gives one or two deltas, in order, with all the text, at members of the row',
    fc.property(row.filter(isSound), (row) => {
      const list = row.type === 'tool-call-chunks' ? row.data.args : row.data.texts;
      const folded = foldRow(row);
      expect(folded.length).toBeGreaterThan(0);
      expect(folded.length).toBeLessThanOrEqual(2);
      expect(inputs(row).map(([, , text]) => text)).toStrictEqual(
        folded.length === 1
          ? [list.join('')]
          : [expect.stringMatching(/^\s+$/), expect.stringMatching(/^\s*\S/)],
      );
      expect(
        inputs(row)
          .map(([, , text]) => text)
          .join(''),
      ).toBe(list.join(''));
      const seqs = folded.map(({ seq }) => seq);
      expect(seqs).toStrictEqual([...new Set(seqs)].sort((a, b) => a - b));
      for (const input of folded) {
        expect(isDelta(input)).toBe(true);
        expect(input.seq - row.seq0).toBeLessThan(list.length);
        const gaps = row.data.dt.slice(0, input.seq - row.seq0);
        expect(input.time).toBe(gaps.reduce((time, gap) => time + gap, row.time0));
      }
    }),
  );

  it('refuses a row that must not be expanded', () => {
    expect(() => foldRow(textRow(['a', 'b'], []))).toThrow(RowError);
  });

  it('gives nothing for a run without members', () => {
    expect(foldRow(new Run(HEAD, 0))).toStrictEqual([]);
  });
});

const HEAD: RunHead = {
  kind: DELTA_KINDS[0] as DeltaKind,
  turn: 1,
  step: 1,
  index: 0,
  id: undefined,
  name: undefined,
};

/** Reads of the columns while a run of white space with a word at its end folds. */
function readsOf(members: number): number {
  let reads = 0;
  const watched = <Item>(items: Item[]): Item[] =>
    new Proxy(items, {
      get: (target, key, receiver) => {
        reads += 1;
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
  const texts = Array.from({ length: members }, (_, at) => (at === members - 1 ? 'end' : ' '));
  const times = texts.map((_, at) => at);
  const [white, word] = foldRun(new Run(HEAD, 0, watched(times), watched(texts)));
  expect(white).toMatchObject({ seq: 0, time: 0, fragment: ' '.repeat(members - 1) });
  expect(word).toMatchObject({ seq: members - 1, time: members - 1, fragment: 'end' });
  return reads;
}

describe('the cost of a run of white space', () => {
  it('grows with its members: four times as many reads at 40,000 as at 10,000', () => {
    const [small, large] = [readsOf(10_000), readsOf(40_000)];
    expect(small).toBeLessThan(6 * 10_000);
    expect(large / small).toBeCloseTo(4, 2);
  });
});
