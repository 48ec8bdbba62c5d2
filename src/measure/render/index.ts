import type { ChalkInstance } from 'chalk';
import type { Report } from '../report.ts';
import { renderCsv } from './csv.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';
import { renderNdjson } from './ndjson.ts';
import { renderTable } from './table.ts';

/** How a report is written: a new format is an entry here. Each is a whole document. */
export const REPORT_FORMATS = {
  table: renderTable,
  markdown: renderMarkdown,
  json: (report: Report) => `${JSON.stringify(report, undefined, 2)}\n`,
  ndjson: renderNdjson,
  csv: renderCsv,
} as const satisfies Record<
  string,
  (report: Report, labels: Labels, chalk: ChalkInstance) => string | Promise<string>
>;

export type ReportFormat = keyof typeof REPORT_FORMATS;
