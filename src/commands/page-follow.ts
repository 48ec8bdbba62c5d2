import { resolve } from 'node:path';
import type { Seq, Span } from '../codec/index.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { followLog } from '../log/follow/follow.ts';
import { COMMITTED_END } from '../log/follow/growth.ts';
import { committedStart } from '../log/follow/start.ts';
import type { Log } from '../log/log.ts';
import type { Console } from './console.ts';
import type { PageFlags } from './page.ts';
import { formatOf } from './page-text.ts';
import { openOptionsOf } from './reading.ts';

/** Often enough for a person who watches, rare enough to cost nothing. */
export const DEFAULT_INTERVAL_MS = 500;

/**
 * Refuses what cannot be followed.
 * @throws {HistpackError} `E_USAGE`
 */
export function checkFollow(input: string, flags: PageFlags, context: Context): void {
  const refuse = (message: string): never => {
    throw new HistpackError({ code: 'E_USAGE', message });
  };
  if (input === '-') refuse('--follow: stdin does not grow');
  if (flags.to !== undefined || flags.before !== undefined) {
    refuse('--follow goes on at the end of the log, so --to and --before contradict it');
  }
  if (flags.from !== undefined && flags.maxMessages !== undefined) {
    refuse('--follow goes on at the end of the log, so --from with --max-messages contradicts it');
  }
  if (flags.maxBytes !== undefined && flags.tail !== true && flags.maxMessages === undefined) {
    refuse('--follow goes on at the end of the log, so --max-bytes needs --tail or --max-messages');
  }
  if (flags.as === 'projection') {
    refuse('--follow cannot project: what is completed later decides what is dropped now');
  }
  if (formatOf(flags, context) === 'json') {
    refuse('--follow has no end, so it prints --format ndjson or pretty');
  }
  if (flags.output !== undefined) refuse('--follow has no end, so --output would never be whole');
}

/**
 * Refuses a log that cannot grow.
 * @throws {HistpackError} `E_USAGE`
 */
export function checkGrows({ encoding: { name } }: Log): void {
  if (Object.hasOwn(COMMITTED_END, name)) return;
  throw new HistpackError({ code: 'E_USAGE', message: `--follow: a ${name} log does not grow` });
}

/**
 * Goes on behind a page that ends with the log. New events are packed as far as they come
 * together, so a run that is still growing is printed in several rows.
 */
export async function follow(
  log: Log,
  endSeq: Seq,
  flags: PageFlags,
  context: Context,
  console: Console,
  onSpans: (spans: readonly Span[]) => Promise<void>,
): Promise<void> {
  const start = await committedStart(log, endSeq);
  if (start === undefined) return; // `checkGrows` has refused it
  await followLog(log, resolve(context.cwd, log.source.name), start, {
    ...openOptionsOf(flags),
    nextSeq: endSeq,
    intervalMs: flags.interval,
    signal: context.signal,
    onSpans,
    onRotation: (next) => console.note(`the log goes on in ${next}`),
  });
}
