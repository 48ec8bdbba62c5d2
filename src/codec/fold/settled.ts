import type { EpochMs, JsonValue, Seq } from '../types.ts';

/** Where in the log something first was so. */
export interface Moment {
  readonly seq: Seq;
  readonly time: EpochMs;
}

/** A tool call as far as its deltas have come. */
export interface SettledCall {
  readonly id: string;
  /** `''` while no delta has carried one. */
  readonly name: string;
  /** JSON text as the model produced it, perhaps unfinished. */
  readonly arguments: string;
}

/** A content block of an attempt. */
export interface SettledBlock {
  readonly index: number;
  /** `text`, `reasoning`, `tool-call`, or whatever `block-start` or `block-end` said first. */
  readonly type: string;
  /** Text or reasoning so far. */
  readonly text: string;
  readonly call: SettledCall | undefined;
  /** The block of its `block-end`; undefined while it is open. */
  readonly closed: JsonValue | undefined;
  readonly firstToken: Moment | undefined;
  readonly firstVisible: Moment | undefined;
}

/** What a stream of chunks has come to since its attempt began. */
export interface SettledStream {
  /** In the order in which they were first heard of. */
  readonly blocks: readonly SettledBlock[];
  /** The first delta with content, or with the name of a tool call. */
  readonly firstToken: Moment | undefined;
  /** Where text or reasoning was first more than white space. */
  readonly firstVisible: Moment | undefined;
  readonly usage: JsonValue | undefined;
  /** The reason of the `finish` chunk. */
  readonly finish: JsonValue | undefined;
}

/** `retrying`: an attempt failed and the next one has not started. */
export type StepState = 'streaming' | 'retrying' | 'completed' | 'interrupted';

/** A step as a user sees it once everything of a page has been played. */
export interface SettledStep extends SettledStream {
  readonly turn: number;
  readonly step: number;
  readonly state: StepState;
  /** Which attempt the stream is of, from 1, counted from what the page holds. */
  readonly attempt: number;
  /** The append-origin `assistant/message` that settled the step. */
  readonly message: (Moment & { readonly content: JsonValue | undefined }) | undefined;
}
