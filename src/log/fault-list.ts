import type { Seq } from '../codec/types.ts';
import { type Fault, type FaultInput, makeFault } from '../errors.ts';

/** Faults kept for a report; a log can have one on every line. */
const MAX_FAULTS = 1000;

/** Where a line stands; computed for faulty lines only. */
export interface LinePlace {
  readonly line: number;
  readonly byteOffset: number;
  readonly frame: number | undefined;
  readonly frameOffset: number | undefined;
}

/** A seq fault whose branch is still being followed. */
interface OpenBranch {
  readonly place: LinePlace;
  readonly expected: Seq;
  readonly got: Seq;
  /** Events that continue from `got` without a gap. */
  events: number;
}

/**
 * The faults of a log in the order of its lines. After the first one the list follows the seqs
 * from wherever they go on, so that one gap is one fault and not one a line, and so that a second
 * writer's branch is told by its start and its length.
 */
export class FaultList {
  readonly #file: string;
  readonly #faults: Fault[] = [];
  #count = 0;
  #branch: OpenBranch | undefined;
  /** The seq that would continue; undefined after a line that names none. */
  #nextSeq: Seq | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** How many there are, those not kept included. */
  get count(): number {
    return this.#count;
  }

  /** The first thousand. Complete after `finish`. */
  get faults(): readonly Fault[] {
    return this.#faults;
  }

  /** Adds a fault of a line that holds no usable event. */
  add(fault: FaultInput): void {
    this.finish();
    this.#nextSeq = undefined;
    this.#keep(fault);
  }

  /** Adds a record of `events` events that begins at `got` where `expected` should be. */
  addSeq(place: LinePlace, expected: Seq, got: Seq, events: number): void {
    this.finish();
    this.#branch = { place, expected, got, events };
    this.#count += 1;
    this.#nextSeq = got + events;
  }

  /** Looks at a healthy record behind the first fault. */
  follow(place: LinePlace, seq: Seq, events: number): void {
    const expected = this.#nextSeq;
    if (expected !== undefined && seq !== expected) {
      this.addSeq(place, expected, seq, events);
      return;
    }
    this.#nextSeq = seq + events;
    if (this.#branch !== undefined) this.#branch.events += events;
  }

  /** Says of the latest seq fault how far its branch goes. */
  finish(): void {
    const branch = this.#branch;
    if (branch === undefined) return;
    this.#branch = undefined;
    this.#count -= 1;
    this.#keep(seqFault(branch));
  }

  #keep(fault: FaultInput): void {
    this.#count += 1;
    if (this.#faults.length < MAX_FAULTS) {
      this.#faults.push(makeFault({ file: this.#file, ...fault }));
    }
  }
}

function seqFault({ place, expected, got, events }: OpenBranch): FaultInput {
  const base = { code: 'E_SEQ', ...place, seq: got } as const;
  if (!Number.isSafeInteger(got) || got < 0) {
    return {
      ...base,
      message: `seq ${got} where ${expected} is next: a seq is an integer >= 0`,
      detail: { expected, got },
    };
  }
  if (got > expected) {
    return {
      ...base,
      message: `gap: seq ${got} where ${expected} is next, ${countOf(got - expected)} missing`,
      detail: { direction: 'forwards', expected, got, followingEvents: events },
    };
  }
  return {
    ...base,
    message: `duplicate: seq ${got} comes again where ${expected} is next`,
    hint:
      `two writers: the second branch restarts at ${got} and is contiguous from there ` +
      `(${countOf(events)})`,
    detail: { direction: 'backwards', expected, got, branchEvents: events },
  };
}

const countOf = (events: number): string => `${events} event${events === 1 ? '' : 's'}`;
