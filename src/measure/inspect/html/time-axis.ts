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

/** Below this a chart is for a telephone. */
export const NARROW_PX = 600;

/** What all charts over time share, so that the same moment stands at the same place in each. */
export function timeAxis(width: number, inTurnMs: number) {
  const isNarrow = width < NARROW_PX;
  const unit = unitFor(inTurnMs);
  return {
    unit,
    margins: { marginLeft: isNarrow ? 44 : 92, marginRight: 24 },
    x: {
      label: `time inside turns (${unit.name}) →`,
      domain: [0, Math.max(1, inTurnMs) / unit.ms],
      ticks: isNarrow ? 4 : 8,
    },
  };
}
