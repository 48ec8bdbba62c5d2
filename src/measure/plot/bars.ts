import stringWidth from 'string-width';
import { padEnd, padStart } from './pad.ts';

/** One bar: what it stands for, how long it is, and the number in words. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** A cell filled by 1 to 8 eighths from the left. */
const EIGHTHS = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;

const GAP = '  ';
/** Below this a bar says nothing, so that labels are cut instead. */
const MIN_BAR_COLUMNS = 8;

/**
 * Horizontal bars to one scale from 0: label, number, bar. No line is wider than `columns`, whatever the
 * labels are; numbers are never cut.
 */
export function barLines(bars: readonly Bar[], columns: number): string[] {
  const textColumns = Math.max(0, ...bars.map(({ text }) => stringWidth(text)));
  const fixed = textColumns + 2 * GAP.length;
  const labelColumns = Math.min(
    Math.max(0, ...bars.map(({ label }) => stringWidth(label))),
    Math.max(1, columns - fixed - MIN_BAR_COLUMNS),
  );
  const barColumns = Math.max(0, columns - fixed - labelColumns);
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  return bars.map(({ label, value, text }) => {
    const head = `${padEnd(label, labelColumns)}${GAP}${padStart(text, textColumns)}`;
    return `${head}${GAP}${bar(largest > 0 ? value / largest : 0, barColumns)}`.trimEnd();
  });
}

/** A bar over so many columns, to an eighth of one; a share above 0 always shows. */
function bar(share: number, columns: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * columns * EIGHTHS.length)) : 0;
  const whole = Math.floor(eighths / EIGHTHS.length);
  const rest = eighths % EIGHTHS.length;
  return '█'.repeat(whole) + (rest === 0 ? '' : EIGHTHS[rest - 1]);
}
