import { once } from 'node:events';
import ndjson from 'ndjson';
import type { Report } from '../report.ts';

/** A line for each log, so that results of many runs can be put together with `cat`. */
export async function renderNdjson(report: Report): Promise<string> {
  const lines = ndjson.stringify();
  let text = '';
  lines.setEncoding('utf8');
  lines.on('data', (chunk: string) => {
    text += chunk;
  });
  const { schemaVersion, options } = report; // on every line, so that each stands alone
  for (const measurement of report.measurements) {
    lines.write({ schemaVersion, options, ...measurement });
  }
  lines.end();
  await once(lines, 'end');
  return text;
}
