import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { brotli } from '../../../src/log/encodings/brotli.ts';
import { readEvents, sampleText } from './reading.ts';

const text = sampleText('tools');
const whole = brotliCompressSync(text);

describe('Brotli', () => {
  it('is not guessed: it has no magic', async () => {
    const { fault } = await readEvents(whole);
    expect(fault).toMatchObject({ code: 'E_HEADER', line: 1 });
  });

  it('is read where it is asked for, with warnings that dsh does not and nothing proves it', async () => {
    const raw = await readEvents(Buffer.from(text));
    const { events, warnings } = await readEvents(whole, { encoding: brotli });
    expect(events).toEqual(raw.events);
    expect(warnings.map(({ code }) => code)).toEqual(['W_ENCODING', 'W_NO_CHECKSUM']);
  });

  it('that is cut off is refused, and its prefix can be salvaged', async () => {
    const { events } = await readEvents(Buffer.from(text));
    for (const length of [whole.length - 1, whole.length >> 1, 900]) {
      const options = { encoding: brotli } as const;
      const { fault } = await readEvents(whole.subarray(0, length), options);
      expect(fault).toMatchObject({ code: 'E_FRAME', message: expect.stringContaining('cut off') });
      const salvaged = await readEvents(whole.subarray(0, length), { ...options, salvage: true });
      expect(salvaged.events).toEqual(events.slice(0, salvaged.events.length));
    }
  });

  it('followed by something else says where that begins', async () => {
    const bytes = Buffer.concat([whole, Buffer.from('garbage')]);
    const { fault } = await readEvents(bytes, { encoding: brotli });
    expect(fault).toMatchObject({ code: 'E_FRAME', frameOffset: whole.length });
  });

  it('is what a wrong --encoding finds no sense in', async () => {
    const { fault } = await readEvents(Buffer.from(text), { encoding: brotli });
    expect(fault).toMatchObject({ code: 'E_FRAME', file: 'f' });
  });
});
