import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deltasOf, leastEvents, stepsOf } from '../../src/sample/cardinalities.ts';
import { type AskedNumbers, CardinalityError } from '../../src/sample/conflicts.ts';
import { planSession } from '../../src/sample/plan.ts';
import { PROFILES, type ProfileName } from '../../src/sample/profiles.ts';

const profiles = fc.constantFrom(...(Object.keys(PROFILES) as ProfileName[]));
const asked = fc.record(
  {
    events: fc.integer({ min: 1, max: 50_000 }),
    runs: fc.integer({ min: 1, max: 2_000 }),
    turns: fc.integer({ min: 1, max: 300 }),
    toolCalls: fc.nat(300),
    completed: fc.integer({ min: 0, max: 1_000 }).map((permille) => permille / 1_000),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<AskedNumbers>;

const plan = (numbers: AskedNumbers, profile: ProfileName = 'chat') =>
  planSession(numbers, PROFILES[profile]);

/** The message of a refusal; undefined where the numbers can be met. */
function refusal(numbers: AskedNumbers, profile: ProfileName): string | undefined {
  try {
    plan(numbers, profile);
    return undefined;
  } catch (error) {
    if (error instanceof CardinalityError) return error.message;
    throw error;
  }
}

describe('a plan', () => {
  it('has the numbers that were asked for, and each run and step its due', () => {
    fc.assert(
      fc.property(asked, profiles, (numbers, profile) => {
        fc.pre(refusal(numbers, profile) === undefined);
        const { completed, ...exact } = numbers;
        const found = plan(numbers, profile);
        expect(found).toMatchObject(exact);
        const steps = stepsOf(found);
        const usual = Math.round(PROFILES[profile].completed * steps);
        const expected = Math.max(usual, found.toolCalls); // a call has its message
        expect(found.completedSteps).toBe(
          completed === undefined ? expected : Math.round(completed * steps),
        );
        expect(steps - found.completedSteps).toBeLessThanOrEqual(found.turns);
        expect(found.runs).toBeGreaterThanOrEqual(steps);
        expect(deltasOf(found)).toBeGreaterThanOrEqual(3 * found.runs);
      }),
      { numRuns: 1_000 },
    );
  });

  it('always exists for one number alone, unless a session has more events', () => {
    fc.assert(
      fc.property(asked, profiles, (numbers, profile) => {
        for (const [key, value] of Object.entries(numbers)) {
          if (key === 'events' && value < 13) continue;
          expect(refusal({ [key]: value }, profile)).toBeUndefined();
        }
      }),
    );
  });

  it('is refused with the least number, which then does and one less does not', () => {
    const flags = { '--events': 'events', '--runs': 'runs', '--completed': 'completed' } as const;
    fc.assert(
      fc.property(asked, profiles, (numbers, profile) => {
        const message = refusal(numbers, profile);
        fc.pre(message !== undefined && !message.includes('the least is about'));
        const [, flag, least] = /the least is (--[a-z]+) ([\d.]+)/.exec(message ?? '') ?? [];
        const key = flags[flag as keyof typeof flags];
        const value = key === 'completed' ? Number(least) / 100 : Number(least);
        const others = { ...numbers, [key]: value };
        expect(refusal(others, profile) ?? '').not.toContain(`the least is ${flag} `);
        if (key === 'completed') return;
        expect(refusal({ ...others, [key]: value - 1 }, profile)).toContain(
          `the least is ${flag} ${least}`,
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ events: 100, runs: 40 }, /^--events 100 and --runs 40 cannot.*--events 208$/],
    [{ runs: 5, turns: 6 }, /^--runs 5 and --turns 6 cannot.*--runs 6$/],
    [
      { turns: 2, toolCalls: 8, completed: 0.5 },
      /^--completed 50% and --turns 2 and --tool-calls 8 cannot.*--completed 75%$/,
    ],
    [{ events: 9_000_000, runs: 1 }, /^a run of 8999990 deltas .*--runs 15$/],
    [{ events: 9_000_000, turns: 2 }, /^an answer of 44\d{5} deltas .*--turns 15, /],
  ] as const)('of %j is refused', (numbers, message) => {
    expect(() => plan(numbers)).toThrow(message);
  });

  it('follows its profile where nothing is asked for', () => {
    expect(plan({}, 'note')).toMatchObject({
      turns: 1,
      runs: 116,
      toolCalls: 0,
      completedSteps: 0,
    });
    expect(plan({}, 'chat')).toMatchObject({
      turns: 20,
      runs: 40,
      toolCalls: 0,
      completedSteps: 19,
    });
    const agent = plan({}, 'agent');
    expect(agent).toMatchObject({ turns: 5, toolCalls: 75, runs: 160, completedSteps: 78 });
    expect(deltasOf(agent) / agent.runs).toBe(120);
  });

  it('grows by turns of the same size', () => {
    const small = plan({ events: 100_000 }, 'agent');
    const large = plan({ events: 1_000_000 }, 'agent');
    expect(large.turns / small.turns).toBeCloseTo(10, 0);
    expect(deltasOf(large) / large.runs).toBeCloseTo(120, -1);
  });

  it('counts the least events of a whole session', () => {
    expect(leastEvents({ turns: 1, toolCalls: 0, runs: 1, completedSteps: 1 })).toBe(13);
    expect(leastEvents({ turns: 1, toolCalls: 0, runs: 1, completedSteps: 0 })).toBe(9);
  });
});
