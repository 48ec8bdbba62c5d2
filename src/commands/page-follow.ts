import { resolve } from 'node:path';
import type { Seq, Span } from '../codec/index.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { followLog } from '../log/follow/follow.ts';
import { COMMITTED_END } from '../log/follow/growth.ts';
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
export function checkFollow(flags: PageFlags, context: Context): void {
  const refuse = (message: string): never => {
    throw new HistpackError({ code: 'E_USAGE', message });
  };
  if (flags.to !== undefined || flags.before !== undefined) {
    refuse('--follow goes on at the end of the log, so --to and --before contradict it');
  }
  if (flags.from !== undefined && flags.maxMessages !== undefined) {
    refuse('--follow goes on at the end of the log, so --from with --max-messages contradicts it');
  }
  if (flags.maxBytes !== undefined && flags.from !== undefined) {
    refuse('--follow goes on at the end of the log, so --max-bytes with --from contradicts it');
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
 * Goes on behind a page that ends with the log. New events are packed as far as they come
 * together, so a run that is still growing is printed in several rows.
 */
export async function follow(
  log: Log,
  endSeq: Seq,
  input: string,
  flags: PageFlags,
  context: Context,
  console: Console,
  onSpans: (spans: readonly Span[]) => Promise<void>,
): Promise<void> {
  const committedEnd = COMMITTED_END[log.encoding.name];
  if (input === '-' || committedEnd === undefined) {
    const what = input === '-' ? 'stdin' : `a ${log.encoding.name} log`;
    throw new HistpackError({ code: 'E_USAGE', message: `${what} does not grow` });
  }
  const path = resolve(context.cwd, log.source.name);
  const start = { offset: await committedEnd(log.source), seq: endSeq };
  await followLog(log, path, start, {
    ...openOptionsOf(flags),
    intervalMs: flags.interval,
    signal: context.signal,
    onSpans,
    onRotation: (next) => console.note(`the log goes on in ${next}`),
  });
}
