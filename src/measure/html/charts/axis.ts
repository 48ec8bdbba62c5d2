const THOUSANDS = ['', 'k', 'M', 'G', 'T', 'P'];
const DIGITS = 4;

/** A number of an axis, short: `1`, `20`, `2.5k`, `40M`. */
export function shortNumber(value: number): string {
  let [rest, unit] = [value, 0];
  while (rest >= 1000 && unit < THOUSANDS.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${Number(rest.toPrecision(DIGITS))}${THOUSANDS[unit]}`;
}

const TICKS = 5;

/** The options of an axis of counts from 0, which has no fractions on it. */
export function countAxis(largest: number, label: string) {
  const few = Array.from({ length: largest + 1 }, (_, count) => count);
  const ticks = largest < TICKS ? few : TICKS;
  return { label, grid: true, zero: true, ticks, tickFormat: shortNumber };
}
