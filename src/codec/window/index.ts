/** The client's window on a session's history: a pure state machine over records. */
export { type CoverageFault, coverageFault } from './coverage.ts';
export type { Notice, NoticeCode, Verdict } from './notices.ts';
export { recordInterval } from './record-interval.ts';
export { RecordList } from './record-list.ts';
export {
  DEFAULT_MAX_BUFFERED,
  type HistoryWindow,
  newWindow,
  type PendingFetch,
  type ShownInterval,
  type WindowEffect,
  type WindowInput,
  type WindowStep,
} from './state.ts';
export { stepWindow } from './step.ts';
