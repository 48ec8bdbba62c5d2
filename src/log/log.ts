import { basename } from 'node:path';
import { HistpackError, type Warning } from '../errors.ts';
import { BlockCutter } from './blocks.ts';
import { parseLogName } from './discovery.ts';
import type { Encoding } from './encodings/encoding.ts';
import { detectEncoding } from './encodings/index.ts';
import { type LogHeader, readHeader } from './header.ts';
import type { Source } from './source.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Bounds on what a hostile or damaged log may cost. */
export interface Limits {
  /** Bytes that a line may have, its newline included. */
  readonly maxLineBytes: number;
  /** Bytes that a compressed log may decode to. */
  readonly maxDecodedBytes: number;
}

/** Generous: dsh's own rows stay below 1 MiB, and the largest tool result seen is a few MiB. */
export const DEFAULT_LIMITS: Limits = { maxLineBytes: 64 * MIB, maxDecodedBytes: 64 * GIB };

/** A line becomes one string, and V8's end a little above this. */
export const MAX_LINE_LIMIT_BYTES = 500 * MIB;

export interface Log {
  readonly source: Source;
  readonly encoding: Encoding;
  readonly header: LogHeader;
  /** The header line as it is stored, without its end. */
  readonly headerText: string;
  /** Of the header line in the decoded text, its newline included. */
  readonly headerBytes: number;
  /** About the header; what concerns the records comes with `LogEnd`. */
  readonly warnings: readonly Warning[];
  readonly limits: Limits;
}

export interface OpenOptions {
  readonly limits?: Limits | undefined;
  /** Instead of the one that the content shows; Brotli needs it. */
  readonly encoding?: Encoding | undefined;
}

/**
 * Opens a log: finds its encoding by content and reads the header.
 * @throws {HistpackError} where line 1 is no header that we can read (see `readHeader`), and
 *   `E_GENERATION` where the file's name promises another version.
 */
export async function openLog(source: Source, options: OpenOptions = {}): Promise<Log> {
  const { limits = DEFAULT_LIMITS } = options;
  const encoding = options.encoding ?? (await detectEncoding(source));
  const line = await firstLine(source, encoding, limits).catch((error: unknown) => {
    if (!(error instanceof HistpackError)) throw error;
    throw new HistpackError({ ...error.fault, file: source.name }, { cause: error });
  });
  const reading = readHeader(line, source.name);
  checkName(source.name, reading.header);
  const headerBytes = Buffer.byteLength(line, 'utf8') + 1;
  const headerText = line.endsWith('\r') ? line.slice(0, -1) : line;
  return { source, encoding, limits, headerText, headerBytes, ...reading };
}

function checkName(file: string, { version }: LogHeader): void {
  const named = parseLogName(basename(file));
  if (named === undefined || named.version === version) return;
  throw new HistpackError({
    code: 'E_GENERATION',
    message: `the name says format ${named.version}, the header format ${version}`,
    file,
    line: 1,
    detail: { nameVersion: named.version, headerVersion: version },
  });
}

async function firstLine(source: Source, encoding: Encoding, limits: Limits): Promise<string> {
  const cutter = new BlockCutter(limits);
  const refuse = (message: string, hint?: string): never => {
    const place = { file: source.name, line: 1, byteOffset: 0 };
    throw new HistpackError({
      code: 'E_HEADER',
      message,
      ...place,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  const options = { maxDecodedBytes: limits.maxDecodedBytes, onWarning: () => {} };
  for await (const piece of encoding.decode(source, options)) {
    const [block] = cutter.cut(piece);
    if (block === undefined) continue;
    const line = block.text.slice(0, block.text.indexOf('\n'));
    if (block.badByteOffset === undefined) return line;
    refuse(`line 1 is not UTF-8: bad byte at ${block.badByteOffset}`);
  }
  return cutter.decodedBytes === 0
    ? refuse('the log is empty', 'a log begins with its session header on line 1')
    : refuse(
        'the header line has no newline',
        'header line has no newline: it was never committed',
      );
}
