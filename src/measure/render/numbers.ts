const grouped = new Intl.NumberFormat('en-US');

/** An integer with its thousands grouped, as the note writes them: `69,433,638`. Never shortened. */
export const groupedInteger = (value: number): string => grouped.format(value);

/** A share as the note writes it: `90.8%`. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
