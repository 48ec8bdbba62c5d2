import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { largeLogLines } from '../samples/large-log.ts';
import { writeLines } from '../samples/write-lines.ts';
import { lineBatches } from '../src/sample/line-batches.ts';
import { syntheticLines } from '../src/sample/note-log.ts';
import { compressLog } from './zstd-log.ts';

export const MB = 1_000_000;
/** The size of the note's benchmark log, about. */
export const MEDIUM_BYTES = 70 * MB;
export const HUGE_BYTES = 1_000 * MB;

/** Tokens of the longest answer: those of the note's whole log, in one run. */
const ANSWER_TOKENS = 416_000;

/**
 * Which log: `note` is the note's synthetic one (116 runs, 64 MB unpacked), `answer` the same with
 * all tokens in one run, `turns` a chat of short turns of a given size.
 */
export type LogSpec = TurnsSpec | (Layout & { readonly shape: 'note' | 'answer' });

export interface TurnsSpec extends Layout {
  readonly shape: 'turns';
  readonly bytes: number;
}

interface Layout {
  readonly packed: boolean;
  readonly zstd?: boolean;
}

function lines(spec: LogSpec): Generator<string, void, undefined> {
  const { packed } = spec;
  if (spec.shape === 'turns') return largeLogLines({ bytes: spec.bytes, packed, manyTurns: true });
  if (spec.shape === 'note') return syntheticLines({ packed });
  return syntheticLines({ packed, runs: 1, membersPerRun: ANSWER_TOKENS });
}

/** How a log is called in results. */
export function logName(spec: LogSpec): string {
  const size = spec.shape === 'turns' ? `${spec.bytes / MB} MB of ` : '';
  const shape = { note: "the note's log", answer: 'one answer', turns: 'short turns' }[spec.shape];
  return `${size}${shape}, ${spec.packed ? 'packed' : 'unpacked'}${spec.zstd ? ', zstd' : ''}`;
}

/**
 * The path of a log in the cache, made when it is not there. A file gets its name when it is
 * complete, and is made again when the generator has changed.
 * @throws {ZstdMissing} for a zstd log where there is no `zstd` command.
 */
export async function logFile(directory: string, spec: LogSpec): Promise<string> {
  await mkdir(directory, { recursive: true });
  const size = spec.shape === 'turns' ? `-${spec.bytes / MB}MB` : '';
  const name = `${spec.shape}${size}-${spec.packed ? 'packed' : 'unpacked'}.jsonl`;
  const raw = join(directory, name);
  if (!(await isCurrent(raw, spec))) {
    process.stderr.write(`making ${name}\n`);
    await writeLines(`${raw}.part`, lines(spec));
    await rename(`${raw}.part`, raw);
  }
  if (spec.zstd !== true) return raw;
  const compressed = `${raw}.zstd`;
  if (!(await isNewer(compressed, raw))) {
    process.stderr.write(`making ${name}.zstd\n`);
    await compressLog(raw, `${compressed}.part`);
    await rename(`${compressed}.part`, compressed);
  }
  return compressed;
}

/** Whether a file begins as the generator does now. */
async function isCurrent(file: string, spec: LogSpec): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const [expected = ''] = lineBatches(lines(spec));
    const found = Buffer.alloc(expected.length); // the samples of this size are ASCII
    await handle.read(found, 0, found.length, 0);
    return found.toString('latin1') === expected;
  } finally {
    await handle.close();
  }
}

async function isNewer(file: string, than: string): Promise<boolean> {
  const [own, other] = await Promise.all([stat(file).catch(() => undefined), stat(than)]);
  return own !== undefined && own.mtimeMs >= other.mtimeMs;
}
