import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { eachEventText } from '../../src/codec/span.ts';
import type { Seq } from '../../src/codec/types.ts';
import { followLog } from '../../src/log/follow/follow.ts';
import { committedStart } from '../../src/log/follow/start.ts';
import { type OpenOptions, openLog } from '../../src/log/log.ts';
import { openFile } from '../../src/log/source.ts';
import { survey } from '../../src/log/survey.ts';
import { temporaryDirectory } from './logs-on-disk.ts';

/** Time between two looks at a file: tests wait for many. */
export const LOOK_MS = 2;
const PATIENCE_MS = 20_000;

/** A log that is being followed, and what came of it so far. */
export interface Following {
  /** Seqs of the events that were there at first; the first of the others follows. */
  readonly firstSeq: Seq;
  /** The JSON texts of the events that came since. */
  readonly texts: readonly string[];
  readonly seqs: readonly Seq[];
  /** Files that it went over to. */
  readonly rotations: readonly string[];
  /** Waits until so many events came, or following failed. */
  until(events: number): Promise<void>;
  /** Waits for a change of the file. */
  untilRotation(count: number): Promise<void>;
  /** Ends it, after one more look. */
  stop(): Promise<void>;
  /** How following ended. */
  readonly ended: Promise<void>;
}

/** Begins to follow a log behind its present end. */
export async function followFile(path: string, options: OpenOptions = {}): Promise<Following> {
  const source = await openFile(path);
  const log = await openLog(source, options);
  const { endSeq } = await survey(log, { kind: 'interval' });
  const start = await committedStart(log, endSeq);
  await source.close();
  if (start === undefined) throw new Error(`${log.encoding.name} does not grow`);
  const texts: string[] = [];
  const seqs: Seq[] = [];
  const rotations: string[] = [];
  const abort = new AbortController();
  const ended = followLog(log, path, start, {
    ...options,
    nextSeq: endSeq,
    intervalMs: LOOK_MS,
    signal: abort.signal,
    onSpans: async (spans) => {
      for (const span of spans) {
        eachEventText(span, (text, seq) => {
          texts.push(text);
          seqs.push(seq);
        });
      }
    },
    onRotation: (to) => void rotations.push(to),
  });
  let hasEnded = false;
  ended.then(
    () => (hasEnded = true),
    () => (hasEnded = true),
  );
  const until = async (isThere: () => boolean): Promise<void> => {
    const giveUp = Date.now() + PATIENCE_MS;
    while (!isThere() && !hasEnded && Date.now() < giveUp) await sleep(1);
    if (hasEnded) await ended;
    if (!isThere()) throw new Error(`waited in vain; seqs so far: ${seqs.join()}`);
  };
  const stop = async (): Promise<void> => {
    abort.abort();
    await ended;
  };
  return {
    ...{ firstSeq: endSeq, texts, seqs, rotations, ended, stop },
    until: (events) => until(() => seqs.length >= events),
    untilRotation: (count) => until(() => rotations.length >= count),
  };
}

/** Follows a log with some content, as a file that goes away with the test. */
export async function followText(
  content: string | Uint8Array,
  { name = 'session.jsonl', directory = temporaryDirectory(), ...options }: FollowTextOptions = {},
) {
  const path = `${directory}/${name}`;
  writeFileSync(path, content);
  const following = await followFile(path, options);
  onTestFinished(() => following.stop().catch(() => {})); // perhaps it has failed long since
  return {
    ...{ following, path, directory },
    append: (more: string | Uint8Array) => appendFileSync(path, more),
  };
}

export interface FollowTextOptions extends OpenOptions {
  readonly name?: string;
  readonly directory?: string;
}

/** Bytes cut into pieces of these sizes, used over and over. */
export function piecesOf(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
