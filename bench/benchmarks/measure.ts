import { WHOLE_LOG } from '../../src/codec/index.ts';
import { openLog } from '../../src/log/log.ts';
import { openFile } from '../../src/log/source.ts';
import { type CompressionOptions, DEFAULT_COMPRESSION } from '../../src/measure/compressors.ts';
import { NOTE_FORMS } from '../../src/measure/forms.ts';
import { type Measurement, measureLog } from '../../src/measure/measure.ts';
import { bareCompressors } from '../bare.ts';
import { duel } from '../duel.ts';
import { type LogSpec, logFile, logName, MB, MEDIUM_BYTES } from '../logs.ts';
import { pageBytes } from '../pages.ts';
import { atMost, cpuNote, type Goal, type Result, ratioOf, shown } from '../result.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

interface Case {
  readonly quality: number;
  readonly goal: Goal;
  readonly spec: LogSpec;
  /** Share of the rounds: quality 11 takes half a minute a round. */
  readonly roundShare: number;
}

const AT_5 = { quality: 5, goal: atMost(1.25), roundShare: 1 } as const;
const AT_11 = { quality: 11, goal: atMost(1.05), roundShare: 0.5 } as const;

const CASES: readonly Case[] = [
  { ...AT_5, spec: { shape: 'note', packed: false } },
  { ...AT_5, spec: { shape: 'note', packed: true } },
  { ...AT_5, spec: { shape: 'turns', bytes: MEDIUM_BYTES, packed: false } },
  { ...AT_11, spec: { shape: 'turns', bytes: 6 * MB, packed: false } },
];

/** `measure` of all three representations, against the compressors that it cannot do without. */
export const measure: Benchmark = {
  summary: 'measure a whole log, against the bare compressors',
  async run(context) {
    const results: Result[] = [];
    for (const each of CASES) results.push(await compare(each, context));
    return results;
  },
};

async function compare(
  { quality, goal, spec, roundShare }: Case,
  { directory, rounds }: BenchContext,
): Promise<Result> {
  const file = await logFile(directory, spec);
  const compression = { ...DEFAULT_COMPRESSION, brotliQuality: quality };
  const ready: Buffer[] = [];
  for (const as of NOTE_FORMS) ready.push(await pageBytes(file, { as }));
  // The first run of each is the warm-up, too.
  const { weights } = await measureFile(file, compression);
  const counted = NOTE_FORMS.flatMap((form) => [
    weights[form]?.gzipBytes,
    weights[form]?.brotliBytes,
  ]);
  const expected = await bareCompressors(ready, compression);
  if (counted.join() !== expected.join()) {
    throw new Error(`measure counts ${counted} for ${file}, the bare compressors ${expected}`);
  }
  const { ours, theirs, cpu } = await duel(
    () => measureFile(file, compression),
    () => bareCompressors(ready, compression),
    { rounds: Math.max(2, Math.round(rounds * roundShare)), warmUps: 0 },
  );
  return {
    what: `\`measure\` at Brotli ${quality}, our time over the bare compressors': ${logName(spec)}`,
    unit: '×',
    goal,
    value: ratioOf(ours, theirs),
    note: `ours ${shown(ours, 'ms')}, bare ${shown(theirs, 'ms')}; ${cpuNote(cpu)}`,
  };
}

async function measureFile(file: string, compression: CompressionOptions): Promise<Measurement> {
  const source = await openFile(file);
  try {
    const log = await openLog(source);
    return await measureLog(log, {
      selection: WHOLE_LOG,
      forms: NOTE_FORMS,
      projection: 'literal',
      compression,
    });
  } finally {
    await source.close();
  }
}
