import type { Random } from './random.ts';

/** Draws the time between two neighbouring events: an integer of ms, 0 or more. */
export type DrawGap = (random: Random) => number;

/** Time gaps as they were asked for. */
export interface Gaps {
  /** The spelling, which says all of it: `uniform:5-40`. */
  readonly text: string;
  readonly draw: DrawGap;
}

interface GapKind {
  /** How it is written, for messages. */
  readonly form: string;
  readonly pattern: RegExp;
  /** From the numbers that the pattern found; undefined where they make no sense. */
  readonly make: (first: number, second: number) => DrawGap | undefined;
}

/** Six digits: up to 16 minutes, and no sum of them leaves the safe integers. */
const NUMBER = String.raw`(\d{1,6})`;

/** How widely log-normal gaps spread: a gap in six is above 2.2 times the median, one in 40 above 4.8. */
const SIGMA = 0.8;
const STALL_SHARE = 1 / 200;
const STALL_MS = { from: 1_000, to: 5_000 } as const;

/** The kinds of gaps; a new one is an entry here. */
const GAP_KINDS: Readonly<Record<string, GapKind>> = {
  fixed: {
    form: 'fixed:MS',
    pattern: new RegExp(`^${NUMBER}$`),
    make: (ms) => () => ms,
  },
  uniform: {
    form: 'uniform:FROM-TO',
    pattern: new RegExp(`^${NUMBER}-${NUMBER}$`),
    make: (from, to) => (from <= to ? (random) => random.integer(from, to) : undefined),
  },
  lognormal: {
    form: 'lognormal:MEDIAN',
    pattern: new RegExp(`^${NUMBER}$`),
    make: (median) => (random) => logNormal(random, median),
  },
  stalls: {
    form: 'stalls:MEDIAN',
    pattern: new RegExp(`^${NUMBER}$`),
    make: (median) => (random) =>
      random.chance(STALL_SHARE)
        ? random.integer(STALL_MS.from, STALL_MS.to)
        : logNormal(random, median),
  },
};

/** The forms that gaps take, for messages. */
export const GAP_FORMS = Object.values(GAP_KINDS)
  .map(({ form }) => form)
  .join(', ');

/** Gaps from their spelling, such as `fixed:1` or `uniform:5-40`; undefined for anything else. */
export function parseGaps(text: string): Gaps | undefined {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  const kind = Object.hasOwn(GAP_KINDS, name) ? GAP_KINDS[name] : undefined;
  const found = kind?.pattern.exec(text.slice(colon + 1));
  if (kind === undefined || found == null) return undefined;
  const [, first, second] = found;
  const draw = kind.make(Number(first), Number(second));
  return draw === undefined ? undefined : { text, draw };
}

/** A log-normal time by the Box-Muller transform. */
function logNormal(random: Random, median: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next())); // 1 - next() is above 0
  const normal = radius * Math.cos(2 * Math.PI * random.next());
  return Math.round(median * Math.exp(SIGMA * normal));
}
