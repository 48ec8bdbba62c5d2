import type { HistoryResponse, Seq } from '../types.ts';
import { drain, fetchTail, repair } from './live.ts';
import { type Notice, noticeOf } from './notices.ts';
import { RecordList } from './record-list.ts';
import type { WindowRules } from './rules.ts';
import type { HistoryWindow, ShownInterval, WindowStep } from './state.ts';

/**
 * Stale tail pages in a row after which the host's word counts: once for a cache, twice for bad
 * luck; after that the log really ends there, or a live record lied about its seq.
 */
const MAX_STALE_ANSWERS = 3;

/** Takes the answer to a fetch. The records are checked for coverage; rows stay as they are. */
export function takePage(
  state: HistoryWindow,
  request: number,
  page: HistoryResponse,
  rules: WindowRules,
): WindowStep {
  const { fetch } = state;
  if (fetch === undefined || !rules.isAnswer(fetch, request)) {
    return { state, effects: [noticeOf('page-superseded', request, fetch?.request)] };
  }
  const answered = { ...state, fetch: undefined };
  return fetch.kind === 'tail'
    ? takeTail(answered, page, fetch.expectTo, rules)
    : takeOlder(answered, page, rules);
}

/** Installs a tail page as the new window, then plays what came meanwhile. */
function takeTail(
  state: HistoryWindow,
  page: HistoryResponse,
  expectTo: Seq,
  rules: WindowRules,
): WindowStep {
  const fault = rules.faultOf(page);
  if (fault !== undefined) {
    const notice = noticeOf('tail-broken', fault);
    return { state: { ...state, repairStopped: notice.message }, effects: [notice] };
  }
  const staleAnswers = rules.reaches(page, expectTo) ? 0 : state.staleAnswers + 1;
  if (staleAnswers > 0 && staleAnswers < MAX_STALE_ANSWERS) {
    const notice = noticeOf('tail-stale', page, expectTo);
    return fetchTail({ ...state, staleAnswers }, Math.max(expectTo, state.heardTo), [notice]);
  }
  const { shown, buffer, notices } = drain(shownPage(page), state.buffer, rules);
  const installed = { ...state, shown, isCurrent: true, staleAnswers: 0, pagingStopped: undefined };
  const effects = [noticeOf('tail-installed', page), ...notices];
  if (staleAnswers === 0) return repair({ ...installed, buffer }, effects);
  if (buffer.length > 0) effects.push(noticeOf('live-unconfirmed', buffer.length, shown.toSeq));
  return { state: { ...installed, buffer: RecordList.EMPTY, heardTo: 0 }, effects };
}

/** Puts an older page before the window. It joins exactly or not at all: no page is ever trimmed. */
function takeOlder(state: HistoryWindow, page: HistoryResponse, rules: WindowRules): WindowStep {
  const shown = state.shown as ShownInterval; // only a window asks for an older page
  const refusal = whyNotJoined(page, shown.fromSeq, rules);
  if (refusal !== undefined) {
    return { state: { ...state, pagingStopped: refusal.message }, effects: [refusal] };
  }
  const { fromSeq, hasMore } = shownPage(page);
  const records = shown.records.prepend(page.records);
  return {
    state: { ...state, shown: { ...shown, fromSeq, hasMore, records } },
    effects: [noticeOf('older-prepended', page)],
  };
}

function whyNotJoined(page: HistoryResponse, fromSeq: Seq, rules: WindowRules): Notice | undefined {
  const fault = rules.faultOf(page);
  if (fault !== undefined) return noticeOf('older-broken', fault);
  if (!rules.joins(page, fromSeq)) return noticeOf('older-apart', page, fromSeq);
  // It would be asked for again, for ever.
  if (page.records.length === 0 && page.hasMore) return noticeOf('older-empty', fromSeq);
  return undefined;
}

/** Nothing comes before seq 0, whatever a page says. */
const shownPage = ({ records, fromSeq, toSeq, hasMore }: HistoryResponse): ShownInterval => ({
  fromSeq,
  toSeq,
  records: RecordList.EMPTY.prepend(records),
  hasMore: hasMore && fromSeq > 0,
});
