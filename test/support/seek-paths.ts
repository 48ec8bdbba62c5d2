import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowText } from '../../src/codec/row.ts';
import { eachEventText, isRun, type Span } from '../../src/codec/span.ts';
import { HistpackError } from '../../src/errors.ts';
import { BlockCutter } from '../../src/log/blocks.ts';
import { DEFAULT_LIMITS, type Log } from '../../src/log/log.ts';
import { scanLog } from '../../src/log/scan.ts';
import { RecordScanner } from '../../src/log/scanner.ts';
import { cases, corpusFiles, corpusPath } from './corpus.ts';
import { openBytes } from './seek.ts';

const FOLDERS = [
  ...['official', 'history', 'later', 'community'],
  ...['pairs/before-packing', 'pairs/after-packing'],
];

/** The logs of the corpus and of the hard cases, sound or not, by a short name. */
export const allLogs = (): (readonly [string, string])[] => [
  ...FOLDERS.flatMap((folder) =>
    corpusFiles(folder).map((name) => [`${folder}/${name}`, corpusPath(folder, name)] as const),
  ),
  ...cases().flatMap(({ name, folder, files }) =>
    Object.keys(files)
      .filter((file) => !file.endsWith('/')) // a directory of sessions
      .map((file) => [`${name}/${file}`, join(folder, file)] as const),
  ),
];

/** A log of which the header can be read. */
export async function openIfLog(path: string): Promise<Log | undefined> {
  try {
    return await openBytes(readFileSync(path));
  } catch (error) {
    if (error instanceof HistpackError) return undefined;
    throw error;
  }
}

/** The decoded text of a log behind its header; undefined where it does not decode or is huge. */
export async function recordsOf(log: Log, maxBytes: number): Promise<string | undefined> {
  const options = { maxDecodedBytes: maxBytes, onWarning: () => {} };
  const pieces: Buffer[] = [];
  try {
    for await (const { bytes } of log.encoding.decode(log.source, options)) pieces.push(bytes);
  } catch (error) {
    if (error instanceof HistpackError) return undefined;
    throw error;
  }
  const text = Buffer.concat(pieces).subarray(log.headerBytes);
  return text.length > maxBytes ? undefined : text.toString('utf8');
}

const plain = (span: Span): unknown =>
  isRun(span)
    ? { row: rowText(span), times: span.times, verbatim: [...(span.verbatim ?? [])] }
    : { seq: span.seq, text: span.text };

/** Everything that a scan of a log tells, with and without the fast path. */
export async function scanBothWays(log: Log): Promise<[unknown, unknown]> {
  const scan = async (fastPath: boolean): Promise<unknown> => {
    const spans: unknown[] = [];
    const onSpans = (found: Span[]): undefined => {
      for (const span of found) spans.push(plain(span));
    };
    return { ...(await scanLog(log, { fastPath, onSpans })), spans };
  };
  return [await scan(true), await scan(false)];
}

/** What a scanner makes of lines that begin with a seq, with and without the fast path. */
export function scanLinesBothWays(text: string, startSeq: number): [unknown, unknown] {
  const scan = (fastPath: boolean): unknown => {
    const scanner = new RecordScanner({ file: 'f', startSeq, fastPath });
    const spans: Span[] = [];
    for (const block of new BlockCutter(DEFAULT_LIMITS).cut({ bytes: Buffer.from(text) })) {
      spans.push(...scanner.scan(block));
    }
    spans.push(...scanner.finish());
    const { counts, nextSeq } = scanner;
    return { spans: spans.map(plain), faults: scanner.faults.faults, counts, nextSeq };
  };
  return [scan(true), scan(false)];
}

/** The lines of a log with its rows as loose deltas, which is what the fast path is for. */
export async function looseLines(log: Log): Promise<string[]> {
  const lines: string[] = [];
  const onSpans = (found: Span[]): undefined => {
    for (const span of found) eachEventText(span, (text) => lines.push(text));
  };
  await scanLog(log, { onSpans });
  return lines;
}
