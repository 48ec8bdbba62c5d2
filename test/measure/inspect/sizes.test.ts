import { describe, expect, it } from 'vitest';
import { openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { DEFAULT_COMPRESSION } from '../../../src/measure/compressors.ts';
import { NOTE_FORMS } from '../../../src/measure/forms.ts';
import { sizesOf, weighLog } from '../../../src/measure/inspect/sizes.ts';
import { measureLog } from '../../../src/measure/measure.ts';
import { SAMPLES, sampleText } from '../../log/encodings/reading.ts';

const compression = { ...DEFAULT_COMPRESSION, brotliQuality: 3 };
const open = (text: string) => openLog(memorySource(Buffer.from(text), 'f'));
const plain = { compression, jsonOnly: false, why: false, steps: 1, salvage: false };

describe.each(SAMPLES)('the sizes of %s.jsonl', (sample) => {
  it('are those that measure finds', async () => {
    const log = await open(sampleText(sample));
    const { weights } = await measureLog(log, {
      selection: { kind: 'interval' },
      forms: NOTE_FORMS,
      projection: 'literal',
      compression,
    });
    const all = sizesOf(await weighLog(log, plain), compression);
    expect(all).toEqual({ forms: weights, compression });
    const json = sizesOf(await weighLog(log, { ...plain, jsonOnly: true }), undefined);
    expect(json.compression).toBeUndefined();
    for (const form of NOTE_FORMS) {
      const { gzipBytes: _, brotliBytes: __, ...size } = weights[form] ?? {};
      expect(json.forms[form]).toEqual(size);
    }
  });
});

describe('where the bytes are', () => {
  it('is told up to a number of steps', async () => {
    const log = await open(sampleText('tools'));
    const why = { ...plain, jsonOnly: true, why: true };
    const few = await weighLog(log, { ...why, steps: 10_000 });
    expect(few.why?.forms.packed?.jsonBytes).toBe(few.weights.packed?.jsonBytes);
    const leftOut = few.why?.forms.raw?.families.filter(({ leaveOneOut }) => leaveOneOut);
    expect(leftOut).toEqual([]);
    expect((await weighLog(log, { ...why, steps: 10_001 })).why).toBeUndefined();
  });
});
