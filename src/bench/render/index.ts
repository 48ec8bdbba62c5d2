import type { BenchReport } from '../report.ts';
import { renderMarkdown, renderText } from './text.ts';

/** How a report is written: a new format is an entry here. Each is a whole document. */
export const BENCH_FORMATS = {
  table: renderText,
  markdown: renderMarkdown,
  json: (report: BenchReport) => `${JSON.stringify(report, undefined, 2)}\n`,
} as const satisfies Record<string, (report: BenchReport) => string>;

export type BenchFormat = keyof typeof BENCH_FORMATS;
