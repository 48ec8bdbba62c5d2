import { describe, expect, it } from 'vitest';
import { deltaKindOf, familyOf } from '../../../src/measure/why/family.ts';
import { deltaLine, rowLine } from '../../support/logs.ts';
import { eventSpan, spanOf } from './support.ts';

describe('familyOf', () => {
  it('is the type of an event', () => {
    expect(familyOf(eventSpan('turn/start'), false)).toBe('turn/start');
  });

  it('names the chunk type behind a chunk', () => {
    const span = eventSpan('assistant/chunk', { chunk: { type: 'usage', usage: {} } });
    expect(familyOf(span, false)).toBe('assistant/chunk usage');
  });

  it.each<[string, unknown]>([
    ['no chunk', {}],
    ['a chunk that is no object', { chunk: 1 }],
    ['a chunk without a type', { chunk: {} }],
    ['no data', null],
  ])('is the type alone for %s', (_, data) => {
    expect(familyOf(eventSpan('assistant/chunk', data as null), false)).toBe('assistant/chunk');
  });

  it('does not look for chunks in other events', () => {
    expect(familyOf(eventSpan('x', { chunk: { type: 'usage' } }), false)).toBe('x');
  });

  it('says where there is no type', () => {
    expect(familyOf(eventSpan(3), false)).toBe('(no type)');
  });

  it('is the row type of a run as a row, and its chunk type as events', () => {
    const run = spanOf(rowLine(0, ['a', 'b', 'c'], { kind: 'reasoning' }));
    expect(familyOf(run, true)).toBe('reasoning-chunks');
    expect(familyOf(run, false)).toBe('assistant/chunk reasoning-delta');
  });
});

describe('deltaKindOf', () => {
  it('knows a delta, also one that never packs', () => {
    const odd = spanOf(deltaLine(0, 'a').replace('"data"', '"ignorable":true,"data"'));
    expect(odd).toHaveProperty('event');
    expect(deltaKindOf(odd)?.chunkType).toBe('text-delta');
    expect(deltaKindOf(spanOf(deltaLine(0, 'a')))?.chunkType).toBe('text-delta');
  });

  it('knows none for other chunks and events', () => {
    expect(deltaKindOf(eventSpan('assistant/chunk', { chunk: { type: 'usage' } }))).toBeUndefined();
    expect(deltaKindOf(eventSpan('text-delta'))).toBeUndefined();
  });
});
