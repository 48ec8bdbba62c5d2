import { Transform } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StreamCounter } from '../../src/measure/meter.ts';

/** A stream that doubles what it gets, a moment later; it fails where it meets `!`. */
const doubling = (highWaterMark = 4): Transform =>
  new Transform({
    writableHighWaterMark: highWaterMark,
    transform(chunk: Buffer, _encoding, done) {
      setImmediate(() => {
        if (chunk.includes('!')) done(new Error('it broke'));
        else done(null, Buffer.concat([chunk, chunk]));
      });
    },
  });

describe('StreamCounter', () => {
  it('counts what comes out', async () => {
    const counter = new StreamCounter(doubling());
    await counter.write(Buffer.from('abc'));
    expect(await counter.finish(Buffer.from('de'), Buffer.from('f'))).toBe(12);
  });

  it('counts nothing of nothing', async () => {
    expect(await new StreamCounter(doubling()).finish()).toBe(0);
  });

  it('makes the writer wait while its queue is full', async () => {
    const stream = doubling(4);
    const counter = new StreamCounter(stream);
    for (let write = 0; write < 5; write++) {
      await counter.write(Buffer.from('abcdef'));
      expect(stream.writableLength).toBeLessThan(4);
    }
    expect(await counter.finish()).toBe(60);
  });

  it('fails the writer that waits, and the end', async () => {
    const counter = new StreamCounter(doubling());
    await expect(counter.write(Buffer.from('abcdef!'))).rejects.toThrow('it broke');
    await expect(counter.finish()).rejects.toThrow('it broke');
  });

  it('lets go of a writer that waits when it is given up', async () => {
    const counter = new StreamCounter(doubling());
    const waiting = counter.write(Buffer.from('abcdef'));
    counter.abort();
    await expect(waiting).resolves.toBeUndefined();
  });
});
