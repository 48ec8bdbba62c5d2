import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from '../context.ts';
import { HistpackError, type Warning } from '../errors.ts';
import {
  findSessions,
  matchIds,
  newestOf,
  readSessionDirectory,
  type SessionDirectory,
  sessionsDirectory,
  sessionsIn,
} from '../log/discovery.ts';
import { openFile, type Source } from '../log/source.ts';
import { spool } from '../log/spool.ts';
import type { Console } from './console.ts';

const STDIN = '-';

/** Sessions named in an error, where there are too many to choose from. */
const MAX_NAMED = 5;

/** An input, open, with what is to be said about how it was found. */
export interface Input {
  readonly source: Source;
  readonly warnings: readonly Warning[];
}

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
  const here = await readSessionDirectory(context.cwd);
  if (here !== undefined) {
    console.note(`reading ${here.log}`);
    return [here.log];
  }
  const sessions = sessionsDirectory(context.env, context.home);
  const newest = await newestOf(await findSessions(sessions));
  if (newest !== undefined) {
    console.note(`reading the newest session, ${newest.log}`);
    return [newest.log];
  }
  throw new HistpackError({
    code: 'E_NOT_FOUND',
    message: `no log named, none piped in, none here and none under ${sessions}`,
  });
}

/**
 * Opens an input for reading at any position: a file, a directory that holds one session, a
 * session id or the beginning of one, or stdin or a pipe, which is kept in a temporary file.
 * @throws {HistpackError} `E_READ`, `E_NOT_FOUND`
 */
export async function openInput(path: string, context: Context): Promise<Input> {
  if (path === STDIN) {
    return { source: await spool(context.stdin, '<stdin>', context.cleanups), warnings: [] };
  }
  const session = await sessionNamed(path, context);
  if (session !== undefined) return openSession(session);
  const absolute = resolve(context.cwd, path);
  const isPipe = await stat(absolute).then(
    (found) => found.isFIFO(), // such as the shell's <(…)
    () => false,
  );
  const source = isPipe
    ? await spool(createReadStream(absolute), path, context.cleanups)
    : await openFile(absolute, path);
  return { source, warnings: [] };
}

/** The file that an input stands for; undefined for stdin. */
export async function inputFile(path: string, context: Context): Promise<string | undefined> {
  if (path === STDIN) return undefined;
  const session = await sessionNamed(path, context).catch(() => undefined); // opening it says why
  return session?.log ?? resolve(context.cwd, path);
}

/** The session that a directory or an id stands for; undefined where the input is a file's path. */
async function sessionNamed(path: string, context: Context): Promise<SessionDirectory | undefined> {
  const absolute = resolve(context.cwd, path);
  const found = await stat(absolute).catch(() => undefined);
  if (found?.isDirectory() === true) {
    return only(await sessionsIn(absolute), path, 'is a directory');
  }
  if (found !== undefined || !/^[\w.~-]+$/.test(path)) return undefined;
  const sessions = await findSessions(sessionsDirectory(context.env, context.home));
  const matching = matchIds(sessions, path);
  return matching.length === 0 ? undefined : only(matching, path, 'is the id');
}

function only(sessions: readonly SessionDirectory[], path: string, what: string): SessionDirectory {
  const [session, ...others] = sessions;
  if (session === undefined) {
    throw new HistpackError({
      code: 'E_READ',
      message: `cannot read ${path}: ${what} without a session log`,
      file: path,
      hint: 'name a session.jsonl or session.jsonl.zstd, a session directory or a session id',
    });
  }
  if (others.length === 0) return session;
  const named = sessions.slice(0, MAX_NAMED).map(({ directory }) => directory);
  throw new HistpackError({
    code: 'E_NOT_FOUND',
    message: `${path} ${what} of ${sessions.length} sessions: ${named.join(', ')}${others.length >= MAX_NAMED ? ', …' : ''}`,
    file: path,
    hint: 'name one of them; histpack ls lists all',
  });
}

async function openSession(session: SessionDirectory): Promise<Input> {
  const { log, olderGenerations, strays } = session;
  const warnings: Warning[] = [];
  if (olderGenerations.length > 0) {
    warnings.push({
      code: 'W_OLDER_GENERATIONS',
      message: `older generations stand beside it and are not counted: ${olderGenerations.join(', ')}`,
      file: log,
      detail: { ignoredOlder: olderGenerations },
    });
  }
  if (strays.length > 0) {
    warnings.push({
      code: 'W_STRAYS',
      message: `not session logs by their names, and not read: ${strays.join(', ')}`,
      file: log,
      detail: { ignoredNonCanonical: strays },
    });
  }
  return { source: await openFile(log), warnings };
}
