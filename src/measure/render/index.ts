import type { ChalkInstance } from 'chalk';
import type { Report } from '../report.ts';
import { renderComment } from './comment.ts';
import { renderCsv } from './csv.ts';
import { renderGithub } from './github.ts';
import { renderHtml } from './html.ts';
import type { Labels } from './labels.ts';
import { renderMarkdown } from './markdown.ts';
import { renderNdjson } from './ndjson.ts';
import { renderOpenMetrics } from './openmetrics.ts';
import { renderTable } from './table.ts';

/** How a report is written: a new format is an entry here. Each is a whole document. */
export const REPORT_FORMATS = {
  table: renderTable,
  markdown: renderMarkdown,
  json: (report: Report) => `${JSON.stringify(report, undefined, 2)}\n`,
  ndjson: renderNdjson,
  csv: renderCsv,
  html: renderHtml,
  github: renderGithub,
  comment: renderComment,
  openmetrics: renderOpenMetrics,
} as const satisfies Record<
  string,
  (report: Report, labels: Labels, chalk: ChalkInstance) => string | Promise<string>
>;

export type ReportFormat = keyof typeof REPORT_FORMATS;
