import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCH_FORMS, type BenchForm, type BenchFormName } from '../../src/bench/forms.ts';
import { differenceOf, proveSettled, proveSettledTask } from '../../src/bench/settled.ts';
import { settle } from '../../src/codec/fold/view.ts';
import type { HistoryRecord } from '../../src/codec/types.ts';
import { exitStatusOf } from '../../src/commands/bench.ts';
import { storedPage } from './pages.ts';

const FORMS: BenchFormName[] = ['raw', 'packed'];

async function recordsOf(name: string, form: BenchFormName): Promise<HistoryRecord[]> {
  const { stored } = await storedPage(name, [form]);
  return JSON.parse(readFileSync(stored.get(form)?.path ?? '', 'utf8')).records;
}

/** The proof for the raw form and another one, both of packed.jsonl. */
const proofWith = (form: BenchForm, records: () => Promise<HistoryRecord[]>) =>
  proveSettled([
    { name: 'raw', form: BENCH_FORMS.raw, readRecords: () => recordsOf('packed', 'raw') },
    { name: 'other', form, readRecords: records },
  ]);

describe('the proof that forms settle to the same view', () => {
  it.each(['packed', 'tools', 'interrupted', 'text', 'compaction', 'long-answer'])(
    'holds for %s.jsonl',
    async (name) => {
      const { stored } = await storedPage(name, FORMS);
      const forms = FORMS.map((form) => ({ form, path: stored.get(form)?.path ?? '' }));
      const proof = await proveSettledTask({ forms });
      expect(proof).toMatchObject({
        isEqual: true,
        compared: ['raw', 'packed, folded', 'packed, decoded'],
      });
      expect(proof.steps).toBeGreaterThan(0);
      expect(proof).not.toHaveProperty('difference');
      expect(exitStatusOf({ settled: proof })).toBe(0);
    },
  );

  it('fails for a fold that loses a token', async () => {
    const planted: BenchForm = {
      ...BENCH_FORMS.packed,
      inputs(records) {
        const inputs = BENCH_FORMS.packed.inputs(records);
        const first = inputs.findIndex((input) => JSON.stringify(input).includes('-delta"'));
        return inputs.toSpliced(first, 1);
      },
    };
    const proof = await proofWith(planted, () => recordsOf('packed', 'packed'));
    expect(proof).toMatchObject({
      isEqual: false,
      difference: expect.stringMatching(/^other, folded against raw: turn 1 step 1 differs in /),
    });
    expect(exitStatusOf({ settled: proof })).toBe(3);
  });

  it('fails for a decoder that shifts the time of a first token', async () => {
    const planted: BenchForm = {
      ...BENCH_FORMS.packed,
      decode: (records) =>
        BENCH_FORMS.packed.decode(records).map((event) => ({ ...event, time: event.time + 1 })),
    };
    const { isEqual, difference } = await proofWith(planted, () => recordsOf('packed', 'packed'));
    expect([isEqual, difference]).toEqual([false, expect.stringContaining('other, decoded')]);
  });

  it('fails where records are missing', async () => {
    const { isEqual } = await proofWith(BENCH_FORMS.packed, async () =>
      (await recordsOf('packed', 'packed')).slice(0, -20),
    );
    expect(isEqual).toBe(false);
  });
});

describe('the difference of views', () => {
  const view = (turns: number[]) =>
    settle(
      turns.map((turn, seq) => ({
        type: 'assistant/chunk',
        seq,
        time: 5,
        data: { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: 'x' } },
      })),
    );

  it.each([
    [[1, 2], [1, 2], undefined],
    [[1, 2], [1], 'turn 2 step 1 is missing'],
    [[1], [1, 2], 'turn 2 step 1 is one too many'],
    [[1, 1], [1], 'turn 1 step 1 differs in blocks'],
    [[1], [2], 'turn 1 step 1 differs in turn'],
  ])('of %j and %j', (expected, found, difference) => {
    expect(differenceOf(view(expected), view(found))).toBe(difference);
  });
});
