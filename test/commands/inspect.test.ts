import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import {
  deltaLine,
  eventLine,
  fileText,
  headerLine,
  logText,
  messageLine,
  rowLine,
  TIME0,
  turnEnd,
} from '../support/logs.ts';
import { temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';
import { linesOf, storedFrames } from '../support/zstd.ts';

const records = [
  eventLine(0, 'turn/start', { turn: 0 }),
  eventLine(1, 'step/start', { turn: 0, step: 0 }),
  rowLine(2, ['a', 'b', 'c']),
  deltaLine(5, 'd'),
  messageLine(6, 'assistant', { turn: 0, step: 0 }),
  turnEnd(7),
];
const sound = logText(records);
const corrupt = logText([...records.slice(0, 4), '{ broken', turnEnd(6)]);
const torn = `${sound}{"type"`;

const inspect = (text: string | Uint8Array, ...flags: string[]) =>
  run(['inspect', ...flags, writeTemporary(text, { name: 'log' })]);

const inspectJson = async (text: string | Uint8Array, ...flags: string[]) => {
  const { exitCode, stdout } = await inspect(text, '--json', ...flags);
  return { exitCode, document: JSON.parse(stdout) };
};

describe('the JSON form', () => {
  it('is a versioned document of one inspection a log', async () => {
    const directory = temporaryDirectory();
    const files = ['1', '2'].map((name) => writeTemporary(sound, { directory, name }));
    const { exitCode, stdout } = await run(['inspect', '--json', ...files]);
    expect(exitCode).toBe(0);
    const { schemaVersion, inspections } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    expect(inspections.map(({ file }: { file: string }) => file)).toEqual(files);
    expect(inspections[0]).toMatchObject({
      encoding: 'raw',
      header: { version: 0, id: 's-1', createdAt: TIME0, delegationDepth: 0 },
      lines: 7,
      events: 8,
      stored: { records: 6, rows: 1, packedDeltas: 3, looseDeltas: 1 },
      runLengths: { count: 1, median: 4 },
      wallMs: 7,
    });
    expect(inspections[0].header).not.toHaveProperty('fields');
  });

  it('is one document on failure, too', async () => {
    const { exitCode, document } = await inspectJson(corrupt);
    expect(exitCode).toBe(4);
    expect(document).toMatchObject({ exitCode: 4, error: { code: 'E_JSON', line: 6 } });
  });
});

describe('several logs', () => {
  it('are told where one of them is bad, which is told too', async () => {
    const good = writeTemporary(logText(records));
    const bad = writeTemporary(corrupt);
    const { exitCode, stdout, stderr } = await run(['inspect', '--json', bad, good]);
    const { inspections, errors } = JSON.parse(stdout);
    expect(exitCode).toBe(4);
    expect(inspections.map(({ file }: { file: string }) => file)).toEqual([good]);
    expect(errors).toMatchObject([{ code: 'E_JSON', file: bad }]);
    expect(stderr).toContain('E_JSON');
  });

  it('are found in a directory', async () => {
    const good = writeTemporary(logText(records), { name: 'a.jsonl' });
    const { stdout } = await run(['inspect', '--json', dirname(good)]);
    expect(JSON.parse(stdout).inspections).toHaveLength(1);
  });
});

describe('corrupt and torn logs', () => {
  it('are refused and salvaged', async () => {
    const { exitCode, document } = await inspectJson(corrupt, '--salvage');
    expect(exitCode).toBe(0);
    const [{ events, salvaged, turns }] = document.inspections;
    expect(events).toBe(6);
    expect(salvaged).toMatchObject({ code: 'E_JSON', line: 6 });
    // The turn/end behind the fault does not count.
    expect(turns).toEqual({ completed: 0, interrupted: 0, running: 1 });
  });

  it('are salvaged up to the damaged frame', async () => {
    const bytes = storedFrames(linesOf(sound));
    bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1; // in the last checksum
    const { document } = await inspectJson(bytes, '--salvage');
    expect(document.inspections[0]).toMatchObject({
      events: 7,
      salvaged: { code: 'E_CHECKSUM', frame: 6 },
    });
  });

  it('are read up to a torn tail with a warning, and refused by --strict', async () => {
    const { exitCode, stderr } = await inspect(torn);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('[W_TORN_TAIL]');
    const strict = await inspectJson(torn, '--strict');
    expect(strict).toMatchObject({ exitCode: 4, document: { error: { code: 'E_TORN', line: 8 } } });
    expect((await inspect(sound, '--strict')).exitCode).toBe(0);
  });
});

describe('the text form', () => {
  it('says what is in the log, its families and its cadence', async () => {
    const { stdout, stderr } = await inspect(sound);
    expect(stderr).toBe('');
    const fact = (label: string) =>
      stdout
        .split('\n')
        .find((line) => line.startsWith(`  ${label} `))
        ?.slice(16);
    expect(fact('session')).toBe('s-1, format 0, created 2023-11-14T22:13:20.000Z');
    expect(fact('file')).toBe(`raw, ${sound.length.toLocaleString('en')} bytes, 7 lines`);
    expect(fact('events')).toBe('8, seq 0 to 7');
    expect(fact('records')).toBe('6: 1 chunk rows of 3 deltas, 1 loose deltas');
    expect(fact('turns')).toBe('1 completed, 0 interrupted, 0 running');
    expect(fact('steps')).toBe('1 completed, 0 interrupted, 0 running');
    expect(fact('runs')).toBe('1 of length min 4, median 4, p95 4, max 4');
    expect(fact('wall time')).toBe('0.007 s');
    expect(stdout).toMatch(/^Events by type +events +JSON bytes +bytes each$/m);
    expect(stdout).toMatch(/^assistant\/chunk text-delta +4 +\d+ +\d+\.\d +█+$/m);
    expect(stdout).toMatch(/^turn 0 step 0 +completed +4 +1 +1,?000\.0$/m);
  });

  it('says frames and decoded bytes of a zstd log', async () => {
    const bytes = storedFrames(linesOf(sound));
    const { stdout } = await inspect(bytes);
    const [size, decoded] = [bytes, sound].map(({ length }) => length.toLocaleString('en'));
    expect(stdout).toContain(`zstd, ${size} bytes, ${decoded} decoded, 7 frames, 7 lines\n`);
  });

  it('says where a session comes from and what it inherited', async () => {
    const header = headerLine({
      parentSession: 's-0',
      origin: 'subagent',
      cwd: '/w',
      seedLength: 5,
    });
    const { stdout } = await inspect(fileText([header, ...records]));
    expect(stdout).toMatch(/^ {2}parent +s-0 \(subagent\)$/m);
    expect(stdout).toMatch(/^ {2}cwd +\/w$/m);
    expect(stdout).toMatch(
      /^ {2}inherited +5 events \(\d+ JSON bytes\) from the parent, 3 of its own$/m,
    );
  });

  it('says what embedded streams weigh', async () => {
    const stream = [{ type: 'text-chunks', time0: 1, index: 0, dt: [1], texts: ['a', 'b'] }];
    const line = eventLine(0, 'assistant/message', { turn: 0, step: 0, stream });
    const { stdout } = await inspect(fileText([headerLine({ version: 2, isSeeded: false }), line]));
    expect(stdout).toMatch(/^ {2}streams +1 embedded, 1 rows of 2 fragments, \d+ JSON bytes$/m);
  });

  it('lists twenty steps and says how many more there are', async () => {
    const lines = Array.from({ length: 25 }, (_, step) =>
      eventLine(step, 'step/start', { turn: 0, step }),
    );
    const { stdout } = await inspect(logText(lines));
    expect(stdout.match(/^turn 0 step/gm)).toHaveLength(20);
    expect(stdout).toContain('… and 5 more steps (--json lists them)');
  });

  it('keeps a creation time that is no date', async () => {
    const { stdout } = await inspect(
      fileText([headerLine({ createdAt: Number.MAX_SAFE_INTEGER })]),
    );
    expect(stdout).toContain(`created ${Number.MAX_SAFE_INTEGER}`);
    expect(stdout).toMatch(/^ {2}events +0$/m);
  });
});
