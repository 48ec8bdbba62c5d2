import fc from 'fast-check';
import { DELTA_KINDS, type DeltaKind } from '../../../src/codec/kinds.ts';
import type { JsonObject, JsonValue, SessionEvent } from '../../../src/codec/types.ts';

/** Streams of steps as models and providers make them, for the settled view to be played. */

export const WHITE = ['', '', ' ', '\n', '\u00a0', '\u2028', '\ufeff', ' \t'];

const fragment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WHITE) },
  fc.constantFrom('a', ' b', '{"x":', '\u200b', '\ud83d', '😀', '\u0000'),
);

/** What an event is before it has its place in the log. */
interface Draft {
  readonly type: string;
  readonly data: JsonValue;
  readonly more?: JsonObject;
}

const place = fc.constantFrom(0, 0, 0, 1);
const at = fc.record({ turn: fc.constant(1), step: place }, { noNullPrototype: true });

const chunkDraft = (where: JsonObject, chunk: JsonValue): Draft => ({
  type: 'assistant/chunk',
  data: { ...where, chunk },
});

const run: fc.Arbitrary<Draft[]> = fc
  .record({
    at,
    kind: fc.constantFrom<DeltaKind>(...DELTA_KINDS),
    index: place,
    id: fc.constantFrom('c1', 'c2'),
    name: fc.constantFrom(undefined, '', 'bash'),
    fragments: fc.array(fragment, { minLength: 1, maxLength: 8 }),
  })
  .map(({ at, kind, index, id, name, fragments }) =>
    fragments.map((fragment) =>
      chunkDraft(at, {
        type: kind.chunkType,
        index,
        ...(kind.isToolCall ? { id, ...(name === undefined ? {} : { name }) } : {}),
        [kind.fragmentKey]: fragment,
      }),
    ),
  );

const block = fc.constantFrom<JsonValue>(
  { type: 'text', text: '' },
  { type: 'text', text: ' final' },
  { type: 'reasoning', text: '\n' },
  { type: 'tool-call', id: 'c1', name: 'bash', arguments: '{}' },
  { type: 'image', attachment: {} },
  {},
  null,
);

const otherChunk: fc.Arbitrary<Draft[]> = fc
  .tuple(
    at,
    fc.oneof(
      fc.record(
        { type: fc.constant('block-start'), index: place, blockType: fc.constant('text') },
        { noNullPrototype: true },
      ),
      fc.record({ type: fc.constant('block-end'), index: place, block }, { noNullPrototype: true }),
      fc.constantFrom<JsonValue>(
        { type: 'usage', usage: { outputTokens: 3 } },
        { type: 'finish', reason: { kind: 'stop' } },
        { type: 'text-delta', index: 0, text: 3 },
        { type: 'text-delta', index: 0, text: 'more', extra: 1 },
        { type: 'future', index: 0 },
        { type: 'block-start' },
        null,
      ),
    ),
  )
  .map(([at, chunk]) => [chunkDraft(at, chunk)]);

const stepEvent: fc.Arbitrary<Draft[]> = fc
  .tuple(
    at,
    fc.constantFrom(
      { type: 'llm/retry' },
      { type: 'llm/retry-started' },
      { type: 'step/end' },
      { type: '__proto__' },
      { type: 'assistant/message', more: { surfaceOp: 'append' } },
      { type: 'assistant/message', more: { surfaceOp: 'append' }, data: { interrupted: true } },
      { type: 'assistant/message', more: { surfaceOp: { op: 'replace', start: 0, end: 1 } } },
      { type: 'assistant/message', more: { surfaceOp: 'append' }, data: { step: '0' } },
    ),
  )
  .map(([at, { type, more, data }]: [JsonObject, Partial<Draft> & { type: string }]) => [
    { type, data: { ...at, usage: {}, ...(data as object) }, ...(more && { more }) },
  ]);

/** The events of a log, as a reader has them from JSON. */
export const streamLog: fc.Arbitrary<SessionEvent[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: run },
        { weight: 2, arbitrary: otherChunk },
        { weight: 1, arbitrary: stepEvent },
      ),
      { maxLength: 12 },
    ),
    fc.infiniteStream(fc.integer({ min: -3, max: 40 })),
  )
  .map(([drafts, gaps]) => {
    let time = 1_700_000_000_000;
    return drafts.flat().map(({ type, data, more }, seq) => {
      time += gaps.next().value as number;
      return JSON.parse(JSON.stringify({ type, seq, time, data, ...more })) as SessionEvent;
    });
  });
