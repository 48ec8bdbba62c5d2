import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The names that a session log can have in its directory; others are strays. */
const LOG_NAME = /^session(?:\.v([1-9]\d*))?\.jsonl(\.zstd)?$/;

/** What looks like a session log to a person, but is none by its name. */
const STRAY_NAME = /^session\b/;

/** A log's name taken apart. */
export interface LogName {
  /** The format that the name promises; 0 where it names none. */
  readonly version: number;
  readonly isZstd: boolean;
}

/** Reads a file name (FORMAT section 1); undefined where it is no canonical one. */
export function parseLogName(name: string): LogName | undefined {
  const match = LOG_NAME.exec(name);
  if (match === null) return undefined;
  return { version: match[1] === undefined ? 0 : Number(match[1]), isZstd: match[2] !== undefined };
}

/** A session directory: its log is the highest generation, what else is there is told apart. */
export interface SessionDirectory {
  readonly directory: string;
  readonly log: string;
  /** Names of the generations before it: its past, not to be added to it. */
  readonly olderGenerations: readonly string[];
  /** Names that only look like logs: backups, locks, misspelt versions. */
  readonly strays: readonly string[];
}

/** Looks into a directory; undefined where it holds no session log. */
export async function readSessionDirectory(
  directory: string,
): Promise<SessionDirectory | undefined> {
  const logs: (LogName & { readonly name: string })[] = [];
  const strays: string[] = [];
  for (const name of await list(directory)) {
    const parsed = parseLogName(name);
    if (parsed !== undefined) logs.push({ name, ...parsed });
    else if (STRAY_NAME.test(name)) strays.push(name);
  }
  // Of one generation in two encodings, which dsh never leaves behind, the raw one.
  logs.sort((a, b) => b.version - a.version || Number(a.isZstd) - Number(b.isZstd));
  const [newest, ...older] = logs;
  if (newest === undefined) return undefined;
  const olderGenerations = older.map(({ name }) => name);
  return { directory, log: join(directory, newest.name), olderGenerations, strays };
}

/** Where dsh keeps its sessions. */
export const sessionsDirectory = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string => join(env.DSH_HOME || join(home, '.dsh'), 'sessions');

/** How deep session directories lie: `sessions/<project>/<session id>`. */
const MAX_DEPTH = 2;

/**
 * The session directories at or under a directory, in the order of their names: the directory
 * itself, those of a project, or those of all projects.
 */
export async function findSessions(
  directory: string,
  depth: number = MAX_DEPTH,
): Promise<SessionDirectory[]> {
  const session = await readSessionDirectory(directory);
  if (session !== undefined) return [session];
  if (depth === 0) return [];
  const found = await Promise.all(
    (await list(directory)).map((name) => findSessions(join(directory, name), depth - 1)),
  );
  return found.flat();
}

/** The sessions that a directory stands for; a home of dsh, such as `~/.dsh`, for all of its own. */
export async function sessionsIn(directory: string): Promise<SessionDirectory[]> {
  const ofHome = await findSessions(join(directory, 'sessions'));
  return ofHome.length > 0 ? ofHome : findSessions(directory);
}

/** The most recently written of some sessions. */
export async function newestOf(
  sessions: readonly SessionDirectory[],
): Promise<SessionDirectory | undefined> {
  let newest: { session: SessionDirectory; mtimeMs: number } | undefined;
  for (const session of sessions) {
    const mtimeMs = await stat(session.log).then(
      (found) => found.mtimeMs,
      () => undefined,
    );
    if (mtimeMs === undefined) continue; // gone since, or a link to nowhere
    if (newest === undefined || mtimeMs > newest.mtimeMs) newest = { session, mtimeMs };
  }
  return newest?.session;
}

/** The sessions whose id begins with `prefix`; an id that is exactly it stands for itself alone. */
export function matchIds(
  sessions: readonly SessionDirectory[],
  prefix: string,
): SessionDirectory[] {
  const exact = sessions.filter(({ directory }) => basename(directory) === prefix);
  if (exact.length > 0) return exact;
  return sessions.filter(({ directory }) => {
    const id = basename(directory);
    // People leave out the word that every id begins with.
    return id.startsWith(prefix) || id.startsWith(`session-${prefix}`);
  });
}

/** The names in a directory, sorted; none where it is no directory or cannot be read. */
async function list(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch {
    return [];
  }
}
