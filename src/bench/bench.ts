import { cpus } from 'node:os';
import { arch, platform, versions } from 'node:process'; // constants, not the running process
import type { Selection } from '../codec/page.ts';
import type { Warning } from '../errors.ts';
import type { Log } from '../log/log.ts';
import { survey } from '../log/survey.ts';
import { runApart } from './apart.ts';
import { BENCH_FORM_NAMES, type BenchFormName } from './forms.ts';
import type { GroupResult } from './group.ts';
import { GROUP_NAMES, type GroupName } from './phases.ts';
import {
  BENCH_SCHEMA_VERSION,
  type BenchOptions,
  type BenchReport,
  type FormCost,
  formCost,
  HEAP_METHOD,
  type Machine,
  NOT_INCLUDED,
} from './report.ts';
import { type StoredResponse, storeResponses } from './responses.ts';

export interface BenchInput extends BenchOptions {
  readonly selection: Selection;
  readonly forms: readonly BenchFormName[];
  /** Whether the log is the note's sample, made up for this. */
  readonly isSynthetic: boolean;
  readonly salvage?: boolean;
  readonly strict?: boolean;
  /** For the responses while they are measured; exists, and goes away afterwards. */
  readonly directory: string;
  /** Holds how to end what was started, where a signal ends the program. */
  readonly cleanups: Set<() => void>;
  /** Called with the share of the work done, 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Measures what host, transfer and client pay for a page in several forms, one after the other, each
 * group of phases in a process of its own.
 * @throws {HistpackError} as `survey` does; `E_LIMIT` for a page that is too large to be one response
 */
export async function benchLog(log: Log, input: BenchInput): Promise<BenchReport> {
  const { forms, runs, gzipLevel, brotliQuality, cleanups, onProgress } = input;
  const page = await survey(log, input.selection, {
    salvage: input.salvage === true,
    strict: input.strict === true,
    steps: false,
  });
  const { interval } = page;
  // The events come from the raw response, and the views are compared with the raw one.
  const stored = await storeResponses(log, page, withRaw(forms), input.directory);
  const rawPath = responseOf(stored, 'raw').path;
  const tasks = 1 + forms.length * GROUP_NAMES.length + 2;
  let done = 0;
  const advance = (): void => onProgress?.(++done / tasks);
  advance();
  const costs: FormCost[] = [];
  const warnings: Warning[] = [...page.warnings];
  for (const form of forms) {
    const response = responseOf(stored, form);
    const results = new Map<GroupName, GroupResult>();
    for (const group of GROUP_NAMES) {
      const { path } = response;
      const task = { form, group, page: interval, rawPath, path, runs, gzipLevel, brotliQuality };
      results.set(group, await runApart('group', task, cleanups));
      advance();
    }
    costs.push(formCost(form, response, results));
    if (results.get('host')?.isVerbatim === false) warnings.push(rewritten(form, log.source.name));
  }
  const played = withRaw(forms).map((form) => ({ form, path: responseOf(stored, form).path }));
  const settled = await runApart('settled', { forms: played }, cleanups);
  advance();
  const foldCosts = await runApart('scaling', { runs }, cleanups);
  advance();
  return {
    schemaVersion: BENCH_SCHEMA_VERSION,
    file: log.source.name,
    isSynthetic: input.isSynthetic,
    interval,
    events: interval.toSeq - interval.fromSeq,
    machine: machineHere(),
    options: { runs, gzipLevel, brotliQuality },
    forms: costs,
    settled,
    foldCosts,
    heap: HEAP_METHOD,
    notIncluded: NOT_INCLUDED,
    warnings,
  };
}

/** The forms, with `raw` as the first. */
const withRaw = (forms: readonly BenchFormName[]): BenchFormName[] =>
  BENCH_FORM_NAMES.filter((name) => name === 'raw' || forms.includes(name));

function responseOf(
  stored: ReadonlyMap<BenchFormName, StoredResponse>,
  form: BenchFormName,
): StoredResponse {
  const response = stored.get(form);
  if (response === undefined) throw new TypeError(`no response of ${form} was stored`);
  return response;
}

const rewritten = (form: string, file: string): Warning => ({
  code: 'W_REWRITTEN',
  message:
    `some events of the ${form} page are not spelled as JSON.stringify does: stringify was timed on ` +
    'other bytes than those that are counted, compressed and sent',
  file,
});

function machineHere(): Machine {
  const cores = cpus();
  return {
    node: versions.node,
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    system: `${platform} ${arch}`,
  };
}
