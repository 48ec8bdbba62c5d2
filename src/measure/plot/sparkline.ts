/** A cell filled by 1 to 8 eighths from below. */
const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * A number a column as a block whose height tells it, to one scale from 0; nothing stays blank, so
 * that a pause is not taken for a little.
 */
export function sparkline(values: readonly number[]): string {
  const largest = values.reduce((max, value) => Math.max(max, value), 0);
  return values
    .map((value) => {
      if (value <= 0) return ' ';
      const level = Math.max(1, Math.round((value / largest) * LEVELS.length));
      return LEVELS[level - 1];
    })
    .join('');
}
