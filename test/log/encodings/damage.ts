import fc from 'fast-check';
import { own } from '../../../src/codec/json.ts';
import type { Fault, Place } from '../../../src/errors.ts';
import { officialDecode } from '../../support/official.ts';
import { linesOf } from '../../support/zstd.ts';
import { sampleText } from './reading.ts';

/** A log as it was written, and one of its encoded forms. */
export interface Victim {
  readonly name: string;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The JSON texts of its events. */
  readonly events: readonly string[];
}

/** The events of a raw log by the official decoder, so as not to trust the reader under test. */
export function eventsOfText(text: string): string[] {
  const [, ...lines] = linesOf(text).filter((line) => line.endsWith('\n'));
  return lines.flatMap((line) => {
    const record = JSON.parse(line);
    const isRow = own(record, 'seq0') !== undefined;
    return isRow
      ? officialDecode(record).map((event) => JSON.stringify(event))
      : [line.slice(0, -1)];
  });
}

export function victim(sample: string, form: string, encode: (text: string) => Uint8Array): Victim {
  const text = sampleText(sample);
  return { name: `${sample}, ${form}`, text, bytes: encode(text), events: eventsOfText(text) };
}

/** One of these logs, and a position in it as a share of its length, so that shrinking is quick. */
const position = <V extends Victim>(victims: readonly V[], unitsPerByte: number) =>
  fc.nat(victims.length - 1).chain((at) => {
    const chosen = victims[at] as V; // within, as nat's bound says
    const units = fc.nat(chosen.bytes.length * unitsPerByte - 1);
    return units.map((unit) => new Damaged(chosen, unit));
  });

/** Where to damage a log; fast-check prints it on failure. */
export class Damaged<V extends Victim> {
  readonly victim: V;
  readonly at: number;

  constructor(victim: V, at: number) {
    this.victim = victim;
    this.at = at;
  }

  /** The bytes before position `at`. */
  get cut(): Uint8Array {
    return this.victim.bytes.subarray(0, this.at);
  }

  /** All bytes, with bit `at` flipped. */
  get flipped(): Uint8Array {
    const bytes = Uint8Array.from(this.victim.bytes);
    bytes[this.at >> 3] = (bytes[this.at >> 3] ?? 0) ^ (1 << (this.at & 7));
    return bytes;
  }

  toString(): string {
    return `${this.victim.name} at ${this.at}`;
  }
}

/** A length to cut a log to: 0 up to one byte less than all of it. */
export const cutOf = <V extends Victim>(victims: readonly V[]) => position(victims, 1);

/** A bit to flip. */
export const flipOf = <V extends Victim>(victims: readonly V[]) => position(victims, 8);

/** Whether a fault tells where it is: a line or a place in the file, and the file's name. */
export const isLocated = ({ file, line, byteOffset, frameOffset }: Place & Fault): boolean =>
  file !== undefined && (line ?? byteOffset ?? frameOffset) !== undefined;
