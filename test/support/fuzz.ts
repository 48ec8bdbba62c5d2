import fc from 'fast-check';
import { it } from 'vitest';

/** Cases a property tries by default: enough to find what hides badly, few enough to stay quick. */
const DEFAULT_RUNS = 300;
const TIMEOUT_MS = 60_000;

/** `HISTPACK_FUZZ` multiplies the cases of every property; `npm run test:long` sets it. */
const multiplier = readMultiplier(process.env.HISTPACK_FUZZ);

function readMultiplier(text: string | undefined): number {
  const value = Number(text ?? '1');
  if (!(value > 0 && Number.isFinite(value))) {
    throw new Error(`HISTPACK_FUZZ must be a number above 0 (got: "${text}")`);
  }
  return value;
}

/** The number of cases for a property that by default wants `modest` of them. */
export const fuzzRuns = (modest: number = DEFAULT_RUNS): number =>
  Math.max(1, Math.round(modest * multiplier));

/** A test that a property holds. On failure fast-check prints the seed and the smallest case. */
export function itHolds<Case>(name: string, property: fc.IProperty<Case>, modest?: number): void {
  const timeout = TIMEOUT_MS * Math.max(1, multiplier);
  it(name, { timeout }, () => fc.assert(property, { numRuns: fuzzRuns(modest) }));
}

/** Asynchronous properties read logs, which takes longer. */
const ASYNC_TIMEOUT_MS = 120_000;

/** `itHolds` for a property that waits for what it reads. */
export function itHoldsAsync<Case>(
  name: string,
  property: fc.IAsyncProperty<Case>,
  modest?: number,
): void {
  const timeout = ASYNC_TIMEOUT_MS * Math.max(1, multiplier);
  it(name, { timeout }, () => fc.assert(property, { numRuns: fuzzRuns(modest) }));
}
