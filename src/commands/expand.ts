import { stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { type SessionDirectory, sessionsIn } from '../log/discovery.ts';
import type { Console } from './console.ts';
import { resolveInputs } from './input.ts';
import { readTextInput } from './text-input.ts';

/** Logs in a directory that is laid out in another way than dsh's. */
const LOGS_BELOW = ['**/*.jsonl', '**/*.jsonl.zstd'];

/**
 * The logs that FILE arguments name: a directory stands for the sessions in it (the highest
 * generation of each), or for all its `*.jsonl` and `*.jsonl.zstd`; a pattern for the files that it
 * matches. The order is that of the arguments, sorted within each; each log comes once.
 * @throws {HistpackError} `E_NOT_FOUND` where an argument stands for nothing, unless `allowEmpty`
 */
export async function expandInputs(
  inputs: readonly string[],
  context: Context,
  { allowEmpty }: { readonly allowEmpty: boolean },
): Promise<string[]> {
  const expanded = new Set<string>();
  for (const input of inputs) {
    const paths = await expand(input, context);
    if (paths.length === 0 && !allowEmpty) {
      throw new HistpackError({
        code: 'E_NOT_FOUND',
        message: `${input} matches no session log`,
        file: input,
        hint: 'check the path, or pass --allow-empty where none is fine',
      });
    }
    for (const path of paths) expanded.add(path);
  }
  return [...expanded];
}

/**
 * What FILE arguments of a command on many logs mean: those that `expandInputs` finds, or without an
 * argument what `resolveInputs` does.
 * @throws {HistpackError} `E_NOT_FOUND`
 */
export const inputsOf = (
  files: readonly string[],
  context: Context,
  console: Console,
): Promise<string[]> =>
  files.length > 0
    ? expandInputs(files, context, { allowEmpty: false })
    : resolveInputs([], context, console);

/**
 * Reads names of logs, a line each; blank lines are passed over.
 * @throws {HistpackError} `E_READ`; `E_NOT_FOUND` where there is none, unless `allowEmpty`
 */
export async function readList(
  file: string,
  context: Context,
  { allowEmpty }: { readonly allowEmpty: boolean },
): Promise<string[]> {
  const text = await readTextInput(file, context);
  const names = text.split(/\r?\n/).filter((line) => line !== '');
  if (names.length > 0 || allowEmpty) return names;
  const shown = file === '-' ? '<stdin>' : file;
  throw new HistpackError({ code: 'E_NOT_FOUND', message: `${shown} names no log`, file: shown });
}

async function expand(input: string, { cwd }: Context): Promise<string[]> {
  if (input === '-') return [input];
  const found = await stat(resolve(cwd, input)).catch(() => undefined);
  if (found?.isDirectory() === true) {
    const sessions = await sessionsIn(resolve(cwd, input));
    return sessions.length > 0
      ? sessions.map((session) => shownPath(pathOf(session), cwd))
      : glob(LOGS_BELOW, resolve(cwd, input), cwd);
  }
  const { isDynamicPattern } = await import('tinyglobby');
  if (found !== undefined || !isDynamicPattern(input)) return [input];
  return glob([input], cwd, cwd);
}

/** Where more than the log lies in a session's directory, that is named, so that it is told. */
const pathOf = ({ directory, log, olderGenerations, strays }: SessionDirectory): string =>
  olderGenerations.length > 0 || strays.length > 0 ? directory : log;

async function glob(patterns: string[], directory: string, cwd: string): Promise<string[]> {
  const { glob: find } = await import('tinyglobby');
  const paths = await find(patterns, { cwd: directory, absolute: true, dot: true });
  return paths.map((path) => shownPath(path, cwd)).sort();
}

/** Relative to where the user stands, unless it lies elsewhere. */
function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, path);
  return shown.startsWith('..') ? path : shown.split(sep).join('/');
}
