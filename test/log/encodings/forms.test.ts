import { describe, expect, it } from 'vitest';
import { storedFrame, storedFrames } from '../../support/zstd.ts';
import { numbers, OTHER_FORMS, readEvents, SAMPLES, sampleText, ZSTD_FORMS } from './reading.ts';

const names = <Forms extends object>(forms: Forms) => Object.keys(forms) as (keyof Forms)[];

describe.each(SAMPLES)('%s.jsonl', (sample) => {
  const text = sampleText(sample);

  it.each(names(ZSTD_FORMS))('has the same events as zstd: %s', async (form) => {
    const raw = await readEvents(Buffer.from(text));
    const encoded = await readEvents(ZSTD_FORMS[form](text));
    expect(raw.events.length).toBeGreaterThan(10);
    expect(encoded.fault).toBeUndefined();
    expect(encoded.events).toEqual(raw.events);
  });

  it.each(names(OTHER_FORMS))('has the same events as %s', async (form) => {
    const { encode, options } = OTHER_FORMS[form];
    const raw = await readEvents(Buffer.from(text));
    const encoded = await readEvents(encode(text), options);
    expect(encoded.events).toEqual(raw.events);
  });

  it('has the same events wherever frames cut it, and says that records are split', async () => {
    const bytes = Buffer.from(text);
    const pick = numbers(bytes.length);
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length; ) {
      const length = 1 + pick(900);
      parts.push(bytes.subarray(at, at + length));
      at += length;
    }
    const raw = await readEvents(bytes);
    const { events, warnings } = await readEvents(storedFrames(parts));
    expect(events).toEqual(raw.events);
    expect(warnings.map(({ code }) => code)).toContain('W_SPLIT_RECORD');
  });
});

describe('frames without a checksum', () => {
  it('are read, with a warning that names the first', async () => {
    const lines = sampleText('text').split(/(?<=\n)/);
    const frames = lines.map((line, at) => storedFrame(line, { checksum: at < 2 }));
    const { events, warnings } = await readEvents(Buffer.concat(frames));
    expect(events.length).toBeGreaterThan(10);
    const offset = Buffer.concat(frames.slice(0, 2)).length;
    expect(warnings).toMatchObject([
      { code: 'W_NO_CHECKSUM', frame: 2, frameOffset: offset, detail: { count: lines.length - 2 } },
    ]);
  });
});

describe('empty frames', () => {
  it('change nothing, wherever they stand', async () => {
    const lines = sampleText('text').split(/(?<=\n)/);
    const withEmpty = storedFrames(['', ...lines.flatMap((line) => [line, '']), '']);
    const raw = await readEvents(Buffer.from(lines.join('')));
    const { events, fault } = await readEvents(withEmpty);
    expect(fault).toBeUndefined();
    expect(events).toEqual(raw.events);
  });
});
