import type { Span } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { type Fault, HistpackError, type Warning } from '../../errors.ts';
import { type Log, type OpenOptions, openLog } from '../log.ts';
import { type LogEnd, scanLog } from '../scan.ts';
import type { ScanCounts } from '../scanner.ts';
import type { Source } from '../source.ts';
import { readInterval } from '../survey.ts';
import { LosslessCheck, type LosslessProof } from './lossless.ts';
import { StructureCheck } from './structure.ts';
import { plural } from './tally.ts';

/** An answer with what speaks against it. */
export interface Verdict {
  readonly verdict: boolean;
  readonly reasons: readonly string[];
}

/** What `verify` found out about one log. */
export interface Verification {
  readonly file: string;
  readonly encoding: string | undefined;
  readonly session: { readonly id: string; readonly version: number } | undefined;
  /** Whether we can read all of it without guessing. */
  readonly readable: Verdict;
  /** Whether dsh itself would open it. */
  readonly loadsInDsh: Verdict;
  /** Of the valid prefix; undefined where there is none. */
  readonly lossless: LosslessProof | undefined;
  /** Events of the valid prefix. */
  readonly events: Seq;
  readonly counts: ScanCounts | undefined;
  readonly faults: readonly Fault[];
  readonly warnings: readonly Warning[];
}

/** Warnings that tell of something dsh refuses (FORMAT sections 1 and 4). */
const REFUSED_BY_DSH: ReadonlySet<Warning['code']> = new Set([
  'W_HEADER',
  'W_HEADER_FRAME',
  'W_SKIPPABLE_FRAME',
  'W_ENCODING',
]);

export interface VerifyOptions extends OpenOptions {
  readonly onProgress?: ((decodedBytes: number) => void) | undefined;
}

/** Reads all of a log, finds every fault and proves packing exact on it. Never throws for its content. */
export async function verifyLog(
  source: Source,
  options: VerifyOptions = {},
): Promise<Verification> {
  let log: Log;
  try {
    log = await openLog(source, options);
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    return unreadable(source.name, error.fault);
  }
  let checks = new Checks();
  const onSpans = checks.observe;
  const end = await scanLog(log, { onSpans, onProgress: options.onProgress, listAllFaults: true });
  if (end.corruption !== undefined) {
    // Of a broken frame nothing may be believed: look at the valid prefix alone.
    checks = new Checks();
    const interval = { fromSeq: 0, toSeq: end.endSeq };
    await readInterval(log, { interval }, checks.observe);
  }
  return conclude(log, end, checks);
}

class Checks {
  readonly structure = new StructureCheck();
  readonly lossless = new LosslessCheck();

  readonly observe = (spans: readonly Span[]): undefined => {
    for (const span of spans) {
      this.structure.observe(span);
      this.lossless.observe(span);
    }
  };
}

function conclude(log: Log, end: LogEnd, checks: Checks): Verification {
  const file = log.source.name;
  const { corruption, faults, counts, endSeq } = end;
  const warnings = [...log.warnings, ...end.warnings, ...checks.structure.finish(file)];
  if (counts.nonCanonicalDeltas > 0) {
    const message =
      `${plural(counts.nonCanonicalDeltas, 'delta line')} not as dsh writes JSON: ` +
      'packing keeps the events, not the spelling';
    warnings.push({ code: 'W_NON_CANONICAL', message, file });
  }
  const damage = corruption === undefined ? [] : [corruption.message];
  const refusals = warnings.filter(({ code }) => REFUSED_BY_DSH.has(code));
  return {
    file,
    encoding: log.encoding.name,
    session: { id: log.header.id, version: log.header.version },
    readable: { verdict: corruption === undefined, reasons: damage },
    loadsInDsh: {
      verdict: corruption === undefined && refusals.length === 0,
      reasons: [...damage, ...refusals.map(({ message }) => message)],
    },
    lossless: checks.lossless.finish(),
    events: endSeq,
    counts,
    // A torn tail has its faults too, but it is one warning and no fault of the log.
    faults: corruption === undefined ? [] : faults,
    warnings,
  };
}

/** The verification of a log of which nothing could be read. */
export function unreadable(file: string, fault: Fault): Verification {
  const verdict = { verdict: false, reasons: [fault.message] };
  return {
    file,
    encoding: undefined,
    session: undefined,
    readable: verdict,
    loadsInDsh: verdict,
    lossless: undefined,
    events: 0,
    counts: undefined,
    faults: [{ ...fault, file }],
    warnings: [],
  };
}
