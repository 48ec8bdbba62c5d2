import type { JsonObject } from '../codec/types.ts';
import { Answer } from './answer.ts';
import { type Cardinalities, deltasOf, stepsOf } from './cardinalities.ts';
import type { Gaps } from './gaps.ts';
import { Random } from './random.ts';
import { type SampleLayout, SessionLines } from './session-lines.ts';
import { Choice, Shares } from './shares.ts';
import { distinctFragments } from './words.ts';

export interface SessionSpec {
  readonly counts: Cardinalities;
  /** Different fragments that text is made of. */
  readonly vocabulary: number;
  readonly gaps: Gaps;
  readonly seed: number;
  readonly layout: SampleLayout;
  /** Called after each run with the number of events so far. */
  readonly onProgress?: ((events: number) => void) | undefined;
}

/** 2023-11-14T22:13:20Z, as in the note's log. */
const TIME_0 = 1_700_000_000_000;
const MIN_MEMBERS = 3; // so that each run has a row
const PROMPT_FRAGMENTS = { from: 4, to: 24 } as const;
const RESULT_FRAGMENTS = { from: 5, to: 60 } as const;

/**
 * The lines, without line ends, of a session with the structure of real ones and exactly the given
 * numbers. A turn has a step for each tool call and one that answers; where a step is not completed
 * it is the last of its turn, which the user stopped. Memory: one step.
 */
export function* sessionLines(spec: SessionSpec): Generator<string, void, undefined> {
  const { counts, gaps, seed, layout, onProgress } = spec;
  const random = new Random(seed);
  const words = distinctFragments(random, spec.vocabulary);
  const lines = new SessionLines({ random, gap: gaps.draw, layout, startsAt: TIME_0 });
  const steps = stepsOf(counts);
  const calls = new Shares(random, counts.toolCalls, counts.turns);
  const stopped = new Choice(random, steps - counts.completedSteps, counts.turns);
  const moreRuns = new Shares(random, counts.runs - steps, steps);
  const moreMembers = new Shares(random, deltasOf(counts) - MIN_MEMBERS * counts.runs, counts.runs);
  const text = (range: { from: number; to: number }): string =>
    Array.from({ length: random.integer(range.from, range.to) }, () =>
      random.pickSkewed(words),
    ).join('');

  yield JSON.stringify({
    type: 'session',
    version: 0,
    id: `session-sample-${seed}`,
    createdAt: TIME_0,
    cwd: '/tmp/project',
    delegationDepth: 0,
  });
  for (let turn = 1; turn <= counts.turns; turn++) {
    const source = { kind: 'user', rpcId: random.uuid() };
    yield lines.event('turn/start', { turn, trigger: { kind: 'message', source } });
    const prompt = [{ type: 'text', text: text(PROMPT_FRAGMENTS) }];
    const message = { content: prompt, source, role: 'user', id: random.uuid() };
    yield lines.event('user/message', message, { surfaceOp: 'append' });
    const turnCalls = calls.next();
    const isStopped = stopped.next();
    for (let step = 1; step <= turnCalls + 1; step++) {
      yield lines.event('step/start', { turn, step });
      const isCall = step <= turnCalls;
      const runs = 1 + moreRuns.next();
      const answer = new Answer({ turn, step, lines, random, words });
      for (let index = 0; index < runs; index++) {
        const isLast = index === runs - 1;
        const type = !isLast
          ? index % 2 === 0
            ? 'reasoning'
            : 'text'
          : isCall
            ? 'tool-call'
            : 'text';
        yield* answer.block(type, MIN_MEMBERS + moreMembers.next(), isStopped && isLast && !isCall);
        onProgress?.(lines.seq);
      }
      if (isCall || !isStopped) yield* answer.finish();
      if (isCall) yield* runTool(answer, text(RESULT_FRAGMENTS), random);
      yield lines.event('step/end', { turn, step });
    }
    yield lines.event('turn/end', { turn, reason: isStopped ? STOPPED : COMPLETED });
  }
}

const COMPLETED: JsonObject = { kind: 'completed' };
const STOPPED: JsonObject = { kind: 'aborted', reason: { kind: 'user' } };

/** The call that an answer ended with, and what it gave. */
function* runTool(answer: Answer, output: string, random: Random): Generator<string> {
  const { turn, step, lines, call } = answer;
  if (call === undefined) return;
  const { id: callId, name, arguments: args } = call;
  const from = lines.seq;
  yield lines.event('tool/call', { turn, step, callId, name, arguments: args });
  const content = [{ type: 'text', text: output }];
  const message = {
    source: { kind: 'tool', callId },
    content: [{ type: 'tool-result', toolCallId: callId, content, isError: false }],
    role: 'user',
    id: random.uuid(),
  };
  yield lines.event(
    'tool/result',
    { turn, step, message },
    { sourceEventSeqs: [from], surfaceOp: 'append' },
  );
}
