import { fetchTail, takeLive } from './live.ts';
import { type Notice, noticeOf } from './notices.ts';
import { takePage } from './pages.ts';
import { RecordList } from './record-list.ts';
import { RULES, type WindowRules } from './rules.ts';
import { type HistoryWindow, newWindow, type WindowInput, type WindowStep } from './state.ts';

/**
 * The window as a pure function: what an input makes of a state, and what the client then has to
 * do. Keeps no clock, opens no connection, expands no row. Effects stand in order.
 *
 * Whatever comes, in whatever order: the records on show cover `[fromSeq, toSeq)` exactly. Where
 * every fetch is answered in the end, the window reaches the end of the log.
 *
 * `rules` are for tests.
 */
export function stepWindow(
  state: HistoryWindow,
  input: WindowInput,
  rules: WindowRules = RULES,
): WindowStep {
  switch (input.kind) {
    case 'open':
      // Request numbers go on, so that answers to the old window stay strangers.
      return fetchTail({ ...newWindow(state.maxBuffered), request: state.request }, 0, []);
    case 'reconnect':
      return reconnect(state);
    case 'older':
      return askOlder(state);
    case 'live':
      return takeLive(state, input.record, rules);
    case 'page':
      return takePage(state, input.request, input.page, rules);
    case 'failed':
      return failed(state, input.request, input.reason, rules);
  }
}

/**
 * A new connection: the host may have restarted and lost the end of its log, so its tail page
 * counts whatever it covers, and what the old connection brought does not. The old window stays
 * on show until then.
 */
function reconnect(state: HistoryWindow): WindowStep {
  const forgotten = {
    isCurrent: false,
    buffer: RecordList.EMPTY,
    heardTo: 0,
    staleAnswers: 0,
    repairStopped: undefined,
  };
  return fetchTail({ ...state, ...forgotten }, 0, []);
}

function askOlder(state: HistoryWindow): WindowStep {
  const { shown, fetch, pagingStopped } = state;
  const drop = (notice: Notice): WindowStep => ({ state, effects: [notice] });
  if (shown === undefined) return drop(noticeOf('older-unready'));
  if (pagingStopped !== undefined) return drop(noticeOf('older-stopped', pagingStopped));
  if (!shown.hasMore) return drop(noticeOf('older-complete'));
  if (fetch !== undefined) return drop(noticeOf('older-busy', fetch.request));
  const request = state.request + 1;
  const beforeSeq = shown.fromSeq;
  return {
    state: { ...state, request, fetch: { kind: 'before', request, beforeSeq } },
    effects: [{ kind: 'fetch-before', request, beforeSeq }],
  };
}

/** Frees the place of a fetch that failed. When to try again is for the client to say. */
function failed(
  state: HistoryWindow,
  request: number,
  reason: string,
  rules: WindowRules,
): WindowStep {
  const { fetch } = state;
  if (fetch === undefined || !rules.isAnswer(fetch, request)) {
    return { state, effects: [noticeOf('page-superseded', request, fetch?.request)] };
  }
  return {
    state: { ...state, fetch: undefined },
    effects: [noticeOf('fetch-failed', request, reason)],
  };
}
