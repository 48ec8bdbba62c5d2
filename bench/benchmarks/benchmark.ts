import { type LogSpec, logFile, logName } from '../logs.ts';
import type { Result } from '../result.ts';
import { ZstdMissing } from '../zstd-log.ts';

/** What a benchmark may know. Plain data: it is handed to another process. */
export interface BenchContext {
  /** Where generated logs are kept. */
  readonly directory: string;
  /** Rounds that count; slow benchmarks take fewer, quick ones more. */
  readonly rounds: number;
  /** Also the logs of a gigabyte. */
  readonly long: boolean;
}

/** Measures one line of DESIGN's speed table, or a few that belong together. */
export interface Benchmark {
  readonly summary: string;
  readonly run: (context: BenchContext) => Promise<Result[]>;
}

/** Calls `measure` with the file of a log, or gives the row that says why there is none. */
export async function withLog(
  context: BenchContext,
  spec: LogSpec,
  what: string,
  measure: (file: string) => Promise<Result[]>,
): Promise<Result[]> {
  let file: string;
  try {
    file = await logFile(context.directory, spec);
  } catch (error) {
    if (!(error instanceof ZstdMissing)) throw error;
    return [{ what: `${what}, ${logName(spec)}`, skipped: error.message }];
  }
  return measure(file);
}
