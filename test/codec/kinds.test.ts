import { describe, expect, it } from 'vitest';
import { DELTA_KINDS, kindOfChunk, kindOfRow } from '../../src/codec/kinds.ts';

describe('the kinds of delta', () => {
  it('are the three of the note, each with its row', () => {
    expect(DELTA_KINDS.map(({ chunkType, rowType }) => [chunkType, rowType])).toStrictEqual([
      ['text-delta', 'text-chunks'],
      ['reasoning-delta', 'reasoning-chunks'],
      ['tool-call-delta', 'tool-call-chunks'],
    ]);
  });

  it.each(DELTA_KINDS)('are found by either name: $chunkType, $rowType', (kind) => {
    expect(kindOfChunk(kind.chunkType)).toBe(kind);
    expect(kindOfRow(kind.rowType)).toBe(kind);
  });

  it.each([
    'block-start',
    'usage',
    '',
    '__proto__',
    'constructor',
    undefined,
    null,
    ['text-delta'],
  ])('do not include %j', (type) => {
    expect(kindOfChunk(type)).toBeUndefined();
    expect(kindOfRow(type)).toBeUndefined();
  });

  it('do not take a chunk type for a row type', () => {
    expect(kindOfRow('text-delta')).toBeUndefined();
    expect(kindOfChunk('text-chunks')).toBeUndefined();
  });
});
