import fc from 'fast-check';
import { it } from 'vitest';
import { fuzzRuns } from './fuzz.ts';

const TIMEOUT_MS = 120_000;

/** `itHolds` for a property that waits for what it reads. */
export function itHoldsAsync<Case>(
  name: string,
  property: fc.IAsyncProperty<Case>,
  runs: number,
): void {
  const numRuns = fuzzRuns(runs);
  const timeout = TIMEOUT_MS * Math.max(1, numRuns / runs);
  it(name, { timeout }, () => fc.assert(property, { numRuns }));
}
