import type { HistoryRecord, Interval } from '../types.ts';
import { type Notice, noticeOf } from './notices.ts';
import { recordInterval } from './record-interval.ts';
import { RecordList } from './record-list.ts';
import type { WindowRules } from './rules.ts';
import type { HistoryWindow, ShownInterval, WindowEffect, WindowStep } from './state.ts';

/** Takes a live record: appended, dropped as a replay, or kept for the tail page that it asks for. */
export function takeLive(
  state: HistoryWindow,
  record: HistoryRecord,
  rules: WindowRules,
): WindowStep {
  const live = recordInterval(record);
  if (live === undefined) return { state, effects: [noticeOf('live-malformed')] };
  const heard = { ...state, heardTo: Math.max(state.heardTo, live.toSeq) };
  const shown = currentOf(heard);
  // A window about to be replaced takes nothing: it would be lost with it.
  if (shown === undefined || heard.fetch?.kind === 'tail') return keep(heard, record, live);
  const relation = rules.relate(shown.toSeq, live);
  if (relation === 'replay') {
    return { state, effects: [noticeOf('live-replay', live, shown.toSeq)] };
  }
  if (relation === 'cut') {
    return repair(heard, [noticeOf('live-cut', live, shown.toSeq)]);
  }
  if (relation === 'gap') return keep(heard, record, live);
  const effects = [noticeOf('live-appended', live)];
  const appended = extended(shown, record, live);
  // Only after a failed repair does anything wait here: the record may be what it waited for.
  if (heard.buffer.length === 0) return { state: { ...heard, shown: appended }, effects };
  const { notices, ...drained } = drain(appended, heard.buffer, rules);
  return repair({ ...heard, ...drained }, [...effects, ...notices]);
}

/** Buffers a record beyond the window, and asks for the tail page that will reach it. */
function keep(state: HistoryWindow, record: HistoryRecord, live: Interval): WindowStep {
  if (state.buffer.length >= state.maxBuffered) {
    return repair(state, [noticeOf('live-overflow', live, state.maxBuffered)]);
  }
  const buffered = { ...state, buffer: state.buffer.append(record) };
  return repair(buffered, [noticeOf('live-buffered', live, state.shown?.toSeq)]);
}

/** What playing the waiting records comes to. */
interface Drained {
  readonly shown: ShownInterval;
  /** What still lies beyond a gap. */
  readonly buffer: RecordList;
  readonly notices: readonly Notice[];
}

/**
 * Plays the waiting records onto the window by the rule for live ones, in the order of their seqs.
 * O(n log n) in the waiting records.
 */
export function drain(shown: ShownInterval, waiting: RecordList, rules: WindowRules): Drained {
  const notices: Notice[] = [];
  let end = shown;
  let buffer = RecordList.EMPTY;
  for (const [record, live] of inOrder(waiting)) {
    const relation = rules.relate(end.toSeq, live);
    if (relation === 'gap') buffer = buffer.append(record);
    if (relation === 'replay') notices.push(noticeOf('live-replay', live, end.toSeq));
    if (relation === 'cut') notices.push(noticeOf('live-cut', live, end.toSeq));
    if (relation !== 'append') continue;
    end = extended(end, record, live);
    notices.push(noticeOf('live-appended', live));
  }
  return { shown: end, buffer, notices };
}

/** Asks for the tail page where the window is known to end too early, once at a time. */
export function repair(state: HistoryWindow, effects: readonly WindowEffect[]): WindowStep {
  const current = currentOf(state);
  const end = current?.toSeq ?? 0;
  const isWhole = current !== undefined && state.heardTo <= end;
  if (isWhole || state.fetch?.kind === 'tail' || state.repairStopped !== undefined) {
    return { state, effects };
  }
  return fetchTail(state, Math.max(end, state.heardTo), effects);
}

/** Asks for a tail page; an older page that is on its way is given up for it. */
export function fetchTail(
  state: HistoryWindow,
  expectTo: number,
  effects: readonly WindowEffect[],
): WindowStep {
  const request = state.request + 1;
  return {
    state: { ...state, request, fetch: { kind: 'tail', request, expectTo } },
    effects: [...effects, { kind: 'fetch-tail', request, expectTo }],
  };
}

/** A window of an earlier connection says nothing of what the log holds now. */
const currentOf = ({ isCurrent, shown }: HistoryWindow): ShownInterval | undefined =>
  isCurrent ? shown : undefined;

const extended = (
  shown: ShownInterval,
  record: HistoryRecord,
  { toSeq }: Interval,
): ShownInterval => ({ ...shown, toSeq, records: shown.records.append(record) });

function inOrder(records: RecordList): (readonly [HistoryRecord, Interval])[] {
  // Only records with an interval are ever buffered.
  const pairs = [...records].map((record) => [record, recordInterval(record) as Interval] as const);
  return pairs.sort(([, a], [, b]) => a.fromSeq - b.fromSeq);
}
