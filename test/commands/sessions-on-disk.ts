import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEntry } from '../../src/commands/ls.ts';
import { run } from '../support/context.ts';
import { eventLine, fileText, headerLine, turnEnd } from '../support/logs.ts';

/** A home of dsh with sessions in it, for tests of `ls` and of what a FILE may be. */

/** A log of `events` events with this id. */
export const sessionText = (
  id: string,
  { events = 2, ...fields }: { events?: number; [field: string]: string | number | boolean } = {},
): string =>
  fileText([
    headerLine({ id, ...fields }),
    ...Array.from({ length: events }, (_, seq) =>
      seq === events - 1 ? turnEnd(seq) : eventLine(seq, 'turn/start', { turn: 0 }),
    ),
  ]);

/** Writes a file of a session and gives its path. */
export function putSession(
  home: string,
  project: string,
  id: string,
  bytes: string | Uint8Array = sessionText(id),
  name = 'session.jsonl',
): string {
  const directory = join(home, 'sessions', project, id);
  mkdirSync(directory, { recursive: true });
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

/** What `ls --json` lists of a home. */
export async function listed(home: string): Promise<SessionEntry[]> {
  const { exitCode, stdout } = await run(['ls', '--json'], { env: { DSH_HOME: home } });
  if (exitCode !== 0) throw new Error(`ls ended with ${exitCode}: ${stdout}`);
  return JSON.parse(stdout).sessions;
}
