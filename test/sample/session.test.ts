import { createHash } from 'node:crypto';
import { foldSurface } from '@deepseek-ai/dsh-session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/codec/types.ts';
import { verifyLog } from '../../src/log/check/verify.ts';
import { openLog } from '../../src/log/log.ts';
import { memorySource } from '../../src/log/source.ts';
import { inspectLog } from '../../src/measure/inspect/inspect.ts';
import { stepsOf } from '../../src/sample/cardinalities.ts';
import type { AskedNumbers } from '../../src/sample/conflicts.ts';
import { parseGaps } from '../../src/sample/gaps.ts';
import { planSession } from '../../src/sample/plan.ts';
import { PROFILES } from '../../src/sample/profiles.ts';
import { sessionLines } from '../../src/sample/session.ts';
import type { SampleLayout } from '../../src/sample/session-lines.ts';
import { chunkOf, ofType, parseLog } from '../samples/read-sample.ts';

interface Options extends AskedNumbers {
  readonly layout?: SampleLayout;
  readonly seed?: number;
  readonly vocabulary?: number;
  readonly gaps?: string;
}

function lines({
  layout = 'packed',
  seed = 1,
  vocabulary = 64,
  gaps = 'fixed:1',
  ...asked
}: Options) {
  const parsed = parseGaps(gaps);
  if (parsed === undefined) throw new TypeError(gaps);
  const counts = planSession(asked, PROFILES.chat);
  return { counts, lines: [...sessionLines({ counts, vocabulary, gaps: parsed, seed, layout })] };
}

const textOf = (options: Options): string =>
  lines(options)
    .lines.map((line) => `${line}\n`)
    .join('');
const sourceOf = (text: string) => memorySource(Buffer.from(text), 'session.jsonl');

/** Numbers that can be met together. */
const options = fc
  .record({
    turns: fc.integer({ min: 1, max: 6 }),
    toolCalls: fc.nat(8),
    moreRuns: fc.nat(12),
    moreEvents: fc.nat(900),
    stopped: fc.nat(6),
    layout: fc.constantFrom<SampleLayout>('packed', 'unpacked'),
    seed: fc.nat(2 ** 32 - 1),
    vocabulary: fc.integer({ min: 1, max: 300 }),
    gaps: fc.constantFrom('fixed:0', 'fixed:3', 'uniform:5-40', 'lognormal:9', 'stalls:9'),
  })
  .map(({ moreRuns, moreEvents, stopped, ...form }) => {
    const steps = stepsOf(form);
    const numbers = {
      turns: form.turns,
      toolCalls: form.toolCalls,
      runs: steps + moreRuns,
      completed: (steps - Math.min(stopped, form.turns)) / steps,
    };
    const least = 20 + 20 * (steps + moreRuns);
    return { ...form, ...numbers, events: least + moreEvents };
  });

describe('a session', () => {
  it('holds the numbers asked for, as inspect counts them', async () => {
    await fc.assert(
      fc.asyncProperty(options, async (asked) => {
        const { events, runs, turns, toolCalls } = asked;
        const { counts } = lines(asked);
        const found = await inspectLog(await openLog(sourceOf(textOf(asked))));
        const family = (type: string) =>
          found.families.find((each) => each.type === type)?.events ?? 0;
        const stopped = stepsOf(counts) - counts.completedSteps;
        expect(found.events).toBe(events);
        expect(found.runLengths?.count).toBe(runs);
        expect(found.runLengths?.min).toBeGreaterThanOrEqual(3);
        expect(found.turns).toEqual({
          completed: turns - stopped,
          interrupted: stopped,
          running: 0,
        });
        expect(found.steps).toEqual({
          completed: counts.completedSteps,
          interrupted: stopped,
          running: 0,
        });
        expect(family('tool/call')).toBe(toolCalls);
        expect(family('tool/result')).toBe(toolCalls);
        expect(family('user/message')).toBe(turns);
        expect(found.warnings).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('is readable, loads in dsh, and nothing is odd about it', async () => {
    await fc.assert(
      fc.asyncProperty(options, async (asked) => {
        const found = await verifyLog(sourceOf(textOf(asked)));
        expect(found).toMatchObject({
          readable: { verdict: true },
          loadsInDsh: { verdict: true },
          faults: [],
          warnings: [],
        });
      }),
      { numRuns: 40 },
    );
  });

  it('holds the same events in both layouts, and one row a run when packed', () => {
    fc.assert(
      fc.property(options, (asked) => {
        const packed = parseLog(lines({ ...asked, layout: 'packed' }).lines);
        const unpacked = parseLog(lines({ ...asked, layout: 'unpacked' }).lines);
        expect(packed.events).toEqual(unpacked.events);
        expect(packed.rows).toHaveLength(asked.runs);
        expect(unpacked.rows).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  const small = { events: 1_500, runs: 12, turns: 3, toolCalls: 4, completed: 0.9 };

  it('is JSON as JSON.stringify writes it', () => {
    for (const layout of ['packed', 'unpacked'] as const) {
      for (const line of lines({ ...small, layout }).lines) {
        expect(JSON.stringify(JSON.parse(line))).toBe(line);
      }
    }
  });

  it('has messages that the official surface fold accepts', () => {
    const { events } = parseLog(lines(small).lines);
    const official = events as unknown as Parameters<typeof foldSurface>[0]; // typed openly here
    const surface = events.filter(({ surfaceOp }) => surfaceOp === 'append');
    expect(foldSurface(official).nodes).toEqual(surface.map(({ seq }) => seq));
  });

  it('says in its messages and block ends what its deltas said', () => {
    const { events } = parseLog(lines(small).lines);
    const streamed = new Map<string, string>();
    for (const event of ofType(events, 'assistant/chunk')) {
      const { turn, step } = event.data as { turn: number; step: number };
      const chunk = chunkOf(event);
      const key = `${turn} ${step} ${chunk.index}`;
      const text = (chunk.text ?? chunk.argumentsDelta ?? '') as string;
      streamed.set(key, (streamed.get(key) ?? '') + text);
      if (chunk.type !== 'block-end') continue;
      const block = chunk.block as JsonObject;
      expect(block.text ?? block.arguments).toBe(streamed.get(key));
    }
    const messages = ofType(events, 'assistant/message');
    for (const { data, seq, sourceEventSeqs } of messages) {
      const { turn, step, message } = data as unknown as Step;
      message.content.forEach((block, index) => {
        expect(block.text ?? block.arguments).toBe(streamed.get(`${turn} ${step} ${index}`));
      });
      const seqs = sourceEventSeqs as readonly number[];
      const stepStart = events.findLastIndex(
        (each) => each.type === 'step/start' && each.seq < seq,
      );
      expect(seqs).toEqual(
        Array.from({ length: seq - stepStart - 1 }, (_, at) => stepStart + 1 + at),
      );
    }
  });

  it('calls its tools with JSON, and results name their calls', () => {
    const { events } = parseLog(lines(small).lines);
    const calls = ofType(events, 'tool/call');
    expect(calls).toHaveLength(4);
    for (const call of calls) {
      const { callId, arguments: args } = call.data as { callId: string; arguments: string };
      expect(JSON.parse(args)).toEqual({ input: expect.any(String) });
      const [result] = ofType(events, 'tool/result').filter(({ seq }) => seq === call.seq + 1);
      expect(result?.sourceEventSeqs).toEqual([call.seq]);
      expect(JSON.stringify(result)).toContain(`"toolCallId":"${callId}"`);
    }
  });

  it('keeps its gaps between all events', () => {
    const { events } = parseLog(lines({ ...small, gaps: 'uniform:5-40' }).lines);
    const found = events.slice(1).map(({ time }, at) => time - (events[at]?.time ?? 0));
    expect(Math.min(...found)).toBe(5);
    expect(Math.max(...found)).toBe(40);
  });

  it('uses as many different fragments of text as asked', () => {
    const { rows } = parseLog(lines({ ...small, events: 5_000, vocabulary: 20 }).lines);
    const texts = rows.flatMap(({ data }) => ('texts' in data ? data.texts : []));
    expect(new Set(texts).size).toBe(20);
  });

  it('is made as it is read: of a thousand million events, no more than asked for', () => {
    const counts = planSession({ events: 1_000_000_000 }, PROFILES.chat);
    expect(counts.events).toBe(1_000_000_000);
    const gaps = parseGaps('fixed:1');
    if (gaps === undefined) throw new TypeError();
    const all = sessionLines({ counts, vocabulary: 9, gaps, seed: 1, layout: 'unpacked' });
    let last = '';
    for (let line = 0; line < 5_000; line++) last = all.next().value ?? '';
    expect(JSON.parse(last)).toMatchObject({ seq: 4_998 });
  });

  it('tells how far it is', () => {
    const counts = planSession(small, PROFILES.chat);
    const gaps = parseGaps('fixed:1');
    if (gaps === undefined) throw new TypeError();
    const told: number[] = [];
    const spec = { counts, vocabulary: 9, gaps, seed: 1, layout: 'packed' } as const;
    for (const _ of sessionLines({ ...spec, onProgress: (events) => told.push(events) }));
    expect(told).toHaveLength(12);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBeLessThan(1_500);
  });

  it.each([
    [{ ...small }, '46110fe54ed25c913a9cd84cb0eff1bafcfb93350aa9e0439c2b6ef5eff6fe2d'],
    [
      { ...small, layout: 'unpacked' },
      '32a4269fc668c46d880a47160873fa47be1616b82377c00469d52cd55618fb11',
    ],
    [
      { ...small, gaps: 'stalls:8', seed: 2 },
      '042595fea503bd5d2d1ca0f1761e0b428243e22a25773e1c8c09628ab6de29bf',
    ],
    [
      { events: 3_000, vocabulary: 2_000, gaps: 'lognormal:12', seed: 3 },
      'a0f05e85c6a6873cec900a662083daca3e03ebb32b48a81bcef52a0e939e4fa6',
    ],
  ] as const)('has the same bytes for the same seed: %j', (asked, sha256) => {
    const hash = (seed: number | undefined): string =>
      createHash('sha256')
        .update(textOf({ ...asked, ...(seed === undefined ? {} : { seed }) }))
        .digest('hex');
    expect(hash(undefined)).toBe(sha256);
    expect(hash(99)).not.toBe(sha256);
  });
});

interface Step {
  readonly turn: number;
  readonly step: number;
  readonly message: { readonly content: readonly JsonObject[] };
}
