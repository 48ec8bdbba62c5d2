import { isSeq } from '../json.ts';
import type { JsonValue, Seq } from '../types.ts';

/** The shortest rising stretch that becomes a range, as in later logs (FORMAT section 2). */
const MIN_RANGE = 3;

/** More than any log holds: a hostile range must not take all memory. */
const MAX_SOURCES = 16 * 1024 * 1024;

/**
 * A message names every event that it was made from, a number a token. Here each maximal stretch
 * of three or more becomes an inclusive pair `[first,last]`. Undefined for a list that is not of
 * seqs alone: one with pairs already could not be told apart afterwards. O(sources).
 */
export function toRanges(sources: JsonValue): JsonValue | undefined {
  if (!Array.isArray(sources) || !sources.every(isSeq)) return undefined;
  const ranges: JsonValue[] = [];
  for (let at = 0; at < sources.length; ) {
    const first = sources[at] as Seq; // below the length by the loop's bound
    let end = at + 1;
    while (end < sources.length && sources[end] === first + (end - at)) end += 1;
    if (end - at >= MIN_RANGE) ranges.push([first, first + (end - at) - 1]);
    else for (; at < end; at++) ranges.push(sources[at] as Seq);
    at = end;
  }
  return ranges;
}

/** The sources one by one again; undefined for what `toRanges` never writes. O(sources). */
export function fromRanges(ranges: JsonValue): Seq[] | undefined {
  if (!Array.isArray(ranges)) return undefined;
  const sources: Seq[] = [];
  for (const range of ranges as readonly JsonValue[]) {
    if (isSeq(range)) {
      sources.push(range);
      continue;
    }
    if (!Array.isArray(range) || range.length !== 2) return undefined;
    const first: JsonValue | undefined = range[0]; // by place: taking a list apart costs more
    const last: JsonValue | undefined = range[1];
    if (!isSeq(first) || !isSeq(last) || last < first) return undefined;
    if (last - first >= MAX_SOURCES - sources.length) return undefined;
    for (let seq = first; seq <= last; seq++) sources.push(seq);
  }
  return sources;
}
