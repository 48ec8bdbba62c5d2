import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Span, sliceSpan, spanInterval } from '../../codec/span.ts';
import type { Seq } from '../../codec/types.ts';
import { HistpackError } from '../../errors.ts';
import { parseLogName, readSessionDirectory } from '../discovery.ts';
import { type Log, type OpenOptions, openLog } from '../log.ts';
import { openFile } from '../source.ts';
import { Cursor } from './cursor.ts';
import { type CursorStart, LOG_START } from './start.ts';

/** The format from which on logs have no chunk events, so that their seqs are counted anew. */
const FIRST_RENUMBERED_FORMAT = 2;

export interface FollowOptions extends OpenOptions {
  /** The first event that was not given out yet. */
  readonly nextSeq: Seq;
  /** Time between two looks at the file. */
  readonly intervalMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Takes new spans; never the same event twice. */
  readonly onSpans: (spans: readonly Span[]) => Promise<void>;
  /** Told when another file is read from now on. */
  readonly onRotation: (path: string) => void;
}

/**
 * Follows a growing log until `signal`: new complete lines of a raw log, new complete frames of a
 * zstd log. When a higher generation appears in the session's directory, or the file is replaced,
 * it goes on there with the first event that was not given out. Polling, since file events are not
 * to be had on every file system.
 * @throws {HistpackError} where what was appended is damaged
 */
export async function followLog(
  log: Log,
  path: string,
  start: CursorStart,
  options: FollowOptions,
): Promise<void> {
  const { signal, intervalMs, onSpans, onRotation } = options;
  let cursor = new Cursor(path, log, start);
  let { nextSeq } = options;
  const giveNew = async (spans: readonly Span[]): Promise<void> => {
    const fresh = newSpans(spans, nextSeq);
    for (const span of fresh) nextSeq = spanInterval(span).toSeq;
    if (fresh.length > 0) await onSpans(fresh);
  };
  for (;;) {
    const isLast = signal?.aborted === true; // what was there when the abort came is read
    await cursor.advance(giveNew);
    if (isLast) return;
    await sleep(intervalMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
    const next = await nextCursor(cursor, options);
    if (next === undefined) continue;
    await cursor.advance(giveNew); // what came before the change
    if (isRenumbered(cursor.version, next.version)) {
      // The seqs of the two do not correspond: what the new one holds already is not repeated.
      await next.advance(async () => {});
      nextSeq = next.nextSeq;
    }
    cursor = next;
    onRotation(next.path);
  }
}

const newSpans = (spans: readonly Span[], fromSeq: Seq): Span[] =>
  spans
    .map((span) => sliceSpan(span, { fromSeq, toSeq: Number.MAX_SAFE_INTEGER }))
    .filter((span) => span !== undefined);

const isRenumbered = (before: number, after: number): boolean =>
  before < FIRST_RENUMBERED_FORMAT && after >= FIRST_RENUMBERED_FORMAT;

/** A cursor for the file to go on with, once its header is there. */
async function nextCursor(cursor: Cursor, options: OpenOptions): Promise<Cursor | undefined> {
  const path = await successorOf(cursor);
  const log = path === undefined ? undefined : await openIfReady(path, options);
  return path === undefined || log === undefined ? undefined : new Cursor(path, log, LOG_START);
}

/** The file to go on with: a higher generation, or the same path when it is another file now. */
async function successorOf({ path, version, isReplaced }: Cursor): Promise<string | undefined> {
  if (parseLogName(basename(path)) !== undefined) {
    const session = await readSessionDirectory(dirname(path));
    const newest = session === undefined ? undefined : parseLogName(basename(session.log));
    if (session !== undefined && newest !== undefined && newest.version > version) {
      return session.log;
    }
  }
  return isReplaced ? path : undefined;
}

/** The header of a log; undefined while its first line is still being written. */
async function openIfReady(path: string, options: OpenOptions): Promise<Log | undefined> {
  const source = await openFile(path).catch(() => undefined); // gone again: looked for next time
  if (source === undefined) return undefined;
  try {
    return await openLog(source, options);
  } catch (error) {
    if (error instanceof HistpackError && error.code === 'E_HEADER') return undefined;
    throw error;
  } finally {
    await source.close();
  }
}
