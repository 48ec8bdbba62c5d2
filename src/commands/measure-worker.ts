import { PassThrough, Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { type Fault, HistpackError } from '../errors.ts';
import type { MeasureOptions } from '../measure/measure.ts';
import { orBad } from './bad-logs.ts';
import { loadFormModules } from './form-module.ts';
import { inOrder } from './in-order.ts';
import type { MeasuredInput } from './measure-checks.ts';
import { measureInput } from './measure-input.ts';
import type { MeasureFlags } from './measure-options.ts';

/** What all logs of a run have in common. Plain data: it is copied into another thread. */
export interface MeasureWork {
  readonly options: Omit<MeasureOptions, 'onProgress' | 'ownForms'>;
  readonly flags: MeasureFlags;
  readonly place: Pick<Context, 'cwd' | 'env' | 'home'>;
}

/** Logs to be measured: one, or a few small ones. */
export interface MeasureTask extends MeasureWork {
  readonly inputs: readonly string[];
}

/** What came of a log: a bad one is a result too. */
export type MeasureAnswer =
  | { readonly measured: MeasuredInput; readonly fault?: never }
  | { readonly measured?: never; readonly fault: Fault };

/** While one log is compressed, the next is opened. */
const LOGS_AT_A_TIME = 2;

/** The far side of `measureAll`: measures logs in a worker thread. Runs under tinypool. */
export async function measureTask({
  inputs,
  options,
  flags,
  place,
}: MeasureTask): Promise<MeasureAnswer[]> {
  const silence = new PassThrough().resume();
  const context: Context = {
    ...place,
    stdin: Readable.from([]),
    isStdinPiped: false,
    stdout: silence,
    stderr: silence, // no terminal, so no progress bar
    cleanups: new Set(),
  };
  const ownForms = await loadFormModules(flags.formModule ?? [], context);
  const answers: MeasureAnswer[] = [];
  const measure = async (input: string): Promise<MeasureAnswer> => {
    const result = await orBad(measureInput(input, { ...options, ownForms }, flags, context));
    return result instanceof HistpackError ? { fault: result.fault } : { measured: result };
  };
  await inOrder(inputs, LOGS_AT_A_TIME, measure, (answer) => void answers.push(answer));
  return answers;
}
