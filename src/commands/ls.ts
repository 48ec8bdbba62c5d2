import { basename, dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { findSessions, type SessionDirectory, sessionsDirectory } from '../log/discovery.ts';
import { openLog } from '../log/log.ts';
import { openFile } from '../log/source.ts';
import { eventsByTail } from '../log/tail-seq.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags } from './common.ts';
import { renderSessions } from './ls-text.ts';
import { openOutput, writeWhole } from './output.ts';
import { integer } from './values.ts';

/** One session as `ls` lists it. Plain data. */
export interface SessionEntry {
  readonly project: string;
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  /** Undefined where the header cannot be read; `error` then says why. */
  readonly createdAt?: number;
  readonly version?: number;
  readonly encoding?: string;
  /** What the last line promises; only where that is cheap to know. */
  readonly events?: number;
  readonly parentSession?: string;
  readonly origin?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface LsFlags extends CommonFlags {
  readonly sort: SortKey;
  readonly limit?: number;
  readonly format?: 'table' | 'json' | 'ndjson';
}

/** What comes first: the largest of these; what is not known comes last. */
const SORT_KEYS = {
  newest: ({ createdAt }: SessionEntry) => createdAt,
  size: ({ bytes }: SessionEntry) => bytes,
  events: ({ events }: SessionEntry) => events,
} as const;
type SortKey = keyof typeof SORT_KEYS;

const LS_SCHEMA_VERSION = 1;

/** Logs open at a time: enough to hide the latency of a disk, few enough for any descriptor limit. */
const CONCURRENCY = 32;

/** `histpack ls`: the sessions of dsh by their headers alone. */
export async function run(
  [directory]: readonly [string | undefined],
  flags: LsFlags,
  context: Context,
): Promise<number> {
  const root =
    directory === undefined
      ? sessionsDirectory(context.env, context.home)
      : resolve(context.cwd, directory);
  const sessions = await findSessions(root);
  if (sessions.length === 0) {
    throw new HistpackError({
      code: 'E_NOT_FOUND',
      message: `no sessions under ${root}`,
      hint: 'name a sessions directory, or set DSH_HOME',
    });
  }
  const keyOf = SORT_KEYS[flags.sort];
  const entries = (await readAll(sessions))
    .sort((a, b) => (keyOf(b) ?? -1) - (keyOf(a) ?? -1) || (a.file < b.file ? -1 : 1))
    .slice(0, flags.limit);
  const output = await openOutput(flags.output, context, []);
  await writeWhole(output, async () => {
    const format = flags.json === true ? 'json' : (flags.format ?? 'table');
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const document = { schemaVersion: LS_SCHEMA_VERSION, directory: root, sessions: entries };
    await output.write(
      {
        table: () => renderSessions(entries, chalk),
        json: () => `${JSON.stringify(document, undefined, 2)}\n`,
        ndjson: () => entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
      }[format](),
    );
  });
  return 0;
}

async function readAll(sessions: readonly SessionDirectory[]): Promise<SessionEntry[]> {
  const entries: SessionEntry[] = [];
  const waiting = sessions.values();
  const work = async (): Promise<void> => {
    for (const session of waiting) entries.push(await readEntry(session));
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return entries;
}

async function readEntry({ directory, log: file }: SessionDirectory): Promise<SessionEntry> {
  const place = { project: basename(dirname(directory)), id: basename(directory), file };
  let bytes = 0;
  try {
    const source = await openFile(file);
    bytes = source.size;
    try {
      const log = await openLog(source);
      const { createdAt, version, parentSession, origin } = log.header;
      const events = await eventsByTail(log);
      return {
        ...place,
        bytes,
        createdAt,
        version,
        encoding: log.encoding.name,
        ...(events === undefined ? {} : { events }),
        ...(parentSession === undefined ? {} : { parentSession }),
        ...(origin === undefined ? {} : { origin }),
      };
    } finally {
      await source.close();
    }
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    return { ...place, bytes, error: { code: error.code, message: error.message } };
  }
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[directory]', 'a sessions directory (default: $DSH_HOME/sessions, ~/.dsh/sessions)')
    .addOption(
      new Option('--format <name>', 'how to print it (default: table)').choices([
        'table',
        'json',
        'ndjson',
      ]),
    );
  command
    .addOption(
      new Option('--sort <key>', 'what comes first: the newest, the largest, the most events')
        .choices(Object.keys(SORT_KEYS))
        .default('newest'),
    )
    .addOption(
      new Option('--limit <n>', 'list only the first of them').argParser(
        integer('a number of sessions', 1),
      ),
    );
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
A session id, or its beginning, can stand wherever a FILE does.

Examples:
  $ histpack ls
  $ histpack ls --sort size --limit 10
  $ histpack ls --json ~/.dsh/sessions`,
  );
}
