const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** A length of time as people say it: `850 ms`, `1.5 s`, `2 min 5 s`, `3 h 20 min`. */
export function duration(ms: number): string {
  if (ms < 0) return `-${duration(-ms)}`;
  if (ms < MS_PER_SECOND) return `${trimmed(ms)} ms`;
  if (ms < MS_PER_MINUTE) return `${trimmed(ms / MS_PER_SECOND)} s`;
  if (ms < MS_PER_HOUR) {
    const seconds = Math.round(ms / MS_PER_SECOND);
    return withRest(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  }
  const minutes = Math.round(ms / MS_PER_MINUTE);
  return withRest(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

/** Up to three significant digits below a thousand. */
const trimmed = (value: number): string => String(Number(value.toPrecision(value < 100 ? 3 : 4)));

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`;

/** A bin of whole numbers: `1`, `2–4`, `≥ 5`. */
export function binText({ from, to }: { readonly from: number; readonly to: number }): string {
  const grouped = (value: number): string => value.toLocaleString('en-US');
  if (!Number.isFinite(to)) return `≥ ${grouped(from)}`;
  return to - from === 1 ? grouped(from) : `${grouped(from)}–${grouped(to - 1)}`;
}
