import type { RepresentationName } from '../../src/codec/index.ts';
import { type Duel, duel } from '../duel.ts';
import { type LogSpec, logFile, logName, MEDIUM_BYTES } from '../logs.ts';
import { officialPacked, officialRaw } from '../official.ts';
import { convert, endSeqOf, pageBytes, writePage } from '../pages.ts';
import { atLeast, cpuNote, type Goal, type Result, ratioOf, shown } from '../result.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

/** One direction of the codec and its opponent. */
interface Direction {
  readonly what: string;
  readonly goal: Goal;
  readonly as: RepresentationName;
  readonly isInputPacked: boolean;
  readonly official: (file: string) => Promise<Buffer>;
}

const DIRECTIONS: readonly Direction[] = [
  {
    what: 'unpacked JSONL to packed JSON, official time over ours',
    goal: atLeast(3),
    as: 'packed',
    isInputPacked: false,
    official: officialPacked,
  },
  {
    what: 'packed JSONL to raw JSON, official time over ours',
    goal: atLeast(2.5),
    as: 'raw',
    isInputPacked: true,
    official: officialRaw,
  },
];

/**
 * A whole log to a response, from the file to bytes in memory. Ours is timed twice: as `page` does
 * it, which reads the log once to prove it sound and once more to write it, and the conversion
 * alone, which is what the official codec does.
 */
export const codec: Benchmark = {
  summary: 'pack and expand a whole log, against the official codec',
  async run(context) {
    const results: Result[] = [];
    for (const direction of DIRECTIONS) {
      const packed = direction.isInputPacked;
      // Packed short turns of 20 MB are 70 MB of events.
      const bytes = packed ? MEDIUM_BYTES / 3.5 : MEDIUM_BYTES;
      const specs: readonly LogSpec[] = [
        { shape: 'note', packed },
        { shape: 'turns', bytes, packed },
      ];
      for (const spec of specs) results.push(...(await compare(direction, spec, context)));
    }
    return results;
  },
};

async function compare(
  { what, goal, as, official }: Direction,
  spec: LogSpec,
  { directory, rounds }: BenchContext,
): Promise<Result[]> {
  const file = await logFile(directory, spec);
  if (!(await pageBytes(file, { as })).equals(await official(file))) {
    throw new Error(`${what}: the outputs differ for ${file}`);
  }
  const toSeq = await endSeqOf(file);
  const drop = (): void => {};
  const alone = await duel(
    () => convert(file, as, toSeq, drop),
    () => official(file),
    { rounds },
  );
  const page = await duel(
    () => writePage(file, { as, onBytes: drop }),
    () => official(file),
    { rounds },
  );
  const row = (how: string, { ours, theirs, cpu }: Duel): Result => ({
    what: `${what}: ${logName(spec)}, ${how}`,
    unit: '×',
    goal,
    value: ratioOf(theirs, ours),
    note: `official ${shown(theirs, 'ms')}, ours ${shown(ours, 'ms')}; ${cpuNote({ ours: cpu.theirs, theirs: cpu.ours })}`,
  });
  return [row('conversion alone', alone), row('as `page`, with the survey', page)];
}
