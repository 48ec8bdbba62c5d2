import stringWidth from 'string-width';

/** Text cut to so many columns, with an ellipsis where something is missing. */
export function cutTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let cut = '';
  for (const character of text) {
    if (stringWidth(cut + character) > columns - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Text in exactly so many columns, to the left. */
export function padEnd(text: string, columns: number): string {
  const cut = cutTo(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - stringWidth(cut)));
}

/** Text in at least so many columns, to the right; never cut. */
export const padStart = (text: string, columns: number): string =>
  ' '.repeat(Math.max(0, columns - stringWidth(text))) + text;
