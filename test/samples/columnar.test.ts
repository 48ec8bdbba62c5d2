import { describe, expect, it } from 'vitest';
import { SAMPLES, sampleText } from '../../samples/catalogue.ts';
import { WHOLE_LOG } from '../../src/codec/page.ts';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import { measureLog } from '../../src/measure/measure.ts';
import { syntheticLines } from '../../src/sample/note-log.ts';

/** What a synthetic log must save in Brotli bytes, against packed. */
const LEAST_SAVING = 0.25;

const isLong = process.env.HISTPACK_LONG === '1';

async function brotliBytes(text: string): Promise<{ packed: number; columnar: number }> {
  const log = await openLog(memorySource(Buffer.from(text), 'sample.jsonl'));
  const { weights } = await measureLog(log, {
    ...{ selection: WHOLE_LOG, forms: ['packed', 'columnar'], projection: 'literal' },
    compression: DEFAULT_COMPRESSION,
  });
  const { packed, columnar } = weights;
  if (packed === undefined || columnar === undefined) throw new Error('both were asked for');
  return { packed: packed.brotliBytes, columnar: columnar.brotliBytes };
}

describe('the columnar form of synthetic logs', () => {
  it('saves a quarter of the Brotli bytes over all samples', async () => {
    const sizes = await Promise.all(
      Object.values(SAMPLES).map((lines) => brotliBytes(sampleText(lines()))),
    );
    const sum = (form: 'packed' | 'columnar'): number =>
      sizes.reduce((total, each) => total + each[form], 0);
    expect(1 - sum('columnar') / sum('packed')).toBeGreaterThan(LEAST_SAVING);
    for (const { packed, columnar } of sizes) expect(columnar).toBeLessThan(packed);
  });

  it("saves it of the note's, whole or the first tenth of it", async () => {
    const lines = isLong
      ? syntheticLines({ packed: true })
      : syntheticLines({ packed: true, runs: 12 });
    const { packed, columnar } = await brotliBytes([...lines].map((line) => `${line}\n`).join(''));
    expect(1 - columnar / packed).toBeGreaterThan(LEAST_SAVING);
  });
});
