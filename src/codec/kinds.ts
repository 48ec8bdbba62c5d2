/**
 * The three kinds of delta that pack, and how each is spelled as an event and as a row.
 * Source: the design note's chunk rows (FORMAT section 3). A new kind is one entry here.
 */
export interface DeltaKind {
  /** `data.chunk.type` of the event. */
  readonly chunkType: 'text-delta' | 'reasoning-delta' | 'tool-call-delta';
  /** `type` of the row. */
  readonly rowType: 'text-chunks' | 'reasoning-chunks' | 'tool-call-chunks';
  /** The key that holds a member's fragment in an event. */
  readonly fragmentKey: 'text' | 'argumentsDelta';
  /** The key that holds all fragments in a row. */
  readonly membersKey: 'texts' | 'args';
  /** Whether deltas carry the `id` of a tool call and perhaps its `name`. */
  readonly isToolCall: boolean;
}

export const DELTA_KINDS: readonly DeltaKind[] = [
  {
    chunkType: 'text-delta',
    rowType: 'text-chunks',
    fragmentKey: 'text',
    membersKey: 'texts',
    isToolCall: false,
  },
  {
    chunkType: 'reasoning-delta',
    rowType: 'reasoning-chunks',
    fragmentKey: 'text',
    membersKey: 'texts',
    isToolCall: false,
  },
  {
    chunkType: 'tool-call-delta',
    rowType: 'tool-call-chunks',
    fragmentKey: 'argumentsDelta',
    membersKey: 'args',
    isToolCall: true,
  },
];

const byChunkType = new Map<unknown, DeltaKind>(DELTA_KINDS.map((kind) => [kind.chunkType, kind]));
const byRowType = new Map<unknown, DeltaKind>(DELTA_KINDS.map((kind) => [kind.rowType, kind]));

/** The kind of a chunk by its `type`; undefined where it is not a delta. */
export const kindOfChunk = (chunkType: unknown): DeltaKind | undefined =>
  byChunkType.get(chunkType);

/** The kind of a stored record by its `type`; undefined where it is not a row. */
export const kindOfRow = (rowType: unknown): DeltaKind | undefined => byRowType.get(rowType);
