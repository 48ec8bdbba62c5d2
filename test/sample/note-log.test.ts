import { expect, it } from 'vitest';
import { syntheticLines } from '../../src/sample/note-log.ts';
import { expand, parseLog } from '../samples/read-sample.ts';

const TIME_0 = 1_700_000_000_000;

it('has the events and the size of the note’s benchmark log', () => {
  let lines = 0;
  let deltas = 0;
  let bytes = 0;
  for (const line of syntheticLines()) {
    lines++;
    bytes += Buffer.byteLength(line) + 1;
    if (line.startsWith('{"type":"assistant/chunk"')) deltas++;
  }
  expect(lines - 1).toBe(416_756);
  expect(deltas).toBe(416_176);
  expect(bytes / 1e6).toBeGreaterThan(60);
  expect(bytes / 1e6).toBeLessThan(72);
});

it('has 116 rows and 580 other events when packed', () => {
  const { records, rows } = parseLog(syntheticLines({ packed: true }));
  expect(records).toHaveLength(696);
  expect(rows.map(({ data }) => data.index)).toEqual(Array.from({ length: 116 }, (_, run) => run));
  const members = rows.map(({ data }) => data.dt.length + 1);
  expect(members).toEqual([...Array(84).fill(3_588), ...Array(32).fill(3_587)]);
});

it('numbers its events without a gap, one millisecond apart', () => {
  let next = 0;
  for (const line of syntheticLines({ packed: true })) {
    if (line.startsWith('{"type":"session"')) continue;
    for (const { seq, time } of expand(JSON.parse(line))) {
      // Compared by hand first: 400,000 calls of expect take seconds.
      const expected = { seq: next, time: TIME_0 + next };
      if (seq !== next || time !== expected.time) expect({ seq, time }).toEqual(expected);
      next++;
    }
  }
  expect(next).toBe(416_756);
});

it('puts five ignorable separators after a run, four after the first three', () => {
  const { records } = parseLog(syntheticLines({ packed: true, runs: 5, membersPerRun: 3 }));
  const kinds = records.map(({ ignorable, type }) =>
    ignorable === true ? '-' : type === 'reasoning-chunks' ? 'R' : 'e',
  );
  expect(kinds.join('')).toBe('eeeR----R----R----R-----R-----');
});

it('has no assistant message, so that a projection drops nothing', () => {
  const { events } = parseLog(syntheticLines({ packed: true, runs: 2 }));
  expect(new Set(events.map(({ type }) => type))).toEqual(
    new Set(['turn/start', 'user/message', 'step/start', 'assistant/chunk', 'sample/separator']),
  );
});

it('holds the same events in both forms', () => {
  const small = { runs: 4, membersPerRun: (run: number) => 50 + run };
  const unpacked = parseLog(syntheticLines(small));
  expect(unpacked.rows).toEqual([]);
  expect(parseLog(syntheticLines({ ...small, packed: true })).events).toEqual(unpacked.events);
});

it('is JSON as JSON.stringify writes it', () => {
  for (const packed of [false, true]) {
    for (const line of syntheticLines({ packed, runs: 3, membersPerRun: 400 })) {
      expect(JSON.stringify(JSON.parse(line))).toBe(line);
    }
  }
});
