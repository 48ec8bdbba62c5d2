import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordList } from '../../../src/codec/window/record-list.ts';
import { RULES, type WindowRules } from '../../../src/codec/window/rules.ts';
import type { HistoryWindow, WindowInput } from '../../../src/codec/window/state.ts';
import { stepWindow } from '../../../src/codec/window/step.ts';
import { itHolds } from '../../support/fuzz.ts';
import { type Step, scenario, simulate } from './simulation.ts';

describe('a client of a host that drops, delays, doubles and reorders', () => {
  // HISTPACK_FUZZ=34 makes more than 10,000 runs.
  itHolds(
    'shows one contiguous interval of the log at every step, and all of it at rest',
    fc.property(scenario, (scenario) =>
      simulate(scenario, (state, input) => stepWindow(state, input)),
    ),
  );
});

/** The machine with one rule broken. */
const broken =
  (rule: Partial<WindowRules>): Step =>
  (state, input) =>
    stepWindow(state, input, { ...RULES, ...rule });

/** The machine that goes wrong before or after a step. */
const wrapped =
  (wrap: (state: HistoryWindow, input: WindowInput) => HistoryWindow | undefined): Step =>
  (state, input) => {
    const instead = wrap(state, input);
    return instead === undefined ? stepWindow(state, input) : { state: instead, effects: [] };
  };

const isTailFetch = (state: HistoryWindow): boolean => state.fetch?.kind === 'tail';

const BUGS: Record<string, Step> = {
  'takes the last event of the window again': broken({
    relate: (end, live) => (live.fromSeq === end - 1 ? 'append' : RULES.relate(end, live)),
  }),
  'takes the next event for a replay': broken({
    relate: (end, live) => (live.fromSeq <= end ? 'replay' : 'gap'),
  }),
  'appends across a gap': broken({
    relate: (end, live) => (live.fromSeq > end ? 'append' : RULES.relate(end, live)),
  }),
  'appends a row that lies across the end': broken({
    relate: (end, live) => {
      const relation = RULES.relate(end, live);
      return relation === 'cut' ? 'append' : relation;
    },
  }),
  'takes a row that lies across the end for a replay, and forgets it': wrapped((state, input) => {
    if (input.kind !== 'live' || !('chunks' in input.record)) return undefined;
    const isCut = input.record.chunks.seq0 < (state.shown?.toSeq ?? 0);
    return isCut ? state : undefined;
  }),
  'forgets live events during the fetch of a tail page': wrapped((state, input) =>
    input.kind === 'live' && isTailFetch(state) ? state : undefined,
  ),
  'appends live events during the fetch of a tail page, and forgets them with the window': (
    state,
    input,
  ) => {
    if (input.kind !== 'live' || !isTailFetch(state)) return stepWindow(state, input);
    const { fetch, heardTo } = state;
    const { state: next } = stepWindow({ ...state, fetch: undefined, isCurrent: true }, input);
    return { state: { ...state, shown: next.shown, fetch, heardTo }, effects: [] };
  },
  'forgets what was buffered once the page is there': (state, input) => {
    const isAnswer = input.kind === 'page' && isTailFetch(state);
    return stepWindow(isAnswer ? { ...state, buffer: RecordList.EMPTY, heardTo: 0 } : state, input);
  },
  'forgets that the buffer ran over': (state, input) => {
    const step = stepWindow(state, input);
    const ranOver = step.effects.some(
      (effect) => effect.kind === 'notice' && effect.code === 'live-overflow',
    );
    return ranOver ? { state, effects: [] } : step;
  },
  'asks for nothing where it meets a gap': (state, input) => {
    const { state: next, effects } = stepWindow(state, input);
    return input.kind === 'live' && next.fetch !== state.fetch
      ? { state: { ...next, fetch: state.fetch, heardTo: 0 }, effects: [] }
      : { state: next, effects };
  },
  'takes an older page that overlaps': broken({ joins: ({ toSeq }, start) => toSeq >= start }),
  'takes an older page that does not meet the window': broken({
    joins: ({ toSeq }, start) => toSeq <= start,
  }),
  'takes any answer for that to its latest request': broken({
    isAnswer: (pending) => pending !== undefined,
  }),
  'does not check coverage': broken({ faultOf: () => undefined }),
  'installs a stale tail page': broken({ reaches: () => true }),
  'keeps the old window after a reconnect': wrapped((state, input) =>
    input.kind === 'reconnect' && state.shown !== undefined ? state : undefined,
  ),
};

describe('the simulation notices a client that', () => {
  it.each(Object.entries(BUGS))('%s', (_, step) => {
    const property = fc.property(scenario, (scenario) => simulate(scenario, step));
    const { failed, errorInstance } = fc.check(property, {
      numRuns: 3000,
      seed: 1,
      endOnFailure: true,
    });
    expect(failed).toBe(true);
    expect(String(errorInstance)).toMatch(/the window \[\w+, \w+\) /);
  });
});
