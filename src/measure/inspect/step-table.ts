import { stepKey } from '../../codec/page.ts';

/** What is kept of a step. Times are absolute (`At`) or positions inside turns (`Ms`); NaN is unknown. */
const FIELDS = [
  ...(['turn', 'step', 'startMs', 'endMs', 'firstTokenMs', 'lastTokenMs'] as const),
  ...(['startedAt', 'firstTokenAt', 'lastTokenAt', 'tokens', 'hasEnded', 'message'] as const),
] as const;
export type StepField = (typeof FIELDS)[number];

const OFFSETS = Object.fromEntries(FIELDS.map((field, at) => [field, at])) as Record<
  StepField,
  number
>; // its keys are the fields

const WIDTH = FIELDS.length;
const FIRST_CAPACITY = 64;
/** Turns and steps below this make one safe integer together. */
const MAX_PLAIN = 2 ** 26;

/**
 * The steps of a log, in the order in which they come, in one block of numbers: 96 bytes and an entry
 * of a map for each, since a long log has hundreds of thousands of them.
 */
export class StepTable {
  readonly #rows = new Map<number | string, number>();
  #data = new Float64Array(FIRST_CAPACITY * WIDTH);

  get length(): number {
    return this.#rows.size;
  }

  /** The row of a step; undefined for one that has not come yet. */
  find(turn: number, step: number): number | undefined {
    return this.#rows.get(keyOf(turn, step));
  }

  /** The row of a step, which begins at this position if it is new. */
  rowOf(turn: number, step: number, position: number): number {
    const key = keyOf(turn, step);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#rows.size;
    this.#rows.set(key, row);
    if (this.#data.length < (row + 1) * WIDTH) this.#grow();
    this.#data.fill(Number.NaN, row * WIDTH, (row + 1) * WIDTH);
    const first = { turn, step, startMs: position, endMs: position };
    for (const [field, value] of Object.entries({ ...first, tokens: 0, hasEnded: 0, message: 0 })) {
      this.set(row, field as StepField, value); // its keys are fields
    }
    return row;
  }

  get(row: number, field: StepField): number {
    return this.#data[row * WIDTH + OFFSETS[field]] ?? Number.NaN;
  }

  /** As `get`; undefined for what is unknown. */
  known(row: number, field: StepField): number | undefined {
    const value = this.get(row, field);
    return Number.isNaN(value) ? undefined : value;
  }

  set(row: number, field: StepField, value: number | undefined): void {
    this.#data[row * WIDTH + OFFSETS[field]] = value ?? Number.NaN;
  }

  #grow(): void {
    const larger = new Float64Array(this.#data.length * 2);
    larger.set(this.#data);
    this.#data = larger;
  }
}

/** A number for the steps that dsh writes, which costs less than a string. */
function keyOf(turn: number, step: number): number | string {
  const isPlain = (value: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < MAX_PLAIN;
  return isPlain(turn) && isPlain(step) ? turn * MAX_PLAIN + step : stepKey(turn, step);
}
