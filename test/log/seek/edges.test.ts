import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../src/codec/page.ts';
import { fileText, headerLine, logText, messageLine, rowLine } from '../../support/logs.ts';
import { expectSame, openBytes, smallSections, sought } from '../../support/seek.ts';
import { linesOf, skippableFrame, storedFrame, storedFrames } from '../../support/zstd.ts';

const SELECTIONS: readonly Selection[] = [
  { kind: 'backward', maxMessages: 1 },
  { kind: 'backward', beforeSeq: 4, maxMessages: 1 },
  { kind: 'backward', beforeSeq: 0, maxMessages: 1 },
  { kind: 'forward', fromSeq: 2, maxMessages: 1 },
  { kind: 'interval', fromSeq: 2, toSeq: 4 },
  { kind: 'interval', fromSeq: 3, toSeq: 3 },
  { kind: 'interval', fromSeq: 9 },
  { kind: 'interval', fromSeq: 99 },
  { kind: 'interval', toSeq: 5 },
];

/** A log with one row of nine members, and nothing else. */
const oneRow = logText([rowLine(0, Array.from('abcdefghi'))]);

describe('a single row as the whole log', () => {
  it.each([1, 7, 50, 10_000])('is cut from sections of %i bytes', async (bytes) => {
    const log = await openBytes(Buffer.from(oneRow));
    for (const selection of SELECTIONS) {
      await expectSame(log, selection, await smallSections(log, bytes));
    }
  });

  it.each([
    ['a frame of its own', storedFrames(linesOf(oneRow))],
    ['the frame of the header', storedFrame(oneRow)],
  ])('is cut from %s', async (_, bytes) => {
    const log = await openBytes(bytes);
    for (const selection of SELECTIONS) await expectSame(log, selection);
  });
});

describe('a log of nothing but its header', () => {
  it('is not sought in', async () => {
    const header = fileText([headerLine()]);
    for (const bytes of [Buffer.from(header), storedFrame(header), Buffer.from(`${header}{"t`)]) {
      expect(await sought(await openBytes(bytes), { kind: 'backward', maxMessages: 1 })).toBe(
        'refused',
      );
    }
  });
});

describe('a row that lies across the ends of a page', () => {
  const lines = [
    messageLine(0, 'user', {}),
    rowLine(1, ['a', 'b', 'c', 'd', 'e']),
    rowLine(6, ['f', 'g'], { turn: 0 }),
    messageLine(8, 'assistant', { turn: 0, step: 0 }, [[3, 7]]),
    rowLine(9, ['h', 'i', 'j', 'k'], { step: 1 }),
  ];

  it('is cut at any seq, in sections of any size', async () => {
    const log = await openBytes(Buffer.from(logText(lines)));
    for (const bytes of [1, 30, 90, 150, 5000]) {
      const sections = await smallSections(log, bytes);
      for (let fromSeq = 0; fromSeq <= 13; fromSeq++) {
        for (let toSeq = fromSeq; toSeq <= 13; toSeq++) {
          const found = await sought(log, { kind: 'interval', fromSeq, toSeq }, sections);
          expect(found).toMatchObject({ interval: { fromSeq, toSeq }, endSeq: 13 });
        }
        await expectSame(log, { kind: 'interval', fromSeq }, sections);
        await expectSame(log, { kind: 'backward', beforeSeq: fromSeq, maxMessages: 1 }, sections);
      }
    }
  });

  it('begins a page where a message group does', async () => {
    const log = await openBytes(storedFrames(linesOf(logText(lines))));
    const found = await sought(log, { kind: 'backward', maxMessages: 1 });
    expect(found).toMatchObject({ interval: { fromSeq: 3, toSeq: 13 } });
  });
});

describe('frames', () => {
  const [header = '', first = '', second = ''] = linesOf(
    logText([messageLine(0, 'user', {}), rowLine(1, ['a', 'b', 'c'])]),
  );
  const tail: Selection = { kind: 'backward', maxMessages: 5 };

  it('that are empty or skippable are passed over', async () => {
    const frames = [
      ...[storedFrame(header), storedFrame(''), skippableFrame('x'), storedFrame(first)],
      ...[storedFrame(''), storedFrame(second), storedFrame(''), skippableFrame('y')],
    ];
    await expectSame(await openBytes(Buffer.concat(frames)), tail);
  });

  it('that end within a line are refused', async () => {
    const at = second.length >> 1;
    const parts = [header, first + second.slice(0, at), second.slice(at)];
    expect(await sought(await openBytes(storedFrames(parts)), tail)).toBe('refused');
  });

  it('with a bad checksum are refused', async () => {
    const frames = [storedFrame(header), storedFrame(first, { checksumValue: 1 })];
    const log = await openBytes(Buffer.concat([...frames, storedFrame(second)]));
    expect(await sought(log, tail)).toBe('refused');
  });

  it('that are no frames are refused', async () => {
    const log = await openBytes(Buffer.concat([storedFrame(header), Buffer.from('not a frame')]));
    expect(await sought(log, tail)).toBe('refused');
  });

  it('that are too large to jump by are refused', async () => {
    const huge = messageLine(0, 'user', { text: 'x'.repeat(9 * 1024 * 1024) });
    const log = await openBytes(storedFrames([header, `${huge}\n`]));
    expect(await sought(log, tail)).toBe('refused');
  });
});
