import type { Interval } from '../codec/types.ts';
import type { Warning } from '../errors.ts';
import type { FoldCost } from './fold-scaling.ts';
import { type BenchFormName, benchForm } from './forms.ts';
import type { GroupResult } from './group.ts';
import { GROUP_NAMES, type GroupName, phasesOf } from './phases.ts';
import type { StoredResponse } from './responses.ts';
import type { SettledProof } from './settled.ts';
import { type Summary, summarize } from './summary.ts';

/** Raised when a field changes its meaning or goes away; new fields do not raise it. */
export const BENCH_SCHEMA_VERSION = 1;

/** What a phase cost, over the runs. */
export interface PhaseCost {
  readonly phase: string;
  readonly title: string;
  /** Whether the sum of its group leaves it out. */
  readonly isAlternative: boolean;
  readonly ms: Summary;
  readonly heapPeakBytes: Summary;
  readonly heapKeptBytes: Summary;
}

export interface GroupCost {
  readonly group: GroupName;
  readonly phases: readonly PhaseCost[];
  /** The phases that follow each other, summed run by run. */
  readonly ms: Summary;
  /** The most over what the heap held before the first phase, with all results held. */
  readonly heapPeakBytes: Summary;
}

export interface FormCost {
  readonly form: BenchFormName;
  readonly title: string;
  readonly records: number;
  readonly rows: number;
  readonly jsonBytes: number;
  readonly gzipBytes: number;
  readonly brotliBytes: number;
  readonly groups: readonly GroupCost[];
}

/** What ran it: times compare only where all of it is the same. */
export interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly system: string;
}

export interface BenchOptions {
  readonly runs: number;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
}

/** What `bench` found, as plain data: every output format is made from it. */
export interface BenchReport {
  readonly schemaVersion: typeof BENCH_SCHEMA_VERSION;
  /** What was measured: a file's name, or that it is the note's synthetic sample. */
  readonly file: string;
  readonly isSynthetic: boolean;
  readonly interval: Interval;
  readonly events: number;
  readonly machine: Machine;
  readonly options: BenchOptions;
  readonly forms: readonly FormCost[];
  readonly settled: SettledProof;
  readonly foldCosts: readonly FoldCost[];
  /** How heaps were measured, in words. */
  readonly heap: string;
  readonly notIncluded: readonly string[];
  readonly warnings: readonly Warning[];
}

/** How the numbers of the heap come about. */
export const HEAP_METHOD =
  'V8 heap and buffers of a process that runs this form and group alone, in MB over what it held, ' +
  'after a forced collection, when the phase began; the most at fixed points within the phase and at ' +
  'its end. The engine may have collected in between, so peaks are lower bounds. A sum is the most ' +
  'over the start of its group, with the results of its phases held.';

/** What a session in production also pays, or pays differently. */
export const NOT_INCLUDED: readonly string[] = [
  'reading and decoding the log, and finding the page',
  'network latency, bandwidth and TLS: the transfer is TCP on one machine, uncompressed, both ends in one process',
  'decompression by the client',
  'HTTP or WebSocket framing and the RPC around the response',
  'rendering',
  'start-up and a warm-up: the first run, in which code is compiled, counts',
  'browsers: host and client both run on this Node',
];

/**
 * Puts the results of a form's groups together.
 * @throws {TypeError} where the host was not run: sizes come from it
 */
export function formCost(
  name: BenchFormName,
  { records, rows, jsonBytes }: StoredResponse,
  results: ReadonlyMap<GroupName, GroupResult>,
): FormCost {
  const { gzipBytes, brotliBytes } = results.get('host') ?? {};
  if (gzipBytes === undefined || brotliBytes === undefined) throw new TypeError('no host was run');
  const { title } = benchForm(name);
  const groups = GROUP_NAMES.flatMap((group) => {
    const result = results.get(group);
    return result === undefined ? [] : [groupCost(name, group, result)];
  });
  return { form: name, title, records, rows, jsonBytes, gzipBytes, brotliBytes, groups };
}

function groupCost(form: BenchFormName, group: GroupName, result: GroupResult): GroupCost {
  const phases = phasesOf(group, benchForm(form)).map(
    ([phase, { title, isAlternative = false }]) => {
      const samples = result.phases[phase] ?? [];
      return {
        phase,
        title,
        isAlternative,
        ms: summarize(samples.map(({ ms }) => ms)),
        heapPeakBytes: summarize(samples.map(({ heapPeakBytes }) => heapPeakBytes)),
        heapKeptBytes: summarize(samples.map(({ heapKeptBytes }) => heapKeptBytes)),
      };
    },
  );
  const summed = phases.filter(({ isAlternative }) => !isAlternative);
  const sums = result.heapPeakBytes.map((_, run) =>
    summed.reduce((sum, { phase }) => sum + (result.phases[phase]?.[run]?.ms ?? 0), 0),
  );
  const heapPeakBytes = summarize(result.heapPeakBytes);
  return { group, phases, ms: summarize(sums), heapPeakBytes };
}
