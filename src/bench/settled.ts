import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { SettledStep } from '../codec/fold/settled.ts';
import { settle } from '../codec/fold/view.ts';
import type { HistoryRecord, HistoryResponse } from '../codec/types.ts';
import { type BenchForm, type BenchFormName, benchForm } from './forms.ts';

/** Which responses are to be compared, the first being what the others must come to. */
export interface SettledTask {
  readonly forms: readonly { readonly form: BenchFormName; readonly path: string }[];
}

/** Whether every way to play a page ends in the same view. */
export interface SettledProof {
  readonly isEqual: boolean;
  /** The ways that were compared: a form, and whether its rows were folded or decoded first. */
  readonly compared: readonly string[];
  /** Steps of the first view. */
  readonly steps: number;
  /** Of the first view as JSON. */
  readonly sha256: string;
  /** Where the first one that differs does; absent where none does. */
  readonly difference?: string;
}

/** A form of a page to be played; `readRecords` is called once, so that one page is held at a time. */
export interface PlayedForm {
  readonly name: string;
  readonly form: BenchForm;
  readonly readRecords: () => Promise<readonly HistoryRecord[]>;
}

/** Proves on the responses themselves that the forms of a page settle to the same view. */
export const proveSettledTask = ({ forms }: SettledTask): Promise<SettledProof> =>
  proveSettled(
    forms.map(({ form, path }) => ({
      name: form,
      form: benchForm(form),
      readRecords: async () => {
        const response = JSON.parse(await readFile(path, 'utf8')) as HistoryResponse; // we wrote it
        return response.records;
      },
    })),
  );

/** Plays each form, folded and, where it can be, decoded, and compares each view with the first. */
export async function proveSettled(forms: readonly PlayedForm[]): Promise<SettledProof> {
  const compared: string[] = [];
  let first: SettledStep[] | undefined;
  let difference: string | undefined;
  for (const { name, form, readRecords } of forms) {
    const records = await readRecords();
    const ways = form.decode === undefined ? [name] : [`${name}, folded`, `${name}, decoded`];
    for (const [at, play] of [form.inputs, form.decode].entries()) {
      if (play === undefined) continue;
      const way = ways[at] ?? name;
      const view = settle(play(records));
      compared.push(way);
      first ??= view;
      const found = differenceOf(first, view);
      if (found !== undefined) difference ??= `${way} against ${compared[0]}: ${found}`;
    }
  }
  return {
    isEqual: difference === undefined,
    compared,
    steps: first?.length ?? 0,
    sha256: createHash('sha256')
      .update(JSON.stringify(first ?? []))
      .digest('hex'),
    ...(difference === undefined ? {} : { difference }),
  };
}

/** Where two views first differ; undefined where they are equal, key for key. */
export function differenceOf(
  expected: readonly SettledStep[],
  found: readonly SettledStep[],
): string | undefined {
  for (const [at, step] of expected.entries()) {
    const other = found[at];
    if (isDeepStrictEqual(step, other)) continue;
    const where = `turn ${step.turn} step ${step.step}`;
    if (other === undefined) return `${where} is missing`;
    const keys = Object.keys(step) as (keyof SettledStep)[]; // its own keys
    const key = keys.find((each) => !isDeepStrictEqual(step[each], other[each]));
    return `${where} differs${key === undefined ? '' : ` in ${key}`}`;
  }
  const more = found[expected.length];
  return more === undefined ? undefined : `turn ${more.turn} step ${more.step} is one too many`;
}
