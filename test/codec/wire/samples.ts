import type { ChunkRow, SessionEvent } from '../../../src/codec/types.ts';

/** Small responses, part by part. */

export const event = (seq: number, type = 'turn/start'): { event: SessionEvent } => ({
  event: { type, seq, time: 1000 + seq, data: { turn: 0 } },
});

/** An event that packs. */
export const delta = (seq: number, text = 'x'): { event: SessionEvent } => ({
  event: {
    type: 'assistant/chunk',
    seq,
    time: 1000 + seq,
    data: { turn: 0, step: 0, chunk: { type: 'text-delta', index: 0, text } },
  },
});

const rowData = (members: number) => ({
  turn: 0,
  step: 0,
  index: 0,
  dt: Array<number>(members - 1).fill(1),
  texts: Array<string>(members).fill('x'),
});

/** The deltas from `seq0` on, as the note's wire packs them. */
export const row = (seq0: number, members: number): { chunks: ChunkRow } => ({
  chunks: { type: 'text-chunks', seq0, time0: 1000 + seq0, data: rowData(members) },
});

/** The same as the 0.1.2 wire has it. */
export const pageRow = (seq: number, members: number) => ({
  type: 'chunks' as const,
  event: {
    type: 'chunkrow/text-chunks' as const,
    seq,
    time: 1000 + seq,
    data: rowData(members),
  },
});

/** The note's response, sound or not. */
export const history = (records: readonly unknown[], fromSeq: number, toSeq: number) => ({
  records,
  hasMore: fromSeq > 0,
  fromSeq,
  toSeq,
});
