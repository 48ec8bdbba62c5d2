const grouped = new Intl.NumberFormat('en-US');

/** An integer with its thousands grouped, as the note writes them: `69,433,638`. Never shortened. */
export const groupedInteger = (value: number): string => grouped.format(value);

/** A share as the note writes it: `90.8%`. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** A difference with its sign; percent beside it where there is something to relate it to. */
export function deltaText(before: number, after: number): string {
  const difference = after - before;
  if (difference === 0) return '±0';
  const sign = difference > 0 ? '+' : '-';
  const share =
    before === 0 ? '' : ` (${sign}${((Math.abs(difference) / before) * 100).toFixed(2)}%)`;
  return `${sign}${groupedInteger(Math.abs(difference))}${share}`;
}
