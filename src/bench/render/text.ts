import { DEFAULT_BROTLI_QUALITY } from '../../measure/compressors.ts';
import { groupedInteger } from '../../measure/render/numbers.ts';
import type { BenchReport } from '../report.ts';
import { costTable, foldTable, type TextTable } from './cells.ts';

/** The report for people; its tables are Markdown whose columns line up. */
export const renderText = (report: BenchReport): string => render(report, paddedLines);

/** The report to be pasted into a document. */
export const renderMarkdown = (report: BenchReport): string => render(report, plainLines);

function render(report: BenchReport, lines: (table: TextTable) => string[]): string {
  return `${[
    ...headLines(report),
    '',
    ...lines(costTable(report)),
    '',
    ...lines(foldTable(report)),
    '',
    settledLine(report),
    '',
    `Heap: ${report.heap}`,
    '',
    'Not included:',
    ...report.notIncluded.map((each) => `- ${each}`),
  ].join('\n')}\n`;
}

function headLines({ file, interval, events, machine, options, forms }: BenchReport): string[] {
  const { node, cpu, cores, system } = machine;
  const { runs, gzipLevel, brotliQuality } = options;
  const isNotes = brotliQuality === DEFAULT_BROTLI_QUALITY;
  const quality = isNotes ? ', as the note has it' : ` (the note has ${DEFAULT_BROTLI_QUALITY})`;
  const names = forms.map(({ form, title }) => `${form}: ${title}`).join('; ');
  return [
    `${file}, interval [${interval.fromSeq}, ${interval.toSeq}): ${groupedInteger(events)} logical events. ${names}.`,
    `Node ${node}, ${cpu}, ${cores} cores, ${system}; ${runs === 1 ? '1 run' : `median of ${runs} runs`}; gzip level ${gzipLevel}, Brotli quality ${brotliQuality}${quality}.`,
  ];
}

function settledLine({ settled }: BenchReport): string {
  const { isEqual, compared, steps, sha256, difference } = settled;
  const ways = compared.join('; ');
  return isEqual
    ? `Final fold states are equal (${ways}): ${groupedInteger(steps)} ${steps === 1 ? 'step' : 'steps'}, SHA-256 ${sha256}.`
    : `Final fold states are NOT equal (${ways}): ${difference}.`;
}

/** Unpadded. */
function plainLines({ head, rows }: TextTable): string[] {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

/** Padded. No cell holds a character that is not one column wide. */
function paddedLines({ head, rows }: TextTable): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const padded = (cells: readonly string[]): string[] =>
    widths.map((width, column) => {
      const cell = cells[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
  return [head, rule, ...rows].map((cells) => `| ${padded(cells).join(' | ')} |`);
}
