import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { eachEventText } from '../../../src/codec/span.ts';
import { type Fault, HistpackError, type Warning } from '../../../src/errors.ts';
import { brotli } from '../../../src/log/encodings/brotli.ts';
import { type OpenOptions, openLog } from '../../../src/log/log.ts';
import { memorySource } from '../../../src/log/source.ts';
import { readInterval, survey } from '../../../src/log/survey.ts';
import { cliFrames, linesOf, storedFrames, zstdMissing } from '../../support/zstd.ts';

/** What a reading command would get to see of a log. */
export interface Reading {
  readonly events: readonly string[];
  readonly warnings: readonly Warning[];
  /** Why it is refused; `events` is then empty. */
  readonly fault: Fault | undefined;
}

export interface ReadingOptions extends OpenOptions {
  readonly salvage?: boolean;
}

/** Reads a log as `measure` and `page` do: a survey first, then the events that it lets through. */
export async function readEvents(
  bytes: Uint8Array,
  { salvage = false, ...options }: ReadingOptions = {},
): Promise<Reading> {
  const events: string[] = [];
  try {
    const log = await openLog(memorySource(bytes, 'f'), options);
    const { interval, warnings } = await survey(log, { kind: 'interval' }, { salvage });
    await readInterval(log, { interval }, (spans): undefined => {
      for (const span of spans) eachEventText(span, (text) => events.push(text));
    });
    return { events, warnings, fault: undefined };
  } catch (error) {
    if (!(error instanceof HistpackError)) throw error;
    return { events: [], warnings: [], fault: error.fault };
  }
}

export const SAMPLES = [
  ...['compaction', 'interrupted', 'long-answer', 'mixed', 'packed', 'text', 'tools', 'unpacked'],
] as const;

export const sampleText = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../samples/${name}.jsonl`, import.meta.url)), 'utf8');

/** Numbers that are the same in every run. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return (state >>> 3) % below;
  };
}

/** The header line alone, then batches of one to seven lines, as dsh appends them. */
export function batchesOf(text: string, seed: number): string[] {
  const [header = '', ...lines] = linesOf(text);
  const pick = numbers(seed);
  const batches = [header];
  while (lines.length > 0) batches.push(lines.splice(0, 1 + pick(7)).join(''));
  return batches;
}

/** Frames made by the CLI where it is there, stored ones where it is not. */
const compressedFrames = (contents: readonly string[]): Buffer =>
  zstdMissing === undefined ? Buffer.concat(cliFrames(contents)) : storedFrames(contents);

/** The zstd forms of a log, all with checksums. */
export const ZSTD_FORMS = {
  'one frame': (text: string) => compressedFrames([text]),
  'a frame a line': (text: string) => storedFrames(linesOf(text)),
  'a compressed frame a line': (text: string) => compressedFrames(linesOf(text)),
  'stored batches': (text: string) => storedFrames(batchesOf(text, 3)),
  'compressed batches': (text: string) => compressedFrames(batchesOf(text, 5)),
} as const satisfies Record<string, (text: string) => Uint8Array>;

/** The other encodings, and how to ask for them. */
export const OTHER_FORMS = {
  raw: { encode: (text: string): Uint8Array => Buffer.from(text), options: {} },
  gzip: { encode: (text: string): Uint8Array => gzipSync(text), options: {} },
  br: {
    encode: (text: string): Uint8Array =>
      brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    options: { encoding: brotli },
  },
} as const satisfies Record<string, { encode: (text: string) => Uint8Array; options: OpenOptions }>;
