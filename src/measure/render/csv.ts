import { byForm } from '../forms.ts';
import type { Measurement } from '../measure.ts';
import type { Report } from '../report.ts';

const COLUMNS = [
  'file',
  'representation',
  'from_seq',
  'to_seq',
  'events',
  'records',
  'packed_rows',
  'json_bytes',
  'gzip_bytes',
  'brotli_bytes',
] as const;

/** A row for each log and representation, plain integers, RFC 4180 quoting, `\n` line ends. */
export function renderCsv(report: Report): string {
  const rows = report.measurements.flatMap(csvRows);
  return `${[COLUMNS, ...rows].map(csvLine).join('\n')}\n`;
}

function csvRows({ file, interval, events, weights }: Measurement): (string | number)[][] {
  return byForm(weights).map(([form, weight]) => {
    const { records, rows, jsonBytes, gzipBytes, brotliBytes } = weight;
    const { fromSeq, toSeq } = interval;
    return [file, form, fromSeq, toSeq, events, records, rows, jsonBytes, gzipBytes, brotliBytes];
  });
}

/** Cells as one line of CSV, without its end. */
export const csvLine = (cells: readonly (string | number)[]): string =>
  cells.map(quoteCell).join(',');

/** Quotes a cell that needs it. */
function quoteCell(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
