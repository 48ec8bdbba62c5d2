import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import {
  deltaLine,
  eventLine,
  fileText,
  headerLine,
  logText,
  messageLine,
  offsetOfLine,
  rowLine,
  turnEnd,
} from '../support/logs.ts';
import { temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';
import { linesOf, skippableFrame, storedFrames } from '../support/zstd.ts';

const turn = eventLine(0, 'turn/start', { turn: 0 });
const sound = logText([
  turn,
  eventLine(1, 'step/start', { turn: 0, step: 0 }),
  rowLine(2, ['a', 'b', 'c']),
  messageLine(5, 'assistant', { turn: 0, step: 0 }, [[2, 4]]),
  eventLine(6, 'step/end', { turn: 0, step: 0 }),
  turnEnd(7),
]);
const gapped = logText([turn, eventLine(5, 'x'), turnEnd(6)]);
const torn = `${sound}{"type":`;

const verify = (text: string | Uint8Array, ...flags: string[]) =>
  run(['verify', ...flags, writeTemporary(text, { name: 'log' })]);

async function verifyJson(text: string | Uint8Array, ...flags: string[]) {
  const { exitCode, stdout } = await verify(text, '--json', ...flags);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({ schemaVersion: 1, exitCode });
  return { exitCode, ...document.verifications[0] };
}

describe('the JSON form', () => {
  it('is a versioned document with verdicts, proof, counts, faults and warnings', async () => {
    expect(await verifyJson(sound)).toEqual({
      exitCode: 0,
      file: expect.stringMatching(/log$/),
      encoding: 'raw',
      session: { id: 's-1', version: 0 },
      readable: { verdict: true, reasons: [] },
      loadsInDsh: { verdict: true, reasons: [] },
      lossless: {
        isLossless: true,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        repackedSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        columnarSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      events: 8,
      counts: {
        records: 6,
        rows: 1,
        packedDeltas: 3,
        looseDeltas: 0,
        nonCanonicalDeltas: 0,
        crlfLines: 0,
      },
      faults: [],
      warnings: [],
    });
  });

  it('tells each fault with code, place, message and hint', async () => {
    const { exitCode, faults, readable } = await verifyJson(gapped);
    expect(exitCode).toBe(4);
    expect(faults).toEqual([
      {
        code: 'E_SEQ',
        message: 'gap: seq 5 where 1 is next, 4 events missing',
        file: expect.stringMatching(/log$/),
        line: 3,
        byteOffset: offsetOfLine(gapped, 3),
        seq: 5,
        hint: expect.stringMatching(/./),
        detail: { direction: 'forwards', expected: 1, got: 5, followingEvents: 2 },
      },
    ]);
    expect(readable).toEqual({ verdict: false, reasons: [faults[0].message] });
  });

  it('is the same for --format json', async () => {
    const file = writeTemporary(sound, { name: 'log' });
    const [a, b] = [
      await run(['verify', '--json', file]),
      await run(['verify', '--format', 'json', file]),
    ];
    expect(a.stdout).toBe(b.stdout);
  });

  it('tells of a log whose header cannot be read', async () => {
    const { exitCode, faults, readable, ...others } = await verifyJson('{"type":"other"}\n');
    expect(exitCode).toBe(4);
    expect(faults).toMatchObject([{ code: 'E_HEADER', line: 1, byteOffset: 0 }]);
    expect(readable.verdict).toBe(false);
    expect(others).toMatchObject({ events: 0 });
    expect(others).not.toHaveProperty('lossless');
  });
});

describe('exit statuses', () => {
  it.each([
    ['a sound log', sound, 0],
    ['a corrupt log', gapped, 4],
    ['a log with a torn tail', torn, 0],
    ['an empty file', '', 4],
    ['a log of a newer format', fileText([headerLine({ version: 9 })]), 4],
    ['a header that dsh refuses', fileText([headerLine({ delegationDepth: undefined })]), 4],
    ['an encoding that dsh does not read', gzipSync(sound), 4],
    ['zstd as dsh writes it', storedFrames(linesOf(sound)), 0],
    ['zstd whose first frame holds it all', storedFrames([sound]), 4],
    ['skippable frames', Buffer.concat([skippableFrame('x'), storedFrames(linesOf(sound))]), 4],
    ['structure that is odd', logText([turnEnd(0), deltaLine(1, 'a')]), 0],
  ])('%s', async (_, bytes, exitCode) => {
    expect((await verify(bytes)).exitCode).toBe(exitCode);
  });

  it('--strict minds a torn tail, and nothing else', async () => {
    expect((await verify(torn, '--strict')).exitCode).toBe(4);
    expect((await verify(sound, '--strict')).exitCode).toBe(0);
  });

  it('the worst of several logs wins, and all are told', async () => {
    const directory = temporaryDirectory();
    const files = [sound, gapped, torn].map((text, at) =>
      writeTemporary(text, { directory, name: `${at}` }),
    );
    const { exitCode, stdout } = await run(['verify', '--json', ...files]);
    expect(exitCode).toBe(4);
    const { verifications } = JSON.parse(stdout);
    expect(verifications.map(({ file }: { file: string }) => file)).toEqual(files);
  });

  it('a file that is not there', async () => {
    const { exitCode, stdout } = await run(['verify', '--json', '/nonexistent/log']);
    expect([exitCode, JSON.parse(stdout).error.code]).toEqual([4, 'E_READ']);
  });

  it.each([['--format', 'xml'], ['--salvage'], ['--encoding', 'lz4']])(
    'usage: %s %s',
    async (...flags) => {
      expect((await verify(sound, ...flags.filter(Boolean))).exitCode).toBe(2);
    },
  );
});

describe('warnings that are not about structure', () => {
  it.each([
    ['W_CRLF', sound.replaceAll('\n', '\r\n'), /CRLF line ends \(7 lines\)/],
    [
      'W_NON_CANONICAL',
      logText([deltaLine(0, 'é').replace('é', '\\u00e9')]),
      /1 delta line not as dsh/,
    ],
    ['W_NO_CHECKSUM', undefined, /frame 0 has no checksum/],
    ['W_TORN_TAIL', torn, /no newline \(8 bytes\)/],
    ['W_HEADER', fileText([headerLine({ sandboxMode: 'x' })]), /sandboxMode is retired/],
  ])('%s', async (code, text, message) => {
    const { storedFrame } = await import('../support/zstd.ts');
    const bytes =
      text ?? Buffer.concat(linesOf(sound).map((line) => storedFrame(line, { checksum: false })));
    const { warnings } = await verifyJson(bytes);
    const found = warnings.find((warning: { code: string }) => warning.code === code);
    expect(found?.message).toMatch(message);
  });
});

describe('the text form', () => {
  it('says the verdicts, the proof and what the log holds', async () => {
    const { stdout, stderr } = await verify(sound);
    expect(stdout.split('\n').slice(1)).toEqual([
      '  readable      yes',
      '  loads in dsh  yes',
      expect.stringMatching(/^ {2}lossless {6}yes: 8 events, SHA-256 [0-9a-f]{64}$/),
      '  holds         6 records; 1 chunk rows of 3 deltas; 0 loose deltas; raw, format 0',
      '',
    ]);
    expect(stderr).toBe('');
  });

  it('says faults with their places and hints, and reasons beside the verdicts', async () => {
    const { stdout } = await verify(gapped);
    expect(stdout).toContain('  readable      no: gap: seq 5 where 1 is next, 4 events missing\n');
    const place = `line 3 (byte ${offsetOfLine(gapped, 3)}, seq 5)`;
    expect(stdout).toContain(
      `  fault ${place}: gap: seq 5 where 1 is next, 4 events missing [E_SEQ]\n`,
    );
    expect(stdout).toMatch(/\n {4}hint: events are missing/);
  });

  it('lists twenty faults and says how many more there are', async () => {
    const lines = Array.from({ length: 30 }, () => '{ broken');
    const { stdout } = await verify(logText([turn, ...lines, turnEnd(1)]));
    expect(stdout.match(/\[E_JSON\]/g)).toHaveLength(20);
    expect(stdout).toContain('… and 10 more faults (--json lists them)');
  });

  it('says what dsh would refuse though it can be read', async () => {
    const { stdout } = await verify(gzipSync(sound));
    expect(stdout).toContain(
      '  readable      yes\n  loads in dsh  no: dsh does not read gzip logs\n',
    );
    expect(stdout).toContain('warning dsh does not read gzip logs [W_ENCODING]');
  });
});
