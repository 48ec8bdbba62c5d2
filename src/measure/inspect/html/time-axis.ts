/** A unit for an axis of time, so that its numbers stay short. */
export interface TimeUnit {
  readonly name: string;
  readonly ms: number;
}

const UNITS: readonly TimeUnit[] = [
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1_000 },
];
const MILLISECONDS: TimeUnit = { name: 'ms', ms: 1 };
/** How many of a unit there must be at least. */
const MIN_UNITS = 2;

/** The largest unit of which a length of time holds at least two. */
export const unitFor = (ms: number): TimeUnit =>
  UNITS.find((unit) => ms >= MIN_UNITS * unit.ms) ?? MILLISECONDS;
