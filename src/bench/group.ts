import { readFile } from 'node:fs/promises';
import type { HistoryResponse, Interval, SessionEvent } from '../codec/types.ts';
import { type BenchFormName, benchForm } from './forms.ts';
import { exposeGc, heapBytes } from './heap.ts';
import { type GroupName, phasesOf, type Work } from './phases.ts';

/** A group of phases of one form, to be run in a heap of its own. */
export interface GroupTask {
  readonly form: BenchFormName;
  readonly group: GroupName;
  readonly page: Interval;
  /** Where the responses of the page are: that of the raw form, and that of `form`. */
  readonly rawPath: string;
  readonly path: string;
  readonly runs: number;
  readonly gzipLevel: number;
  readonly brotliQuality: number;
}

/** One run of one phase. Heap is in bytes over what the heap held when the phase began. */
export interface PhaseSample {
  readonly ms: number;
  /** The most at any point where it is looked at: marks within the phase, and its end. */
  readonly heapPeakBytes: number;
  /** What its result keeps, after a collection. */
  readonly heapKeptBytes: number;
}

export interface GroupResult {
  /** By phase, a sample a run. */
  readonly phases: Readonly<Record<string, readonly PhaseSample[]>>;
  /** A value a run: the most over what the heap held before the first phase, all results held. */
  readonly heapPeakBytes: readonly number[];
  /** Only of the host. */
  readonly gzipBytes?: number;
  readonly brotliBytes?: number;
  /** Whether the events, parsed and written again, have the bytes that `measure` counts. */
  readonly isVerbatim?: boolean;
}

/**
 * Runs a group some times over. Before each phase all garbage is collected, so that each pays for
 * its own; within a phase the engine collects as it pleases, so a peak is a lower bound.
 */
export async function runGroup(task: GroupTask): Promise<GroupResult> {
  const form = benchForm(task.form);
  const phases = phasesOf(task.group, form);
  const body = await readFile(task.path);
  const events = task.group === 'host' ? await readEvents(task.rawPath) : [];
  const collect = exposeGc();
  const samples: Record<string, PhaseSample[]> = {};
  const peaks: number[] = [];
  let last: Work | undefined;
  for (let run = 0; run < task.runs; run++) {
    last = undefined;
    const { page, gzipLevel, brotliQuality } = task;
    const work: Work = { form, page, gzipLevel, brotliQuality, events, body };
    collect();
    const groupBase = heapBytes();
    let groupPeak = groupBase;
    for (const [name, phase] of phases) {
      collect();
      const base = heapBytes();
      let peak = base;
      const mark = (): void => {
        peak = Math.max(peak, heapBytes());
      };
      const start = performance.now();
      await phase.run(work, mark);
      const ms = performance.now() - start;
      mark();
      groupPeak = Math.max(groupPeak, peak);
      collect();
      const heapKeptBytes = Math.max(0, heapBytes() - base);
      phase.drop?.(work);
      samples[name] ??= [];
      samples[name].push({ ms, heapPeakBytes: peak - base, heapKeptBytes });
    }
    peaks.push(groupPeak - groupBase);
    last = work;
  }
  return { phases: samples, heapPeakBytes: peaks, ...(last === undefined ? {} : factsOf(last)) };
}

/** What the last run left behind, looked at when nothing is timed any more. */
function factsOf({ bytes, gzip, brotli, received, body }: Work): Partial<GroupResult> {
  if (received?.equals(body) === false) throw new Error('the loopback transfer altered the bytes');
  return {
    ...(gzip === undefined ? {} : { gzipBytes: gzip.length }),
    ...(brotli === undefined ? {} : { brotliBytes: brotli.length }),
    ...(bytes === undefined ? {} : { isVerbatim: bytes.equals(body) }),
  };
}

/** The logical events of a page, from its raw response. */
async function readEvents(path: string): Promise<SessionEvent[]> {
  const { records } = JSON.parse(await readFile(path, 'utf8')) as HistoryResponse; // we wrote it
  return records.flatMap((record) => ('event' in record ? [record.event] : []));
}
