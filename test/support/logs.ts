import type { JsonObject, JsonValue } from '../../src/codec/types.ts';

/** When the event with seq 0 of a small log happened; the others follow a millisecond apart. */
export const TIME0 = 1_700_000_000_000;

/** A header that dsh would read without a word. An undefined field is left out. */
export const headerLine = (fields: { readonly [key: string]: JsonValue | undefined } = {}) =>
  JSON.stringify({
    type: 'session',
    version: 0,
    id: 's-1',
    createdAt: TIME0,
    delegationDepth: 0,
    ...fields,
  });

/** Any event. */
export const eventLine = (
  seq: number,
  type: string,
  data: JsonValue = {},
  more: JsonObject = {},
): string => JSON.stringify({ type, seq, time: TIME0 + seq, data, ...more });

/** Which run a delta belongs to. */
export interface DeltaPlace {
  readonly turn?: number;
  readonly step?: number;
  readonly index?: number;
  readonly kind?: 'text' | 'reasoning';
}

/** One delta on a line of its own, as dsh writes it. */
export function deltaLine(seq: number, text: string, place: DeltaPlace = {}): string {
  const { turn = 0, step = 0, index = 0, kind = 'text' } = place;
  const chunk = { type: `${kind}-delta`, index, text };
  return eventLine(seq, 'assistant/chunk', { turn, step, chunk });
}

/** The same deltas, as one stored row. */
export function rowLine(seq0: number, texts: readonly string[], place: DeltaPlace = {}): string {
  const { turn = 0, step = 0, index = 0, kind = 'text' } = place;
  const data = { turn, step, index, dt: texts.slice(1).map(() => 1), texts };
  return JSON.stringify({ type: `${kind}-chunks`, seq0, time0: TIME0 + seq0, data });
}

/** A message of the history, made from the events named. */
export const messageLine = (
  seq: number,
  role: 'user' | 'assistant',
  data: JsonObject,
  sourceEventSeqs: JsonValue = [],
): string =>
  eventLine(
    seq,
    `${role}/message`,
    { ...data, message: { role, content: 'x' } },
    {
      sourceEventSeqs,
      surfaceOp: 'append',
    },
  );

export const turnEnd = (seq: number, turn = 0): string => eventLine(seq, 'turn/end', { turn });

/** Lines as the text of a file: each ends in a line feed. */
export const fileText = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('');

/** A whole log: the header, then these lines. */
export const logText = (lines: readonly string[]): string => fileText([headerLine(), ...lines]);

/** The offset at which a line begins, counted from 1 with the header. */
export const offsetOfLine = (text: string, line: number): number =>
  Buffer.byteLength(fileText(text.split('\n').slice(0, line - 1)));
