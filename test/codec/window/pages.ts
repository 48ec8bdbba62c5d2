import { packChunkRuns } from '../../../src/codec/storage.ts';
import type {
  ChunkRow,
  HistoryRecord,
  HistoryResponse,
  SessionEvent,
} from '../../../src/codec/types.ts';

/** An ordinary event; its data tells it from every other. */
export const event = (seq: number): SessionEvent => ({
  type: 'tool/call',
  seq,
  time: seq,
  data: { n: seq },
});

/** A delta; four deltas in turn make one run. */
export const delta = (seq: number): SessionEvent => ({
  type: 'assistant/chunk',
  seq,
  time: seq,
  data: { turn: 1, step: 1, chunk: { type: 'text-delta', index: 0, text: `${seq}` } },
});

/** Events as history records, runs packed. */
export const recordsOf = (events: readonly SessionEvent[]): HistoryRecord[] =>
  packChunkRuns(events).map((record) =>
    record.type === 'text-chunks'
      ? { chunks: record as ChunkRow }
      : { event: record as SessionEvent },
  );

const seqs = (fromSeq: number, toSeq: number): number[] =>
  Array.from({ length: toSeq - fromSeq }, (_, at) => fromSeq + at);

/** A page of ordinary events. */
export const page = (fromSeq: number, toSeq: number, more: object = {}): HistoryResponse => ({
  records: recordsOf(seqs(fromSeq, toSeq).map(event)),
  hasMore: fromSeq > 0,
  fromSeq,
  toSeq,
  ...more,
});

/** The record of one ordinary event. */
export const eventRecord = (seq: number): HistoryRecord => ({ event: event(seq) });

/** The record of a row that covers `[fromSeq, toSeq)`, of three members or more. */
export const rowRecord = (fromSeq: number, toSeq: number): HistoryRecord =>
  recordsOf(seqs(fromSeq, toSeq).map(delta))[0] as HistoryRecord;
