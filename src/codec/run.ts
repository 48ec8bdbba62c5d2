import { quote } from './json.ts';
import type { DeltaKind } from './kinds.ts';
import type { EpochMs, Seq } from './types.ts';

/** A run of this many members or more becomes a row; a shorter one stays events. */
export const MIN_ROW_MEMBERS = 3;

/** What all members of a run share. */
export interface RunHead {
  readonly kind: DeltaKind;
  readonly turn: number;
  readonly step: number;
  readonly index: number;
  /** Tool calls only. */
  readonly id: string | undefined;
  /** Tool calls only; undefined means absent, which is not the same as `''`. */
  readonly name: string | undefined;
}

/** One delta taken apart. */
export interface Delta {
  readonly head: RunHead;
  readonly seq: Seq;
  readonly time: EpochMs;
  readonly fragment: string;
}

/** Whether members with these heads may stand in one run. */
export const sameHead = (a: RunHead, b: RunHead): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.turn === b.turn &&
    a.step === b.step &&
    a.index === b.index &&
    a.id === b.id &&
    a.name === b.name);

/**
 * Consecutive deltas as columns: member k has seq `seq0 + k`, time `times[k]` and fragment
 * `fragments[k]`. 16 bytes and a string a member, in place of an object a token.
 *
 * `verbatim` holds, by member, the stored text of a delta line that was not canonical JSON, so
 * that a raw page can print it as it was; nearly always undefined.
 */
export class Run {
  readonly head: RunHead;
  readonly seq0: Seq;
  readonly times: EpochMs[];
  readonly fragments: string[];
  verbatim: Map<number, string> | undefined;

  /** The columns are kept, not copied. */
  constructor(
    head: RunHead,
    seq0: Seq,
    times: EpochMs[] = [],
    fragments: string[] = [],
    verbatim?: Map<number, string>,
  ) {
    this.head = head;
    this.seq0 = seq0;
    this.times = times;
    this.fragments = fragments;
    this.verbatim = verbatim;
  }

  /** The number of members. */
  get length(): number {
    return this.fragments.length;
  }

  /** The seq after the last member. */
  get toSeq(): Seq {
    return this.seq0 + this.fragments.length;
  }

  /** Whether a delta at `time` can be the next member as far as its time goes: row gaps are safe integers. */
  acceptsTime(time: EpochMs): boolean {
    const last = this.times.at(-1);
    return last === undefined || Number.isSafeInteger(time - last);
  }

  /** Adds a member whose head, seq and time are known to fit. `text` is its non-canonical line, if it was one. */
  push(time: EpochMs, fragment: string, text?: string): void {
    if (text !== undefined) {
      this.verbatim ??= new Map();
      this.verbatim.set(this.fragments.length, text);
    }
    this.times.push(time);
    this.fragments.push(fragment);
  }

  /** The part in `[fromSeq, toSeq)`; the run itself when nothing is cut. O(members kept). */
  slice(fromSeq: Seq, toSeq: Seq): Run {
    const from = Math.max(0, fromSeq - this.seq0);
    const to = Math.min(this.length, toSeq - this.seq0);
    if (from === 0 && to === this.length) return this;
    let verbatim: Map<number, string> | undefined;
    for (const [member, text] of this.verbatim ?? []) {
      if (member < from || member >= to) continue;
      verbatim ??= new Map();
      verbatim.set(member - from, text);
    }
    return new Run(
      this.head,
      this.seq0 + from,
      this.times.slice(from, to),
      this.fragments.slice(from, to),
      verbatim,
    );
  }
}

/** The canonical JSON text of a delta event in four parts; seq, time and fragment go between them. */
export interface DeltaText {
  readonly beforeSeq: string;
  readonly beforeTime: string;
  readonly beforeFragment: string;
  readonly after: string;
}

/**
 * The parts of a delta's canonical text, as dsh writes it: the key order of FORMAT section 2, no
 * white space, strings as `JSON.stringify` has them.
 */
export function deltaText(head: RunHead): DeltaText {
  const { kind } = head;
  // A tool call's head has an id.
  const call = kind.isToolCall ? `"id":${quote(head.id as string)},${nameText(head)}` : '';
  return {
    beforeSeq: '{"type":"assistant/chunk","seq":',
    beforeTime: ',"time":',
    beforeFragment:
      `,"data":{"turn":${JSON.stringify(head.turn)},"step":${JSON.stringify(head.step)},"chunk":` +
      `{"type":"${kind.chunkType}","index":${JSON.stringify(head.index)},${call}"${kind.fragmentKey}":`,
    after: '}}}',
  };
}

const nameText = (head: RunHead): string =>
  head.name === undefined ? '' : `"name":${quote(head.name)},`;

/** Calls `each` with the JSON text of every member in order: its stored text, else canonical. */
export function eachMemberText(run: Run, each: (text: string, seq: Seq) => void): void {
  const text = deltaText(run.head);
  const { verbatim, times, fragments, seq0 } = run;
  for (let member = 0; member < fragments.length; member++) {
    const canonical =
      text.beforeSeq +
      (seq0 + member) +
      text.beforeTime +
      times[member] +
      text.beforeFragment +
      quote(fragments[member] as string) + // inside the column by the loop's bound
      text.after;
    each(verbatim?.get(member) ?? canonical, seq0 + member);
  }
}

/** The canonical JSON text of one delta, O(1). */
export function canonicalDelta(delta: Delta): string {
  const text = deltaText(delta.head);
  return (
    text.beforeSeq +
    delta.seq +
    text.beforeTime +
    delta.time +
    text.beforeFragment +
    quote(delta.fragment) +
    text.after
  );
}
