import type * as codecModule from '../../src/codec/index.ts';
import type {
  ChunkRow,
  HistoryRecord,
  HistoryResponse,
  JsonValue,
  SessionEvent,
  StorageRecord,
} from '../../src/codec/types.ts';

/** Everything that `histpack/codec` exports. */
export type Codec = typeof codecModule;

/**
 * Uses the codec for all that a client does, and gives the results as JSON. Runs in Node and, from
 * its source text, in a browser: so it takes JSON, and nothing from outside its body.
 *
 * `eventsJson` is a log with seqs dense from 0.
 */
export function exercise(codec: Codec, eventsJson: string): string {
  const events = JSON.parse(eventsJson) as SessionEvent[];
  const isRow = (record: StorageRecord): record is ChunkRow =>
    codec.isRowTagged(record as unknown as JsonValue); // an interface, but parsed JSON
  const recordOf = (record: StorageRecord): HistoryRecord =>
    isRow(record) ? { chunks: record } : { event: record };
  const pageOf = (fromSeq: number, toSeq: number): HistoryResponse => {
    const records = codec.packChunkRuns(events.slice(fromSeq, toSeq)).map(recordOf);
    return { records, hasMore: fromSeq > 0, fromSeq, toSeq };
  };
  const end = events.length;
  const [older, tail] = [Math.floor(end / 3), Math.floor(end / 2)];

  const whole = codec.validateResponse(pageOf(0, end), 'history');
  const expanded = codec.expandPage(whole.records);
  const inputs = codec.foldPage(whole.records);

  let state = codec.newWindow();
  const effects: codecModule.WindowEffect[] = [];
  const take = (input: codecModule.WindowInput): void => {
    const step = codec.stepWindow(state, input);
    state = step.state;
    effects.push(...step.effects);
  };
  const live = (seq: number) =>
    take({ kind: 'live', record: { event: events[seq] as SessionEvent } });
  take({ kind: 'open' });
  take({ kind: 'page', request: 1, page: pageOf(tail, end - 4) });
  live(end - 2); // a gap
  take({ kind: 'page', request: 2, page: pageOf(tail, end - 3) }); // stale
  take({ kind: 'page', request: 3, page: pageOf(tail, end - 2) }); // still stale
  take({ kind: 'page', request: 4, page: pageOf(tail, end - 1) });
  live(end - 1);
  live(tail); // a replay
  take({ kind: 'older' });
  take({ kind: 'page', request: 5, page: pageOf(older, tail) });
  take({ kind: 'older' });
  take({ kind: 'page', request: 6, page: pageOf(0, older + 1) }); // it overlaps
  const shown = state.shown && { ...state.shown, records: [...state.shown.records] };

  let refusal = '';
  try {
    codec.validateResponse({ ...whole, toSeq: end + 1 }, 'history');
  } catch (error) {
    refusal = String(error);
  }
  return JSON.stringify({
    records: whole.records,
    expanded,
    inputs,
    settled: codec.settle(inputs),
    settledOfAll: codec.settle(expanded),
    asEvents: codec.convertPage(whole, 'events'),
    shown,
    effects,
    refusal,
  });
}
