import type { Interval, JsonObject, JsonValue } from '../codec/types.ts';
import type { WireFault, WireFaultKind } from '../codec/wire/fault.ts';
import { recordInterval } from '../codec/wire/records.ts';
import type { WireName } from '../codec/wire/types.ts';
import { walkResponse } from '../codec/wire/validate.ts';
import { type ErrorCode, type Fault, makeFault, type Place, type Warning } from '../errors.ts';
import type { PageCounts, PageVerification } from './verify-page.ts';

/** The code and the hint for each kind of fault in a response. */
const FAULTS: Readonly<Record<WireFaultKind, { readonly code: ErrorCode; readonly hint: string }>> =
  {
    response: {
      code: 'E_ENVELOPE',
      hint: 'a response is {"records":[…],"hasMore","fromSeq","toSeq"} or an older form of it',
    },
    record: { code: 'E_EVENT', hint: 'a client would drop or misread this record' },
    row: {
      code: 'E_ROW',
      hint: 'expanding the row would be unsafe; a client must refuse the page',
    },
    gap: { code: 'E_SEQ', hint: 'the host left events out, or the capture was edited' },
    overlap: { code: 'E_SEQ', hint: 'the host sent events twice or out of order' },
  };

type Checked = Pick<
  PageVerification,
  'interval' | 'hasMore' | 'counts' | 'areRowsSafe' | 'faults' | 'warnings'
>;

/** Checks a response that came over `wire`: every record, every row, and what they cover. */
export function checkResponse(response: JsonValue, wire: WireName, place: Place): Checked {
  const counts = { records: 0, rows: 0, events: 0, eventsInRows: 0 };
  const found: WireFault[] = [];
  let covered: Interval | undefined;
  walkResponse(response, wire, {
    record(record) {
      const { fromSeq, toSeq } = recordInterval(record);
      covered = { fromSeq: covered?.fromSeq ?? fromSeq, toSeq };
      counts.records += 1;
      counts.events += toSeq - fromSeq;
      if (record.row === undefined) return;
      counts.rows += 1;
      counts.eventsInRows += toSeq - fromSeq;
    },
    fault: (fault) => found.push(fault) > 0,
  });
  const page = response as JsonObject; // wireOf found a list in it
  const hasMore = typeof page.hasMore === 'boolean' ? page.hasMore : undefined;
  const isEnvelopeSound = found.every(({ kind }) => kind !== 'response');
  const interval =
    wire === 'history' && isEnvelopeSound
      ? { fromSeq: page.fromSeq as number, toSeq: page.toSeq as number } // the walk checked both
      : covered;
  return {
    interval,
    hasMore,
    counts: withBad(counts, found),
    areRowsSafe: found.every(({ kind }) => kind !== 'row'),
    faults: found.map((fault) => pageFault(fault, place)),
    warnings: hasMoreWarnings(hasMore, interval, place),
  };
}

/** Counts every record, also those that could not be read. */
const withBad = (counts: PageCounts, found: readonly WireFault[]): PageCounts => ({
  ...counts,
  records: counts.records + found.filter(({ kind }) => kind === 'record' || kind === 'row').length,
  rows: counts.rows + found.filter(({ kind }) => kind === 'row').length,
});

function pageFault(
  { kind, message, record, expectedSeq, foundSeq }: WireFault,
  place: Place,
): Fault {
  const detail = {
    ...(record === undefined ? {} : { record }),
    ...(expectedSeq === undefined ? {} : { expected: expectedSeq, found: foundSeq }),
  };
  return makeFault({ ...FAULTS[kind], message, ...place, seq: foundSeq, detail });
}

/** A host says `hasMore` exactly where the page does not begin at seq 0 (FORMAT section 5). */
function hasMoreWarnings(
  hasMore: boolean | undefined,
  interval: Interval | undefined,
  place: Place,
): Warning[] {
  if (hasMore === undefined || interval === undefined) return [];
  const { fromSeq } = interval;
  if (hasMore === fromSeq > 0) return [];
  const message = hasMore
    ? 'hasMore is true, but the page begins at seq 0'
    : `hasMore is false, but the page begins at seq ${fromSeq}: a client would stop paging there`;
  return [{ code: 'W_HAS_MORE', message, ...place }];
}
