import { decodeStorageRecord, packChunkRuns } from '@deepseek-ai/dsh-session';
import { isObject, own } from '../../src/codec/json.ts';
import type { JsonValue, SessionEvent, StorageRecord } from '../../src/codec/types.ts';

/**
 * The oracle: the official codec under our types. It brands its ids, which no JSON value shows;
 * hence the casts.
 */
export const officialPack = packChunkRuns as unknown as (
  events: readonly SessionEvent[],
) => StorageRecord[];

export const officialDecode = decodeStorageRecord as unknown as (record: unknown) => SessionEvent[];

/** The numbers of a delta or a row that ours wants finite and the official codec only numbers. */
const PLACES = ['turn', 'step', 'index'];

const hasInfinity = (value: JsonValue | undefined): boolean =>
  isObject(value) &&
  PLACES.some((place) => [Infinity, -Infinity].includes(own(value, place) as number));

/**
 * What the official codec packs, but for the one documented deviation: a delta in which `1e400`
 * stands for its turn, step or index stays as it is, since JSON cannot write Infinity again.
 */
export function expectedPack(events: readonly SessionEvent[]): StorageRecord[] {
  const original = new Map<StorageRecord, SessionEvent>();
  const guarded = events.map((event) => {
    const data = isObject(event.data) ? event.data : {};
    if (!hasInfinity(data) && !hasInfinity(own(data, 'chunk'))) return event;
    const marked = { ...event, ignorable: true }; // one key more: the official codec leaves it alone
    original.set(marked, event);
    return marked;
  });
  return officialPack(guarded).map((record) => original.get(record) ?? record);
}

/** What a decoder made of a record: its events, or that it refused. */
export type Verdict = readonly SessionEvent[] | 'refused';

export function verdictOf(decode: (record: unknown) => SessionEvent[], record: unknown): Verdict {
  try {
    return decode(record);
  } catch {
    return 'refused';
  }
}

/**
 * The verdict of the official decoder, but for the two documented deviations: places that are not
 * finite, and a last seq of 2^53, which it lets pass because it adds in doubles first.
 */
export function expectedVerdict(record: JsonValue): Verdict {
  const verdict = verdictOf(officialDecode, record);
  if (verdict === 'refused' || verdict[0] === (record as unknown)) return verdict;
  const { seq0, data } = record as { seq0: number; data: JsonValue };
  const isOverflow = BigInt(seq0) + BigInt(verdict.length - 1) > BigInt(Number.MAX_SAFE_INTEGER);
  return hasInfinity(data) || isOverflow ? 'refused' : verdict;
}
