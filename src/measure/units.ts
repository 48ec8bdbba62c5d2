/** A unit as a decimal exponent and a factor: `1.001kB` becomes `1.001e3`, which no product rounds. */
const UNITS: ReadonlyMap<string, { readonly exponent: number; readonly factor: number }> = new Map([
  ['', { exponent: 0, factor: 1 }],
  ['B', { exponent: 0, factor: 1 }],
  ['kB', { exponent: 3, factor: 1 }],
  ['MB', { exponent: 6, factor: 1 }],
  ['GB', { exponent: 9, factor: 1 }],
  ['KiB', { exponent: 0, factor: 1024 }],
  ['MiB', { exponent: 0, factor: 1024 ** 2 }],
  ['GiB', { exponent: 0, factor: 1024 ** 3 }],
]);

/** The forms that sizes take, for messages. */
export const SIZE_FORMS =
  'a bare integer (bytes), or a number with B, kB, MB, GB (powers of 1000), KiB, MiB or GiB (powers of 1024)';
export const PERCENT_FORMS = 'a percentage such as 10% or 0.5%';

/**
 * Bytes of a size such as `65536`, `64KiB` or `1.5 MB`; undefined for anything else. A unit may leave
 * a fraction of a byte, as `1.3 KiB` does: it is dropped, since no size lies between two bytes.
 */
export function parseBytes(text: string): number | undefined {
  const [, digits = '', name = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(text) ?? [];
  const unit = UNITS.get(name);
  if (digits === '' || unit === undefined) return undefined;
  const { exponent, factor } = unit;
  if (digits.includes('.') && exponent === 0 && factor === 1) return undefined;
  const bytes = Math.floor(Number(`${digits}e${exponent}`) * factor);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** A share from `10%`, as the nearest number to it; undefined for anything else. */
export function parsePercent(text: string): number | undefined {
  const [, digits] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(`${digits}e-2`);
}

/** An integer from decimal digits; undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
