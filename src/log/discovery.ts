import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The names that a session log can have in its directory; others are strays. */
const LOG_NAME = /^session(?:\.v([1-9]\d*))?\.jsonl(\.zstd)?$/;

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

/** Where dsh keeps its sessions. */
export const sessionsDirectory = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string => join(env.DSH_HOME || join(home, '.dsh'), 'sessions');

/** The log of a session directory: its highest generation. */
export async function logInDirectory(directory: string): Promise<string | undefined> {
  const names = await list(directory);
  const logs = names.flatMap((name) => {
    const parsed = parseLogName(name);
    return parsed === undefined ? [] : [{ name, ...parsed }];
  });
  // Of one generation in two encodings, which dsh never leaves behind, the smaller name: raw.
  logs.sort((a, b) => b.version - a.version || (a.name < b.name ? -1 : 1));
  const [newest] = logs;
  return newest === undefined ? undefined : join(directory, newest.name);
}

/** The most recently written session under a sessions directory. */
export async function newestSession(directory: string): Promise<string | undefined> {
  let newest: { path: string; mtimeMs: number } | undefined;
  for (const project of await list(directory)) {
    for (const session of await list(join(directory, project))) {
      const path = await logInDirectory(join(directory, project, session));
      if (path === undefined) continue;
      const { mtimeMs } = await stat(path);
      if (newest === undefined || mtimeMs > newest.mtimeMs) newest = { path, mtimeMs };
    }
  }
  return newest?.path;
}

/** The names in a directory, sorted; none where it is no directory or cannot be read. */
async function list(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).sort();
  } catch {
    return [];
  }
}
