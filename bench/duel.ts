import type { Pairs } from './result.ts';

/** Something to time. What it resolves to is dropped. */
export type Contender = () => Promise<unknown>;

/** One run of a contender. CPU time is that of this process, all threads, without its children. */
export interface Cost {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Wall times, and the CPU times beside them: a busy machine moves those far less. */
export interface Duel extends Pairs {
  readonly cpu: Pairs;
}

export interface DuelOptions {
  readonly rounds: number;
  /** Rounds before those that count: the engine compiles, the page cache fills. */
  readonly warmUps?: number;
}

/**
 * Times two contenders in turn, and in turn who goes first, so that neither gains from what the
 * other leaves behind. Milliseconds, a pair a round.
 */
export async function duel(
  ours: Contender,
  theirs: Contender,
  { rounds, warmUps = 1 }: DuelOptions,
): Promise<Duel> {
  const pairs = { ours: [] as Cost[], theirs: [] as Cost[] };
  for (let round = -warmUps; round < rounds; round++) {
    const oursFirst = round % 2 === 0;
    const first = await time(oursFirst ? ours : theirs);
    const second = await time(oursFirst ? theirs : ours);
    if (round < 0) continue;
    pairs.ours.push(oursFirst ? first : second);
    pairs.theirs.push(oursFirst ? second : first);
  }
  const all = (of: (cost: Cost) => number): Pairs => ({
    ours: pairs.ours.map(of),
    theirs: pairs.theirs.map(of),
  });
  return { ...all(({ wallMs }) => wallMs), cpu: all(({ cpuMs }) => cpuMs) };
}

/** What a contender costs, on a heap that was swept before. */
async function time(contender: Contender): Promise<Cost> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  const start = performance.now();
  await contender();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wallMs, cpuMs: (user + system) / MICROSECONDS_PER_MS };
}

const MICROSECONDS_PER_MS = 1_000;
