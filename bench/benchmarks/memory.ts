import { peakMemoryOf } from '../child.ts';
import { HUGE_BYTES, type LogSpec, logName, MB, MEDIUM_BYTES } from '../logs.ts';
import { atMost, megabytes, type Result } from '../result.ts';
import { summarize } from '../stats.ts';
import { type BenchContext, type Benchmark, withLog } from './benchmark.ts';

/** Which command, and how: the compressors' windows do not depend on the level of gzip. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  measure: ['measure', '--brotli-quality', '5', '--gzip-level', '1', '--no-progress'],
  verify: ['verify', '--no-progress'],
  'export (as a log)': ['export', '--layout', 'log'],
  'page (whole log, packed)': ['page', '--format', 'json'],
  'page (whole log, raw)': ['page', '--format', 'json', '--as', 'raw'],
};
/** Quality 11, whose window and tables are by far the largest. */
const SLOW_MEASURE = ['measure', '--no-progress'];

const GOAL = atMost(250);
/** "The same": the moment of a garbage collection alone moves a peak by so much. */
const SAME = atMost(1.15);
/** As little as fills the windows of all three representations: quality 11 is slow. */
const SLOW_BYTES = 24 * MB;

/** Every way to store a log. */
const LAYOUTS = [
  { packed: false },
  { packed: false, zstd: true },
  { packed: true },
  { packed: true, zstd: true },
] as const;

/** Those that differ most: a gigabyte of packed turns is several of events, which takes minutes. */
const FAR_LAYOUTS = [LAYOUTS[0], LAYOUTS[3]] as const;

const GROUPS: Readonly<Record<string, readonly LogSpec[]>> = {
  '70 MB of short turns': LAYOUTS.map((layout) => ({
    shape: 'turns',
    bytes: MEDIUM_BYTES,
    ...layout,
  })),
  'one answer of 416,000 tokens': LAYOUTS.map((layout) => ({ shape: 'answer', ...layout })),
};
const LONG_GROUPS: typeof GROUPS = {
  '1 GB of short turns': FAR_LAYOUTS.map((layout) => ({
    shape: 'turns',
    bytes: HUGE_BYTES,
    ...layout,
  })),
};

/** The most memory that whole-log commands hold, as the operating system counts it. */
export const memory: Benchmark = {
  summary: 'peak memory of measure, verify and page over whole logs',
  async run(context) {
    const results: Result[] = [];
    for (const [name, args] of Object.entries(COMMANDS)) {
      const medium = await worst(name, args, GROUPS, context, results);
      if (!context.long) continue;
      const huge = await worst(name, args, LONG_GROUPS, context, results);
      results.push({
        what: `peak memory of ${name}, 1 GB over 70 MB of log`,
        unit: '×',
        goal: SAME,
        value: summarize([(huge[0] as number) / (medium[0] as number)]), // the first group of each
        note: 'the worst layouts of both',
      });
    }
    const slow = { shape: 'turns', bytes: SLOW_BYTES, packed: false } as const;
    const group = { [`${SLOW_BYTES / MB} MB of short turns`]: [slow] };
    await worst('measure at Brotli 11', SLOW_MEASURE, group, context, results);
    return results;
  },
};

/** Adds a row a group, for the layout that takes most; gives those peaks, MB. */
async function worst(
  command: string,
  args: readonly string[],
  groups: Readonly<Record<string, readonly LogSpec[]>>,
  context: BenchContext,
  results: Result[],
): Promise<number[]> {
  const peaks: number[] = [];
  for (const [group, specs] of Object.entries(groups)) {
    const what = `peak memory of ${command}, ${group}`;
    const measured: { spec: LogSpec; peak: number }[] = [];
    for (const spec of specs) {
      process.stderr.write(`  ${command}: ${logName(spec)}\n`);
      const skipped = await withLog(context, spec, what, async (file) => {
        const [subcommand = '', ...rest] = args;
        measured.push({ spec, peak: megabytes(await peakMemoryOf([subcommand, file, ...rest])) });
        return [];
      });
      results.push(...skipped);
    }
    const peak = Math.max(...measured.map((each) => each.peak));
    peaks.push(peak);
    results.push({
      what: measured.length > 1 ? `${what}: the worst layout` : what,
      unit: 'MB',
      goal: GOAL,
      value: summarize([peak]),
      note: measured
        .map(({ spec, peak }) => `${layoutName(spec)} ${Math.round(peak)} MB`)
        .join(', '),
    });
  }
  return peaks;
}

const layoutName = ({ packed, zstd }: LogSpec): string =>
  `${packed ? 'packed' : 'unpacked'}${zstd === true ? ' zstd' : ''}`;
