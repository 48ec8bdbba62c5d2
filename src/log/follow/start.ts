import type { Seq } from '../../codec/types.ts';
import type { Log } from '../log.ts';
import type { Source } from '../source.ts';
import { COMMITTED_END } from './growth.ts';

/** Where reading goes on. */
export interface CursorStart {
  /** In the file, at the start of a line or frame. */
  readonly offset: number;
  readonly seq: Seq;
  /** What stands before it. */
  readonly before: Buffer;
}

export const LOG_START: CursorStart = { offset: 0, seq: 0, before: Buffer.alloc(0) };

/** Compared to see whether a file is still the same: a line or two, with their seqs and times. */
const BEFORE_BYTES = 1024;

/** The text that ends at an offset; shorter where the file does not reach it. */
export function textBefore(source: Source, offset: number): Promise<Buffer> {
  const from = Math.max(0, offset - BEFORE_BYTES);
  return source.read(from, offset - from);
}

/** Where reading goes on in a log that was read to its end; undefined where it cannot grow. */
export async function committedStart(log: Log, endSeq: Seq): Promise<CursorStart | undefined> {
  const offset = await COMMITTED_END[log.encoding.name]?.(log.source);
  if (offset === undefined) return undefined;
  if (offset === 0) return LOG_START;
  return { offset, seq: endSeq, before: await textBefore(log.source, offset) };
}
