import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchFormName } from '../../src/bench/forms.ts';
import { storeResponses } from '../../src/bench/responses.ts';
import { type Selection, WHOLE_LOG } from '../../src/codec/page.ts';
import { openLog } from '../../src/log/log.ts';
import { openFile } from '../../src/log/source.ts';
import { survey } from '../../src/log/survey.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';

/** The path of a committed sample. */
export const samplePath = (name: string): string =>
  fileURLToPath(new URL(join('../../samples', `${name}.jsonl`), import.meta.url));

/** The responses of a page of a sample, in a directory that goes away. */
export async function storedPage(
  name: string,
  forms: readonly BenchFormName[],
  { maxChars, selection = WHOLE_LOG }: { maxChars?: number; selection?: Selection } = {},
) {
  const source = await openFile(samplePath(name));
  try {
    const log = await openLog(source);
    const page = await survey(log, selection);
    const stored = await storeResponses(log, page, forms, temporaryDirectory(), maxChars);
    return { page: page.interval, stored };
  } finally {
    await source.close();
  }
}
