import { describe, expect, it } from 'vitest';
import type { Measurement } from '../../../src/measure/measure.ts';
import { LABELS } from '../../../src/measure/render/labels.ts';
import { reductionLines, summaryLines } from '../../../src/measure/render/summary.ts';
import { NOTE, SMALL, weight } from '../measurements.ts';

/** A measurement with these JSON and Brotli sizes. */
function sizes(raw: [number, number], projection: [number, number], packed: [number, number]) {
  const of = ([json, brotli]: [number, number]) => weight(1, json, 1, brotli);
  const weights = { raw: of(raw), projection: of(projection), packed: of(packed) };
  return { ...NOTE, weights };
}

const words = (measurement: Pick<Measurement, 'weights'>, lang: 'en' | 'zh' = 'en') =>
  reductionLines(measurement, LABELS[lang]);

describe('the words under the table', () => {
  it('say the interval, the events and the rows', () => {
    expect(summaryLines(SMALL, LABELS.en)[0]).toBe(
      'Interval [10, 12): 2 logical events, including 1 packed row.',
    );
    expect(summaryLines({ ...SMALL, packedRows: 0 }, LABELS.en)[0]).toBe(
      'Interval [10, 12): 2 logical events, including 0 packed rows.',
    );
    expect(summaryLines(NOTE, LABELS.zh)[0]).toBe(
      '区间 [0, 416756)：416,756 个逻辑事件，其中 116 个打包行。',
    );
  });

  it('leave out the rows where the packed form was not measured', () => {
    const { packedRows: _, ...rest } = NOTE;
    const { raw } = NOTE.weights as Required<typeof NOTE.weights>;
    expect(summaryLines({ ...rest, weights: { raw } }, LABELS.en)).toEqual([
      'Interval [0, 416756): 416,756 logical events.',
    ]);
    expect(summaryLines({ ...rest, weights: { raw } }, LABELS.zh)).toEqual([
      '区间 [0, 416756)：416,756 个逻辑事件。',
    ]);
  });

  it('speak of growth where packing made it larger', () => {
    expect(words(SMALL)).toEqual([
      'Packing increased uncompressed JSON by 10.0% relative to raw logical events and by 120.0% relative to the lossy completed-step projection candidate.',
      'Brotli output was 5.0% larger than raw and 31.3% larger than that projection candidate.',
    ]);
  });

  it('change the verb between a reduction and a growth', () => {
    expect(words(sizes([1000, 100], [400, 40], [500, 50]))).toEqual([
      'Packing reduced uncompressed JSON by 50.0% relative to raw logical events and increased it by 25.0% relative to the lossy completed-step projection candidate.',
      'Brotli output was 50.0% smaller than raw and 25.0% larger than that projection candidate.',
    ]);
    expect(words(sizes([400, 40], [1000, 100], [500, 50]))[0]).toBe(
      'Packing increased uncompressed JSON by 25.0% relative to raw logical events and reduced it by 50.0% relative to the lossy completed-step projection candidate.',
    );
  });

  it('say no difference as a reduction by nothing', () => {
    expect(words(sizes([500, 50], [500, 50], [500, 50]))[1]).toBe(
      'Brotli output was 0.0% smaller than raw and 0.0% smaller than that projection candidate.',
    );
  });

  it('compare with one form where only that was measured', () => {
    const { raw, packed } = NOTE.weights as Required<typeof NOTE.weights>;
    expect(words({ weights: { raw, packed } })).toEqual([
      'Packing reduced uncompressed JSON by 90.8% relative to raw logical events.',
      'Brotli output was 73.2% smaller than raw.',
    ]);
    expect(words({ weights: { raw } })).toEqual([]);
  });

  it('say the same in Chinese', () => {
    expect(words(NOTE, 'zh')).toEqual([
      '打包使未压缩 JSON 相对原始逻辑事件减少 90.8%，相对有损的已完成步骤投影候选减少 83.4%。',
      'Brotli 输出比原始逻辑事件小 73.2%，比该投影候选小 44.8%。',
    ]);
    expect(words(SMALL, 'zh')).toEqual([
      '打包使未压缩 JSON 相对原始逻辑事件增加 10.0%，相对有损的已完成步骤投影候选增加 120.0%。',
      'Brotli 输出比原始逻辑事件大 5.0%，比该投影候选大 31.3%。',
    ]);
  });
});
