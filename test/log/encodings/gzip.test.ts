import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../support/zstd.ts';
import { batchesOf, numbers, readEvents, sampleText } from './reading.ts';

const text = sampleText('tools');
const whole = gzipSync(text);
const eventsOf = async (log: string) => (await readEvents(Buffer.from(log))).events;

describe('gzip', () => {
  it('is read, with a warning that dsh does not', async () => {
    const { events, warnings } = await readEvents(whole);
    expect(events).toEqual(await eventsOf(text));
    expect(warnings).toMatchObject([{ code: 'W_ENCODING', file: 'f' }]);
  });

  it.each([
    ['a member a line', linesOf(text)],
    ['members of random batches', batchesOf(text, 2)],
    ['members that split lines', text.match(/.{1,1000}/gs) ?? []],
    ['an empty member first and last', ['', text, '']],
  ])('may have several members: %s', async (_, parts) => {
    const bytes = Buffer.concat(parts.map((part) => gzipSync(part)));
    expect((await readEvents(bytes)).events).toEqual(await eventsOf(text));
  });

  it('that is cut off is refused, and its prefix can be salvaged', async () => {
    const events = await eventsOf(text);
    for (const length of [whole.length - 1, whole.length - 8, whole.length >> 1, 700]) {
      const cut = whole.subarray(0, length);
      const { fault } = await readEvents(cut);
      expect(fault).toMatchObject({ code: 'E_FRAME', message: expect.stringContaining('cut off') });
      const salvaged = await readEvents(cut, { salvage: true });
      expect(salvaged.warnings.map(({ code }) => code)).toContain('W_SALVAGED');
      expect(salvaged.events).toEqual(events.slice(0, salvaged.events.length));
    }
  });

  it('that is cut between members is a shorter log', async () => {
    const lines = linesOf(text);
    const bytes = Buffer.concat(lines.slice(0, 9).map((line) => gzipSync(line)));
    const { events, fault } = await readEvents(bytes);
    expect(fault).toBeUndefined();
    expect(events).toEqual(await eventsOf(lines.slice(0, 9).join('')));
  });

  it('with a flipped bit gives the right events or a fault, and salvages nothing wrong', async () => {
    const events = await eventsOf(text);
    const pick = numbers(4);
    for (let round = 0; round < 150; round++) {
      const bit = pick(whole.length * 8);
      const damaged = Buffer.from(whole);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const { events: read, fault } = await readEvents(damaged);
      if (fault === undefined) expect(read).toEqual(events);
      const salvaged = await readEvents(damaged, { salvage: true });
      expect(salvaged.events).toEqual(events.slice(0, salvaged.events.length));
    }
  });

  it('followed by something else is damaged: what follows could be the next member', async () => {
    const bytes = Buffer.concat([whole, Buffer.from('garbage behind it')]);
    const { fault } = await readEvents(bytes);
    expect(fault).toMatchObject({ code: 'E_FRAME', message: expect.stringContaining('header') });
    const salvaged = await readEvents(bytes, { salvage: true });
    expect(salvaged.events).toEqual((await eventsOf(text)).slice(0, salvaged.events.length));
  });

  it('followed by zeros says where those begin, and its events can be salvaged', async () => {
    const bytes = Buffer.concat([whole, Buffer.alloc(512)]);
    const { fault } = await readEvents(bytes);
    expect(fault).toMatchObject({ code: 'E_FRAME', frameOffset: whole.length });
    const { events } = await readEvents(bytes, { salvage: true });
    expect(events).toEqual(await eventsOf(text));
  });
});
