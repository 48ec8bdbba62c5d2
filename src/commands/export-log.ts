import type { Selection } from '../codec/page.ts';
import { REPRESENTATIONS } from '../codec/representations.ts';
import type { Interval } from '../codec/types.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { type ExportOptions, exportPage } from '../export/export-page.ts';
import { type Log, type OpenOptions, openLog } from '../log/log.ts';
import { survey } from '../log/survey.ts';
import type { Console } from './console.ts';
import { openInput } from './input.ts';
import { type Output, writeWhole } from './output.ts';

/** What is to be exported of a log, and how. */
export interface ExportJob {
  readonly selection: Selection;
  readonly open: OpenOptions;
  readonly salvage: boolean;
  readonly strict: boolean;
  readonly options: ExportOptions;
}

/** What was exported. */
export interface Exported extends Interval {
  readonly sessionId: string;
}

/**
 * Exports one log into an output, which is opened once the log is known to be sound and is whole
 * or not there at the end.
 * @throws {HistpackError} as `openLog` and `survey` do, `E_OUTPUT`, and `E_USAGE` for a log that would
 *   not begin at seq 0
 */
export async function exportLog(
  input: string,
  { selection, open, salvage, strict, options }: ExportJob,
  context: Context,
  console: Pick<Console, 'warn'>,
  openTarget: (log: Log) => Promise<Output>,
): Promise<Exported> {
  const { source, warnings } = await openInput(input, context);
  try {
    const log = await openLog(source, open);
    const steps = REPRESENTATIONS[options.representation].needsSteps;
    const page = await survey(log, selection, { salvage, strict, steps });
    for (const warning of [...warnings, ...page.warnings]) console.warn(warning);
    if (options.format === 'log' && page.interval.fromSeq > 0) {
      throw new HistpackError({
        code: 'E_USAGE',
        message: `a log begins at seq 0, and the selection at ${page.interval.fromSeq}`,
      });
    }
    const output = await openTarget(log);
    await writeWhole(output, async () => {
      await exportPage(log, page, options, (bytes) => output.write(bytes));
    });
    return { sessionId: log.header.id, ...page.interval };
  } finally {
    await source.close();
  }
}
