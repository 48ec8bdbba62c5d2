import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { RunAssembler } from '../../src/codec/assembler.ts';
import { CanonicalDeltas } from '../../src/codec/canonical.ts';
import { readDelta } from '../../src/codec/delta.ts';
import { canonicalDelta, type Delta, type Run } from '../../src/codec/run.ts';
import { deltaEvent, fragment, head } from '../support/arbitraries.ts';
import { itHolds } from '../support/fuzz.ts';
import { anySpelling, type Respelling } from '../support/spellings.ts';

/** From here on the fast path may leave a canonical line to the slow one. */
const PLAIN_LIMIT = 1e15;

/** Whether the fast path must take a delta that stands in canonical spelling where it continues a run. */
const isPlain = (delta: Delta): boolean =>
  delta.seq < PLAIN_LIMIT &&
  delta.time < PLAIN_LIMIT &&
  delta.time >= 0 &&
  !canonicalDelta(delta).includes('\\u'); // an escape by number

function readCanonical(line: string): Delta | undefined {
  try {
    const delta = readDelta(JSON.parse(line));
    return delta !== undefined && canonicalDelta(delta) === line ? delta : undefined;
  } catch {
    return undefined;
  }
}

/** What the slow path makes of a text: the run, where it stops, and the delta that would come next. */
function slowly(text: string, from: number, first: Delta) {
  const runs = new RunAssembler();
  runs.addDelta(first);
  const run = runs.open as Run; // a delta was just added
  const steps: { end: number; delta: Delta }[] = [];
  for (let start = from; ; ) {
    const newline = text.indexOf('\n', start);
    const delta = newline < 0 ? undefined : readCanonical(text.slice(start, newline));
    if (delta === undefined) break;
    runs.addDelta(delta);
    if (runs.open !== run) break;
    start = newline + 1;
    steps.push({ end: start, delta });
  }
  return { run, steps };
}

function quickly(text: string, from: number, first: Delta) {
  const runs = new RunAssembler();
  runs.addDelta(first);
  const run = runs.open as Run; // a delta was just added
  return { run, end: new CanonicalDeltas().append(text, from, run) };
}

const gap = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(1e14, -1e14, 2 ** 53 - 1));

interface Case {
  readonly first: Delta;
  readonly text: string;
  readonly from: number;
}

/** Lines that follow a first delta, some spelled in another way, the last perhaps cut. */
const following = (spelling: fc.Arbitrary<Respelling | null>): fc.Arbitrary<Case> =>
  fc
    .record({
      head,
      seq: fc.constantFrom(0, 8, 98, 1e15 - 4, 2 ** 53 - 5),
      time: fc.constantFrom(0, 40, 1_700_000_000_000, 1e15 - 20, -30, 2 ** 53 - 9),
      before: fc.constantFrom('', '\n', 'something else\n'),
      lines: fc.array(fc.tuple(gap, fragment, spelling), { maxLength: 5 }),
      cut: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(200)),
    })
    .map(({ head, seq, time, before, lines, cut }) => {
      const first: Delta = { head, seq, time, fragment: '' };
      let now = time;
      const texts = lines.map(([gap, fragment, respell], position) => {
        if (Number.isSafeInteger(now + gap)) now += gap;
        const event = deltaEvent({ head, seq: seq + position + 1, time: now, fragment });
        const line = JSON.stringify(event);
        return `${respell === null ? line : respell(line)}\n`;
      });
      const all = before + texts.join('');
      return {
        first,
        text: all.slice(0, Math.max(before.length, all.length - cut)),
        from: before.length,
      };
    });

describe('the fast path', () => {
  itHolds(
    'takes a line only where the slow path would append the same member as canonical',
    fc.property(following(fc.option(anySpelling, { freq: 2 })), ({ first, text, from }) => {
      const slow = slowly(text, from, first);
      const fast = quickly(text, from, first);
      const taken = fast.run.length - 1;
      expect(fast.end).toBe(slow.steps[taken - 1]?.end ?? from);
      expect(fast.run.times).toStrictEqual(slow.run.times.slice(0, taken + 1));
      expect(fast.run.fragments).toStrictEqual(slow.run.fragments.slice(0, taken + 1));
      expect(fast.run.verbatim).toBeUndefined();
    }),
    3000,
  );

  itHolds(
    'takes every canonical line with a seq and a time in its range',
    fc.property(following(fc.option(anySpelling, { freq: 8 })), ({ first, text, from }) => {
      const fast = quickly(text, from, first);
      const left = slowly(text, from, first).steps[fast.run.length - 1]?.delta;
      expect(left === undefined || !isPlain(left)).toBe(true);
    }),
    1000,
  );

  itHolds(
    'takes all plain lines of a text in one go, whatever their fragments',
    fc.property(head, fc.array(fragment), (head, fragments) => {
      const plain = fragments.filter((fragment) => isPlain({ head, seq: 0, time: 0, fragment }));
      const lines = plain.map((fragment, position) =>
        JSON.stringify(deltaEvent({ head, seq: position + 1, time: position, fragment })),
      );
      const text = lines.map((line) => `${line}\n`).join('');
      const { run, end } = quickly(text, 0, { head, seq: 0, time: 0, fragment: '' });
      expect(end).toBe(text.length);
      expect(run.fragments.slice(1)).toStrictEqual(plain);
    }),
  );
});
