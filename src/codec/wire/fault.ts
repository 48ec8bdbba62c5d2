import type { Seq } from '../types.ts';

/**
 * What is wrong in a response. `response`: its envelope. `record`: the shape of a record or of the
 * event in it. `row`: a chunk row that must not be expanded. `gap` and `overlap`: records that are
 * sound but do not cover what they should.
 */
export type WireFaultKind = 'response' | 'record' | 'row' | 'gap' | 'overlap';

/** One thing wrong in a response, as plain data. */
export interface WireFault {
  readonly kind: WireFaultKind;
  /** Says all of it, the record included. */
  readonly message: string;
  /** Position in `records` (or `events`), from 0; their number where the end itself is at fault. */
  readonly record?: number;
  /** `gap` and `overlap`: the seq that should come next, and the one that does. */
  readonly expectedSeq?: Seq;
  readonly foundSeq?: Seq;
}

/** A response that must not be used; the fault is the first in it. */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly fault: WireFault;

  constructor(fault: WireFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A record or an event that is not as its wire has them; raised while one record is read. */
export class RecordError extends Error {
  override readonly name = 'RecordError';
}
