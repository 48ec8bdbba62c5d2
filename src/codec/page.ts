import { isObject, isSafeInteger, own } from './json.ts';
import type { Interval, JsonObject, JsonValue, Seq } from './types.ts';

/** The page length of the history protocol, in append-origin messages, where the caller names none. */
export const DEFAULT_MAX_MESSAGES = 50;

/** Which part of a log to take. */
export type Selection =
  /** The exact interval `[fromSeq, toSeq)`, by default the whole log. */
  | { readonly kind: 'interval'; readonly fromSeq?: Seq; readonly toSeq?: Seq }
  /** Backwards from `beforeSeq` (exclusive; the end by default) to the start of the n-th message's group. */
  | { readonly kind: 'backward'; readonly beforeSeq?: Seq; readonly maxMessages: number }
  /** Forwards from `fromSeq` to the end of the n-th message. */
  | { readonly kind: 'forward'; readonly fromSeq: Seq; readonly maxMessages: number };

export const WHOLE_LOG: Selection = { kind: 'interval' };

/** Whether a selection takes all of a log, however it says so. */
export const isWholeLog = (selection: Selection): boolean =>
  selection.kind === 'interval' && (selection.fromSeq ?? 0) === 0 && selection.toSeq === undefined;

const MESSAGE_TYPES: ReadonlySet<JsonValue | undefined> = new Set([
  'user/message',
  'assistant/message',
]);

/** Whether an event stands in the history as written; a replacement copy restates it for the model only. */
export const isAppendOrigin = (event: JsonObject): boolean => own(event, 'surfaceOp') === 'append';

/** Whether an event counts as a message of a page. */
export const isAppendOriginMessage = (event: JsonObject): boolean =>
  isAppendOrigin(event) && MESSAGE_TYPES.has(own(event, 'type'));

/**
 * Where a message's group starts: the smallest of its own seq and its `sourceEventSeqs`, which
 * hold numbers and, from later writers, inclusive pairs `[first, last]`. Entries that are no seq
 * are passed over. O(entries), without spreading them into arguments.
 */
export function groupStart(event: JsonObject, seq: Seq): Seq {
  const sources = own(event, 'sourceEventSeqs');
  if (!Array.isArray(sources)) return seq;
  let start = seq;
  for (const entry of sources) {
    const first: JsonValue | undefined = Array.isArray(entry) ? entry[0] : entry;
    if (isSafeInteger(first) && first >= 0 && first < start) start = first;
  }
  return start;
}

/**
 * Finds the interval of a selection from the ordinary events of a log, seen in order (FORMAT
 * section 5). Keeps at most two pages of group starts, whatever the length of the log.
 */
export class PageFinder {
  readonly #selection: Selection;
  /** backward: starts of the latest groups, oldest first. */
  #starts: Seq[] = [];
  /** forward: messages still to come, and where the page ends once there are none. */
  #missing: number;
  #toSeq: Seq | undefined;

  constructor(selection: Selection) {
    this.#selection = selection;
    this.#missing = selection.kind === 'interval' ? 0 : selection.maxMessages;
  }

  /** Looks at an event that is not a delta. */
  observe(event: JsonObject, seq: Seq): void {
    const selection = this.#selection;
    if (selection.kind === 'interval' || !isAppendOriginMessage(event)) return;
    if (selection.kind === 'backward') {
      if (selection.beforeSeq !== undefined && seq >= selection.beforeSeq) return;
      this.#starts.push(groupStart(event, seq));
      const surplus = this.#starts.length - selection.maxMessages;
      if (surplus >= selection.maxMessages) this.#starts = this.#starts.slice(surplus);
    } else if (seq >= selection.fromSeq && this.#toSeq === undefined) {
      this.#missing -= 1;
      if (this.#missing === 0) this.#toSeq = seq + 1;
    }
  }

  /** The interval, in a log that ends before `endSeq`; a `fromSeq` beyond the end stays as asked. */
  finish(endSeq: Seq): Interval {
    const selection = this.#selection;
    if (selection.kind === 'backward') {
      const fromSeq = this.#starts.at(-selection.maxMessages) ?? 0; // the start, with fewer messages
      return { fromSeq, toSeq: Math.min(selection.beforeSeq ?? endSeq, endSeq) };
    }
    const asked = selection.kind === 'interval' ? selection.toSeq : this.#toSeq;
    return { fromSeq: selection.fromSeq ?? 0, toSeq: Math.min(asked ?? endSeq, endSeq) };
  }
}

/** The steps completed in a page, by `stepKey`. A `Set` is one. */
export interface CompletedSteps extends Iterable<string> {
  has(step: string): boolean;
}

/** Which steps hold an append-origin `assistant/message`, and where. Memory: a number for each step. */
export class StepMessages {
  /** Nearly every step has one message; only others need a list. */
  readonly #seqs = new Map<string, Seq | Seq[]>();

  /** Looks at an event that is not a delta. */
  observe(event: JsonObject, seq: Seq): void {
    if (own(event, 'type') !== 'assistant/message' || !isAppendOrigin(event)) return;
    const step = stepOf(event);
    if (step === undefined) return;
    const seqs = this.#seqs.get(step);
    if (seqs === undefined) this.#seqs.set(step, seq);
    else if (typeof seqs === 'number') this.#seqs.set(step, [seqs, seq]);
    else seqs.push(seq);
  }

  /**
   * The steps completed within the interval (FORMAT section 6): their message carries the final
   * content. A step whose message lies outside is not completed there. A view, not a copy: a large
   * log has hundreds of thousands of steps.
   */
  completedIn({ fromSeq, toSeq }: Interval): CompletedSteps {
    const seqsOf = this.#seqs;
    const isInside = (seq: Seq): boolean => seq >= fromSeq && seq < toSeq;
    const isCompleted = (seqs: Seq | Seq[] | undefined): boolean => {
      if (seqs === undefined) return false;
      return typeof seqs === 'number' ? isInside(seqs) : seqs.some(isInside);
    };
    return {
      has: (step) => isCompleted(seqsOf.get(step)),
      *[Symbol.iterator]() {
        for (const [step, seqs] of seqsOf) if (isCompleted(seqs)) yield step;
      },
    };
  }
}

/** A key for a step, `turn step`. */
export const stepKey = (turn: number, step: number): string => `${turn} ${step}`;

/** The step that an event names in `data.turn` and `data.step`, if it names one. */
export function stepOf(event: JsonObject): string | undefined {
  const data = own(event, 'data');
  if (!isObject(data)) return undefined;
  const [turn, step] = [own(data, 'turn'), own(data, 'step')];
  return typeof turn === 'number' && typeof step === 'number' ? stepKey(turn, step) : undefined;
}
