import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { logInDirectory, newestSession, sessionsDirectory } from '../log/discovery.ts';
import { openFile, type Source } from '../log/source.ts';
import { spool } from '../log/spool.ts';
import type { Console } from './console.ts';

const STDIN = '-';

/**
 * What FILE arguments mean. With none: stdin when something is piped in, else the session log of
 * the current directory, else the newest session of dsh, which is named on stderr.
 * @returns paths, `-` for stdin
 * @throws {HistpackError} `E_NOT_FOUND`
 */
export async function resolveInputs(
  files: readonly string[],
  context: Context,
  console: Console,
): Promise<string[]> {
  if (files.length > 0) return [...files];
  if (context.isStdinPiped) return [STDIN];
  const here = await logInDirectory(context.cwd);
  if (here !== undefined) {
    console.note(`reading ${here}`);
    return [here];
  }
  const sessions = sessionsDirectory(context.env, context.home);
  const newest = await newestSession(sessions);
  if (newest !== undefined) {
    console.note(`reading the newest session, ${newest}`);
    return [newest];
  }
  throw new HistpackError({
    code: 'E_NOT_FOUND',
    message: `no log named, none piped in, none here and none under ${sessions}`,
  });
}

/**
 * Opens an input for reading at any position; stdin is kept in a temporary file.
 * @throws {HistpackError} `E_READ`
 */
export async function openInput(path: string, context: Context): Promise<Source> {
  if (path === STDIN) return spool(context.stdin, '<stdin>', context.cleanups);
  const absolute = resolve(context.cwd, path);
  const isDirectory = await stat(absolute).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) return openFile(absolute, path);
  const log = await logInDirectory(absolute);
  if (log !== undefined) return openFile(log, log);
  throw new HistpackError({
    code: 'E_READ',
    message: `cannot read ${path}: is a directory without a session log`,
    file: path,
    hint: 'name the session.jsonl or session.jsonl.zstd itself, or a session directory',
  });
}
