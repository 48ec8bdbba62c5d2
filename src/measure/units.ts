const BYTES_PER_UNIT: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['kB', 1000],
  ['MB', 1000 ** 2],
  ['GB', 1000 ** 3],
  ['KiB', 1024],
  ['MiB', 1024 ** 2],
  ['GiB', 1024 ** 3],
]);

/** The forms that sizes take, for messages. */
export const SIZE_FORMS =
  'a bare integer (bytes), or a number with B, kB, MB, GB (powers of 1000), KiB, MiB or GiB (powers of 1024)';
export const PERCENT_FORMS = 'a percentage such as 10% or 0.5%';

/** Bytes of a size such as `65536`, `64KiB` or `1.5 MB`; undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text);
  const unit = BYTES_PER_UNIT.get(match?.[2] ?? '');
  if (match === null || unit === undefined) return undefined;
  const bytes = Number(match[1]) * unit;
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** A share from `10%`; undefined for anything else. */
export function parsePercent(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?) ?%$/.exec(text);
  return match === null ? undefined : Number(match[1]) / 100;
}

/** An integer from decimal digits; undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
