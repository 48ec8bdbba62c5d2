import {
  ColumnarReader,
  ColumnarRowWriter,
  type JsonObject,
  type JsonValue,
  type Run,
  readRow,
  rowText,
} from '../../src/codec/index.ts';
import { duel } from '../duel.ts';
import { type LogSpec, logFile, logName, MEDIUM_BYTES } from '../logs.ts';
import { pageBytes } from '../pages.ts';
import { atLeast, cpuNote, type Result, ratioOf, shown } from '../result.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const SPECS: readonly LogSpec[] = [
  { shape: 'note', packed: true },
  { shape: 'turns', bytes: MEDIUM_BYTES / 3.5, packed: true },
];

/** Columnar rows against chunk rows, from the text of a response to columns and back. */
export const columnar: Benchmark = {
  summary: 'read and write columnar pages, against packed ones',
  async run(context) {
    const results: Result[] = [];
    for (const spec of SPECS) results.push(...(await compare(spec, context)));
    return results;
  },
};

async function compare(spec: LogSpec, { directory, rounds }: BenchContext): Promise<Result[]> {
  const file = await logFile(directory, spec);
  const text = async (as: 'packed' | 'columnar') => (await pageBytes(file, { as })).toString();
  const [packed, columns] = [await text('packed'), await text('columnar')];
  const runs = readPacked(packed);
  if (sizeOf(runs) !== sizeOf(readColumnar(columns)))
    throw new Error(`the forms of ${file} differ`);

  const reading = await duel(
    async () => readColumnar(columns),
    async () => readPacked(packed),
    { rounds },
  );
  const writing = (isRepeated: boolean) =>
    duel(
      async () => {
        const rows = new ColumnarRowWriter();
        for (const run of runs) rows.write(run, isRepeated);
      },
      async () => {
        for (const run of runs) rowText(run);
      },
      { rounds },
    );
  const row = (what: string, { ours, theirs, cpu }: Awaited<typeof reading>): Result => ({
    what: `${what}, packed time over columnar: ${logName(spec)}`,
    unit: '×',
    ...(what === 'read' ? { goal: atLeast(1) } : {}),
    value: ratioOf(theirs, ours),
    note: `packed ${shown(theirs, 'ms')}, columnar ${shown(ours, 'ms')}; ${cpuNote({ ours: cpu.theirs, theirs: cpu.ours })}`,
  });
  return [
    row('read', reading),
    row('write, joined', await writing(true)),
    row('write, by the smaller', await writing(false)),
  ];
}

const recordsOf = (text: string): readonly JsonObject[] => JSON.parse(text).records;

function readPacked(text: string): Run[] {
  return recordsOf(text).flatMap(
    ({ chunks }) => (chunks === undefined ? [] : [readRow(chunks as JsonObject)]), // as our own writer made it
  );
}

function readColumnar(text: string): Run[] {
  const reader = new ColumnarReader();
  const runs: Run[] = [];
  for (const record of recordsOf(text)) {
    const read = reader.read(record as JsonValue);
    if ('columns' in record) runs.push(read as Run); // such a record is a run
  }
  return runs;
}

const sizeOf = (runs: readonly Run[]): number => runs.reduce((sum, { length }) => sum + length, 0);
