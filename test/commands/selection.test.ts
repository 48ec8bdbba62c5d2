import { describe, expect, it } from 'vitest';
import type { Selection } from '../../src/codec/page.ts';
import { type SelectionFlags, selectionOf } from '../../src/commands/selection.ts';

/** Every flag alone and every pair; a string is what the refusal must say. */
const CASES: readonly (readonly [SelectionFlags, Selection | string])[] = [
  [{}, { kind: 'interval' }],
  [{ from: 5 }, { kind: 'interval', fromSeq: 5 }],
  [{ to: 5 }, { kind: 'interval', toSeq: 5 }],
  [{ before: 5 }, { kind: 'backward', beforeSeq: 5, maxMessages: 50 }],
  [{ tail: true }, { kind: 'backward', maxMessages: 50 }],
  [{ maxMessages: 5 }, { kind: 'backward', maxMessages: 5 }],
  [
    { from: 2, to: 5 },
    { kind: 'interval', fromSeq: 2, toSeq: 5 },
  ],
  [
    { from: 5, to: 5 },
    { kind: 'interval', fromSeq: 5, toSeq: 5 },
  ],
  [
    { from: 0, to: 0 },
    { kind: 'interval', fromSeq: 0, toSeq: 0 },
  ],
  [
    { from: 5, maxMessages: 2 },
    { kind: 'forward', fromSeq: 5, maxMessages: 2 },
  ],
  [
    { from: 0, maxMessages: 2 },
    { kind: 'forward', fromSeq: 0, maxMessages: 2 },
  ],
  [
    { before: 5, maxMessages: 2 },
    { kind: 'backward', beforeSeq: 5, maxMessages: 2 },
  ],
  [
    { before: 0, maxMessages: 2 },
    { kind: 'backward', beforeSeq: 0, maxMessages: 2 },
  ],
  [
    { tail: true, maxMessages: 2 },
    { kind: 'backward', maxMessages: 2 },
  ],
  [{ from: 6, to: 5 }, '--from 6 lies behind --to 5'],
  [{ from: 1, before: 5 }, '--from and --before contradict each other: '],
  [{ from: 0, before: 0 }, '--from and --before contradict each other: '],
  [{ from: 1, tail: true }, '--from and --tail contradict each other: '],
  [{ to: 9, before: 5 }, '--to and --before contradict each other: '],
  [{ to: 9, tail: true }, '--to and --tail contradict each other: '],
  [{ to: 9, maxMessages: 5 }, '--to and --max-messages contradict each other: '],
  [{ before: 9, tail: true }, '--before and --tail contradict each other: '],
  [{ from: 1, to: 9, maxMessages: 5 }, '--to and --max-messages contradict each other: '],
];

const accepted = CASES.filter(([, expected]) => typeof expected !== 'string');
const refused = CASES.filter(([, expected]) => typeof expected === 'string');

describe('selectionOf', () => {
  it.each(accepted)('takes %o', (flags, expected) => {
    expect(selectionOf(flags)).toEqual(expected);
  });

  it.each(refused)('refuses %o', (flags, expected) => {
    expect(() => selectionOf(flags)).toThrow(
      expect.objectContaining({ code: 'E_SELECTION', exitCode: 2 }),
    );
    expect(() => selectionOf(flags)).toThrow(expected as string);
  });
});
