import { Random } from './random.ts';
import { fragmentVocabulary } from './words.ts';

/** Cardinalities of a synthetic log; the defaults are those of the note's benchmark. */
export interface SyntheticOptions {
  /** One row a run instead of one line a delta. */
  readonly packed?: boolean;
  readonly runs?: number;
  /** The members of run number `run`, or of each run. At least 3, or the run has no row. */
  readonly membersPerRun?: number | ((run: number) => number);
  readonly seed?: number;
}

/** The seed of the note's log, as `syntheticLines` makes it. */
export const NOTE_SEED = 20_260_815;

const TIME_0 = 1_700_000_000_000;
const NOTE_RUNS = 116;
/** 84 runs of 3,588 and 32 of 3,587 members: 416,176 deltas. */
const noteMembers = (run: number): number => (run < 84 ? 3_588 : 3_587);
/** What the note's log holds. */
export const NOTE_COUNTS = {
  events: 416_756,
  runs: NOTE_RUNS,
  turns: 1,
  toolCalls: 0,
  completedSteps: 0,
  steps: 1,
  deltas: 416_176,
} as const;
/** Together with the three events at the start, 580 ordinary events. */
const separatorsAfter = (run: number): number => (run < 3 ? 4 : 5);
/** Fragments to pick from, some of them the same. */
const VOCABULARY_SIZE = 4_096;

/**
 * The lines, without line ends, of the synthetic benchmark log of FORMAT section 8: one endless turn of
 * reasoning runs with ignorable events between them and no message. By default 416,756 events, about
 * 64 MB unpacked. Lines are joined from prepared parts: stringifying each would take ten times as long.
 * Memory: one run.
 */
export function* syntheticLines(
  options: SyntheticOptions = {},
): Generator<string, void, undefined> {
  const {
    packed = false,
    runs = NOTE_RUNS,
    membersPerRun = noteMembers,
    seed = NOTE_SEED,
  } = options;
  const members = typeof membersPerRun === 'number' ? () => membersPerRun : membersPerRun;
  const random = new Random(seed);
  const tokens = fragmentVocabulary(random, VOCABULARY_SIZE).map((token) => JSON.stringify(token));
  const render = packed ? rowLines : deltaLines;
  yield* openingLines();
  let seq = 3;
  for (let run = 0; run < runs; run++) {
    const texts = Array.from({ length: members(run) }, () => random.pickSkewed(tokens));
    yield* render(run, seq, texts);
    seq += texts.length;
    for (let number = 0; number < separatorsAfter(run); number++, seq++) {
      yield `{"type":"sample/separator","seq":${seq},"time":${TIME_0 + seq},"data":{"run":${run},"number":${number}},"ignorable":true}`;
    }
  }
}

/** The header and the three events before the first run. */
function* openingLines(): Generator<string> {
  yield `{"type":"session","version":0,"id":"session-synthetic","createdAt":${TIME_0},"cwd":"/tmp/project","delegationDepth":0}`;
  yield `{"type":"turn/start","seq":0,"time":${TIME_0},"data":{"turn":1}}`;
  yield `{"type":"user/message","seq":1,"time":${TIME_0 + 1},"data":{"content":[{"type":"text","text":"Think about it for as long as you like."}],"source":{"kind":"user"},"role":"user","id":"00000000-0000-4000-8000-000000000001"},"surfaceOp":"append"}`;
  yield `{"type":"step/start","seq":2,"time":${TIME_0 + 2},"data":{"turn":1,"step":1}}`;
}

/** A run as events. `texts` are JSON strings already, with their quotes. */
function* deltaLines(run: number, seq0: number, texts: readonly string[]): Generator<string> {
  const head = `,"data":{"turn":1,"step":1,"chunk":{"type":"reasoning-delta","index":${run},"text":`;
  let seq = seq0;
  for (const text of texts) {
    yield `{"type":"assistant/chunk","seq":${seq},"time":${TIME_0 + seq}${head}${text}}}}`;
    seq++;
  }
}

/** A run as one row. */
function* rowLines(run: number, seq0: number, texts: readonly string[]): Generator<string> {
  const dt = texts.slice(1).fill('1').join();
  yield `{"type":"reasoning-chunks","seq0":${seq0},"time0":${TIME_0 + seq0},"data":{"turn":1,"step":1,"index":${run},"dt":[${dt}],"texts":[${texts.join()}]}}`;
}
