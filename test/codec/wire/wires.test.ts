import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WIRES, wireOf } from '../../../src/codec/wire/wires.ts';
import { itHolds } from '../../support/fuzz.ts';
import { anyPage, WIRE_NAMES } from './pages.ts';
import { event, history, pageRow, row } from './samples.ts';

describe('wireOf', () => {
  itHolds(
    'knows every sound response',
    fc.property(anyPage, ({ wire, page }) => {
      expect(wireOf(page)).toBe(wire);
    }),
  );

  it.each([
    ['history', history([event(0)], 0, 1)],
    ['history', history([row(0, 3)], 0, 3)],
    ['history', { records: [event(0)], hasMore: false }],
    ['history', { records: [], hasMore: false, toSeq: 0 }],
    ['history', { records: [null], fromSeq: 0 }],
    ['page', { records: [{ type: 'event', ...event(0) }] }],
    ['page', { records: [pageRow(0, 3)], fromSeq: 0, toSeq: 3 }],
    ['page', { records: [] }],
    ['page', { records: [{}] }],
    ['events', { events: [] }],
    ['events', { events: [event(0)], records: null }],
    [undefined, { records: 1, events: 1 }],
    [undefined, {}],
    [undefined, null],
    [undefined, [history([], 0, 0)]],
    [undefined, 'x'],
  ])('%s: %j', (wire, response) => {
    expect(wireOf(response)).toBe(wire);
  });
});

describe('WIRES', () => {
  it('says which wires have rows and watermarks', () => {
    const facts = WIRE_NAMES.map((wire) => [
      wire,
      WIRES[wire].list,
      WIRES[wire].hasRows,
      WIRES[wire].hasWatermarks,
    ]);
    expect(facts).toStrictEqual([
      ['history', 'records', true, true],
      ['page', 'records', true, false],
      ['events', 'events', false, false],
    ]);
  });
});
