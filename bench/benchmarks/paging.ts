import type { Selection } from '../../src/codec/index.ts';
import { openFile } from '../../src/log/source.ts';
import { ReadAhead } from '../../src/log/zstd/read-ahead.ts';
import { walkFrames } from '../../src/log/zstd/walk.ts';
import { peakMemoryOf, runProgram } from '../child.ts';
import { type Contender, duel } from '../duel.ts';
import { HUGE_BYTES, logFile, MB, type TurnsSpec } from '../logs.ts';
import { endSeqOf, pageBytes, writePage } from '../pages.ts';
import { atMost, cpuNote, megabytes, type Result, ratioOf, shown } from '../result.ts';
import { summarize } from '../stats.ts';
import { type BenchContext, type Benchmark, withLog } from './benchmark.ts';

const SMALL_BYTES = 10 * MB;
/** Of short turns 10 MB compress to less than a MiB, and such a log is read whole, not sought. */
const SMALL_ZSTD_BYTES = 12 * MB;
/** Without `--long`: large enough that reading all of it would show. */
const MEDIUM_BYTES = 100 * MB;
/** Pages take milliseconds. */
const ROUNDS_FACTOR = 3;
/** Events of a short turn: a page in the middle begins with one, so that all pages hold as much. */
const EVENTS_PER_TURN = 50;
const EARLY_SEQ = 5_000;
const MESSAGES = 20;

/** A page, as the library and as the program is asked for it. */
interface Page {
  readonly name: string;
  readonly selection: (endSeq: number) => Selection;
  readonly flags: (endSeq: number) => readonly string[];
}

const middle = (endSeq: number): number =>
  Math.round(endSeq / 2 / EVENTS_PER_TURN) * EVENTS_PER_TURN;

const PAGES: readonly Page[] = [
  {
    name: 'tail page',
    selection: () => ({ kind: 'backward', maxMessages: MESSAGES }),
    flags: () => ['--tail', '--max-messages', String(MESSAGES)],
  },
  {
    name: 'page in the middle',
    selection: (endSeq) => ({ kind: 'forward', fromSeq: middle(endSeq), maxMessages: MESSAGES }),
    flags: (endSeq) => ['--from', String(middle(endSeq)), '--max-messages', String(MESSAGES)],
  },
  {
    name: 'early page',
    selection: () => ({ kind: 'backward', beforeSeq: EARLY_SEQ, maxMessages: MESSAGES }),
    flags: () => ['--before', String(EARLY_SEQ), '--max-messages', String(MESSAGES)],
  },
];

const TIME_GOAL = atMost(1.3);
const MEMORY_GOAL = atMost(120);

/** A page of a large log against the same page of a small one: it should cost what it holds. */
export const paging: Benchmark = {
  summary: 'tail, middle and early pages of a large log, against those of a small one',
  async run(context) {
    const results: Result[] = [];
    const bytes = context.long ? HUGE_BYTES : MEDIUM_BYTES;
    for (const zstd of [false, true]) {
      const spec = { shape: 'turns', bytes, packed: false, zstd } as const;
      results.push(
        ...(await withLog(context, spec, 'pages', (file) => pagesOf(file, spec, context))),
      );
    }
    return results;
  },
};

async function pagesOf(large: string, spec: TurnsSpec, context: BenchContext): Promise<Result[]> {
  const smallBytes = spec.zstd === true ? SMALL_ZSTD_BYTES : SMALL_BYTES;
  const small = await logFile(context.directory, { ...spec, bytes: smallBytes });
  const smallSize = `${smallBytes / MB} MB`;
  const ends = { large: await endSeqOf(large), small: await endSeqOf(small) };
  const size = spec.bytes === HUGE_BYTES ? '1 GB' : `${spec.bytes / MB} MB`;
  const encoding = spec.zstd === true ? ' zstd' : '';
  // What a zstd log is allowed on top, paid by the opponent in the same round: a walk that was timed
  // at another moment met another load, and subtracting it once gave negative times.
  const walk: Contender = spec.zstd === true ? () => walkFramesOf(large) : async () => {};
  const rounds = context.rounds * ROUNDS_FACTOR;
  const results: Result[] = [];
  for (const page of PAGES) {
    const opponent = spec.zstd === true ? `${smallSize} and the frame walk of ${size}` : smallSize;
    const what = `${page.name} of ${size}${encoding} over that of ${opponent}`;
    const args = (file: string, endSeq: number) => ['page', file, ...page.flags(endSeq)];
    await compareWithScan(large, page.selection(ends.large), args(large, ends.large));

    const inProcess = (file: string, endSeq: number): Contender => {
      const request = {
        as: 'packed',
        selection: page.selection(endSeq),
        onBytes: () => {},
      } as const;
      return () => writePage(file, request);
    };
    const smallInProcess = inProcess(small, ends.small);
    const duels = {
      'in process': await duel(
        inProcess(large, ends.large),
        async () => {
          await smallInProcess();
          await walk();
        },
        { rounds },
      ),
      'as a program': await duel(
        () => runProgram(args(large, ends.large)),
        async () => {
          await runProgram(args(small, ends.small));
          await walk();
        },
        { rounds },
      ),
    };
    for (const [how, { ours, theirs, cpu }] of Object.entries(duels)) {
      const inCpu = how === 'in process' ? `; ${cpuNote(cpu)}` : ''; // children are not counted
      results.push({
        what: `${what}, ${how}`,
        unit: '×',
        goal: TIME_GOAL,
        value: ratioOf(ours, theirs),
        note: `${size} ${shown(ours, 'ms')}; ${opponent} ${shown(theirs, 'ms')}${inCpu}`,
      });
    }
    const peak = megabytes(await peakMemoryOf(args(large, ends.large)));
    results.push({
      what: `peak memory of the ${page.name} of ${size}${encoding}`,
      unit: 'MB',
      goal: MEMORY_GOAL,
      value: summarize([peak]),
      note: 'the program',
    });
  }
  return results;
}

/** Speed never changes a result: what the program prints is what a scan of all of the log finds. */
async function compareWithScan(
  file: string,
  selection: Selection,
  args: readonly string[],
): Promise<void> {
  const scanned = await pageBytes(file, { as: 'packed', selection, seek: false });
  const { stdout } = await runProgram(args, { keepOutput: true });
  if (!stdout.equals(scanned)) throw new Error(`histpack ${args.join(' ')} and a full scan differ`);
}

/** Finds all frames of a zstd log, as a page of it must. */
async function walkFramesOf(file: string): Promise<void> {
  const source = await openFile(file);
  try {
    for await (const item of walkFrames(new ReadAhead(source))) {
      if (item.kind === 'fault') throw item.error;
    }
  } finally {
    await source.close();
  }
}
