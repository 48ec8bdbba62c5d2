import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validateResponse } from '../../src/codec/wire/validate.ts';
import { parseResponse } from '../../src/schema/parse.ts';
import { RESPONSE_SCHEMAS } from '../../src/schema/responses.ts';
import { anyPage, damagedPage, WIRE_NAMES } from '../codec/wire/pages.ts';
import { itHolds } from '../support/fuzz.ts';

/** Nothing where a check passes a value, else its words. */
function refusal(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('zod and the hand-written validator', () => {
  itHolds(
    'pass the same sound responses, of whatever wire they are taken for',
    fc.property(anyPage, fc.constantFrom(...WIRE_NAMES), ({ wire, page }, taken) => {
      expect(RESPONSE_SCHEMAS[wire].safeParse(page).success).toBe(true);
      const verdict = refusal(() => validateResponse(page, taken)) === undefined;
      expect(RESPONSE_SCHEMAS[taken].safeParse(page).success).toBe(verdict);
    }),
  );

  itHolds(
    'give the same verdict on damaged ones, in the same words',
    fc.property(damagedPage, ({ wire, page }) => {
      const byHand = refusal(() => validateResponse(page, wire));
      expect(RESPONSE_SCHEMAS[wire].safeParse(page).success).toBe(byHand === undefined);
      expect(refusal(() => parseResponse(page, wire))).toBe(byHand);
    }),
    1000,
  );

  it('are tried on sound and on unsound cases of every sort', () => {
    const kinds = fc.sample(damagedPage, { numRuns: 1000, seed: 1 }).map((damaged) => {
      const said = refusal(() => validateResponse(damaged.page, damaged.wire));
      if (said === undefined) return 'sound';
      const sorts = ['unsafe chunk row', 'missing', 'overlap', 'to end at', 'record', 'must'];
      return sorts.find((sort) => said.includes(sort));
    });
    const seen = new Set(kinds);
    expect([...seen].sort()).toStrictEqual(
      ['missing', 'must', 'overlap', 'record', 'sound', 'to end at', 'unsafe chunk row'].sort(),
    );
    expect(kinds.filter((kind) => kind !== 'sound').length / kinds.length).toBeGreaterThan(0.3);
  });
});
