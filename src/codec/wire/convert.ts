import { isSeq } from '../json.ts';
import type { Interval, Seq } from '../types.ts';
import { WireError } from './fault.ts';
import { type ReadRecord, recordInterval } from './records.ts';
import type { WireName, WirePage, WirePages } from './types.ts';
import { walkResponse } from './validate.ts';
import { WIRES, wireOf } from './wires.ts';
import { eventRecords, historyRecords, packRecords, pageRecords } from './wrap.ts';

export interface ConvertOptions {
  /** The wire that the page came over; by default its shape decides. */
  readonly from?: WireName;
  /**
   * Where an empty page lies that came over a wire without watermarks: the `beforeSeq` of its
   * request. Needed only when it says `hasMore`; otherwise it lies at 0.
   */
  readonly fromSeq?: Seq;
}

/**
 * A page as the response of another wire; the page itself where it came over that wire. It is
 * validated on the way. O(records and members).
 *
 * - `history` and `page` hold the same records: each is re-wrapped, none is packed or unpacked.
 * - To `events`, rows are expanded.
 * - From `events`, runs of three or more deltas pack. A record with a `view` never does and ends a
 *   run, since a row has no place for a view.
 * - Keys that the wire does not know are carried along.
 *
 * Nothing is lost, so a page comes back as it was, with two reservations that lie in the wires:
 * `events` cannot say how a page was packed (it comes back in the packed form of FORMAT section
 * 3), and `page` and `events` cannot say where an empty page lies (see `fromSeq`).
 * @throws {WireError} where the page is not sound, or its place cannot be known.
 */
export function convertPage<Name extends WireName>(
  page: WirePage,
  to: Name,
  options: ConvertOptions = {},
): WirePages[Name] {
  const from = options.from ?? wireOf(page);
  if (from === undefined) {
    throw refusal('not a response of any wire: it has no list of records or events');
  }
  const read: ReadRecord[] = [];
  walkResponse(page, from, {
    record: (record) => read.push(record),
    fault(fault) {
      throw new WireError(fault);
    },
  });
  // One name, one type; the compiler cannot tell, nor that a result was built for `to`.
  if (from === (to as WireName)) return page as unknown as WirePages[Name];
  const { records: _, events: __, hasMore, fromSeq, toSeq, ...others } = page as AnyPage;
  const result = {
    [WIRES[to].list]: wrap(read, from, to),
    hasMore,
    ...(WIRES[to].hasWatermarks ? placeOf(read, hasMore, options) : {}),
    ...others,
  };
  return result as unknown as WirePages[Name];
}

/** A page that was found sound, of whatever wire. */
interface AnyPage extends Partial<Interval> {
  readonly records?: unknown;
  readonly events?: unknown;
  readonly hasMore: boolean;
}

function wrap(read: readonly ReadRecord[], from: WireName, to: WireName) {
  if (to === 'events') return eventRecords(read);
  const records = WIRES[from].hasRows ? read : packRecords(read);
  return to === 'history' ? historyRecords(records) : pageRecords(records);
}

/** The watermarks of a page that came without them; its records are contiguous. */
function placeOf(
  read: readonly ReadRecord[],
  hasMore: boolean,
  { fromSeq: given }: ConvertOptions,
): Interval {
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) {
    const fromSeq = given ?? (hasMore ? undefined : 0);
    if (fromSeq === undefined) {
      throw refusal(
        'an empty page without watermarks may lie anywhere, since it says hasMore: give its fromSeq',
      );
    }
    return { fromSeq, toSeq: fromSeq };
  }
  const { fromSeq } = recordInterval(first);
  const { toSeq } = recordInterval(last);
  if (!isSeq(toSeq)) throw refusal(`toSeq would be ${toSeq}, which is no safe integer`);
  return { fromSeq, toSeq };
}

const refusal = (message: string): WireError => new WireError({ kind: 'response', message });
