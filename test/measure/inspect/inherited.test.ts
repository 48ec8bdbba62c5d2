import { describe, expect, it } from 'vitest';
import { deltaLine, eventLine, rowLine, turnEnd } from '../../support/logs.ts';
import { inspect } from './inspecting.ts';

const bytesOf = (...lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);

const endSeed = (seq: number, data = {}) => eventLine(seq, 'session/end-seed', data);

describe('the inherited prefix of formats 0 and 1', () => {
  const lines = [
    eventLine(0, 'x', { text: 'é' }),
    endSeed(1),
    rowLine(2, ['a', 'b', 'c']),
    endSeed(5),
    turnEnd(6),
  ];

  it('is what seedLength says, in bytes of its events, with every end-seed', async () => {
    const { inherited } = await inspect(lines, { seedLength: 4, parentSession: 's-0' });
    const events = [lines[0] ?? '', lines[1] ?? '', deltaLine(2, 'a'), deltaLine(3, 'b')];
    expect(inherited).toEqual({
      events: 4,
      ownEvents: 3,
      jsonBytes: bytesOf(...events),
      endSeedSeqs: [1, 5],
    });
  });

  it('is not known without it', async () => {
    expect((await inspect(lines)).inherited).toBeUndefined();
  });

  it('is all of a log that is shorter than its seed', async () => {
    const { inherited } = await inspect(lines, { seedLength: 100 });
    expect(inherited).toMatchObject({ events: 7, ownEvents: 0 });
  });

  it('is nothing where the seed is empty', async () => {
    const { inherited } = await inspect(lines, { seedLength: 0 });
    expect(inherited).toMatchObject({ events: 0, ownEvents: 7, jsonBytes: 0 });
  });
});

describe('the inherited prefix of formats 2 and later', () => {
  const header = { version: 3, isSeeded: true } as const;

  it('ends where the last inherited end-seed stands', async () => {
    const before = [eventLine(0, 'x'), endSeed(1, { inherited: true }), eventLine(2, 'y')];
    const lines = [...before, endSeed(3, { inherited: true }), eventLine(4, 'z'), endSeed(5)];
    const { inherited } = await inspect(lines, header);
    expect(inherited).toEqual({
      events: 3,
      ownEvents: 3,
      jsonBytes: bytesOf(...before),
      endSeedSeqs: [1, 3, 5],
    });
  });

  it('is not there without such a mark', async () => {
    expect((await inspect([endSeed(0)], header)).inherited).toBeUndefined();
  });
});

describe('embedded streams', () => {
  const stream = [
    { type: 'text-chunks', time0: 5, index: 0, dt: [1], texts: ['a', 'b'] },
    { type: 'chunk', time: 7, chunk: { type: 'finish', reason: { kind: 'stop' } } },
    { type: 'tool-call-chunks', time0: 8, index: 1, dt: [], id: 'c', args: ['{}'] },
  ];

  it('are counted with their rows, fragments and bytes', async () => {
    const lines = [
      eventLine(0, 'assistant/message', { turn: 0, step: 0, message: {}, stream }),
      eventLine(1, 'assistant/attempt', { turn: 0, step: 1, stream: [] }),
      eventLine(2, 'assistant/message', { turn: 0, step: 2, message: {} }),
    ];
    const { embedded } = await inspect(lines, { version: 2, isSeeded: false });
    const jsonBytes = JSON.stringify(stream).length + '[]'.length;
    expect(embedded).toEqual({ streams: 2, rows: 2, members: 3, jsonBytes });
  });
});
