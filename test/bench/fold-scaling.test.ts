import { expect, it } from 'vitest';
import { measureFoldCosts, SCALING_MEMBERS, whitespaceRow } from '../../src/bench/fold-scaling.ts';
import { foldRow } from '../../src/codec/fold/fold-run.ts';
import { readRow } from '../../src/codec/row.ts';
import type { JsonObject } from '../../src/codec/types.ts';

it('folds rows that are white space up to their last member', () => {
  const row = whitespaceRow(50);
  expect(readRow(row as unknown as JsonObject).length).toBe(50);
  const inputs = foldRow(row).map(({ seq, data }) => [seq, (data as { chunk: object }).chunk]);
  expect(inputs).toEqual([
    [0, { type: 'reasoning-delta', index: 0, text: ' '.repeat(49) }],
    [49, { type: 'reasoning-delta', index: 0, text: 'end' }],
  ]);
});

it('measures the lengths of the note', () => {
  const costs = measureFoldCosts({ runs: 2 });
  expect(SCALING_MEMBERS).toEqual([10_000, 20_000, 40_000]);
  expect(costs.map(({ members }) => members)).toEqual(SCALING_MEMBERS);
  for (const { members, ms, nsPerMember } of costs) {
    expect(ms.min).toBeGreaterThan(0);
    expect(ms.max).toBeGreaterThanOrEqual(ms.median);
    expect(nsPerMember).toBeCloseTo((ms.median * 1e6) / members);
  }
});
