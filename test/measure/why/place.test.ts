import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/codec/types.ts';
import { placeOf } from '../../../src/measure/why/place.ts';
import { rowLine } from '../../support/logs.ts';
import { eventSpan, spanOf } from './support.ts';

describe('placeOf', () => {
  it.each<[string, JsonValue, string, string]>([
    ['turn and step', { turn: 2, step: 3 }, 'turn 2', 'turn 2 step 3'],
    ['a turn alone', { turn: 2 }, 'turn 2', 'turn 2'],
    ['a step alone', { step: 3 }, '(no turn)', '(no turn)'],
    ['a turn that is no number', { turn: '2', step: 3 }, '(no turn)', '(no turn)'],
    ['no object', [2, 3], '(no turn)', '(no turn)'],
  ])('reads %s', (_, data, turn, step) => {
    expect(placeOf(eventSpan('x', data))).toEqual({ turn, step });
  });

  it('reads the head of a run', () => {
    const run = spanOf(rowLine(0, ['a', 'b', 'c'], { turn: 4, step: 5 }));
    expect(placeOf(run)).toEqual({ turn: 'turn 4', step: 'turn 4 step 5' });
  });
});
