import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../support/cli.ts';
import { run } from '../support/context.ts';
import {
  deltaLine,
  eventLine,
  headerLine,
  logText,
  offsetOfLine,
  rowLine,
  turnEnd,
} from '../support/logs.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

interface BadInput {
  /** What stands in `log.jsonl`; nothing is written without it. */
  readonly text?: string;
  readonly args?: readonly string[];
  readonly code: string;
  readonly exitCode?: number;
  /** The line at fault; the byte offset is where it begins. */
  readonly line?: number;
  readonly seq?: number;
  readonly message: RegExp;
  readonly hint: RegExp;
  /** What `measure`, which takes patterns and several files, says instead. */
  readonly measure?: Pick<BadInput, 'code' | 'message' | 'hint'>;
}

const start = eventLine(0, 'turn/start');
const user = eventLine(1, 'user/message', { text: 'é😀' });
/** Two sound events, a bad line, and a finished turn that makes it part of the committed log. */
const committed = (bad: string): string => logText([start, user, bad, turnEnd(2)]);
const sound = logText([start, user, turnEnd(2)]);

const BAD_INPUTS: Readonly<Record<string, BadInput>> = {
  'a missing file': {
    code: 'E_READ',
    message: /^cannot read log\.jsonl: no such file or directory$/,
    hint: /check the path/,
  },
  'a directory': {
    args: ['sub'],
    code: 'E_READ',
    message: /^cannot read sub: is a directory/,
    hint: /name a session\.jsonl/,
    measure: {
      code: 'E_NOT_FOUND',
      message: /^sub matches no session log$/,
      hint: /check the path/,
    },
  },
  'an empty file': { text: '', code: 'E_HEADER', line: 1, message: /is empty/, hint: /header/ },
  'no header': {
    text: `${start}\n${turnEnd(1)}\n`,
    code: 'E_HEADER',
    line: 1,
    message: /^line 1 is no session header: "\{/,
    hint: /begins with its session header/,
  },
  'a header without newline': {
    text: headerLine(),
    code: 'E_HEADER',
    line: 1,
    message: /no newline/,
    hint: /never committed/,
  },
  'an unknown version': {
    text: `${headerLine({ version: 99 })}\n`,
    code: 'E_VERSION',
    line: 1,
    message: /^log format 99 is not known/,
    hint: /not corruption/,
  },
  'broken JSON in the middle': {
    text: committed('{"type":"x","seq":2'),
    code: 'E_JSON',
    line: 4,
    message: /^the line is not JSON: "\{/,
    hint: /--salvage/,
  },
  'a malformed row': {
    text: committed(rowLine(2, ['a', 'b']).replace('"dt":[1]', '"dt":[]')),
    code: 'E_ROW',
    line: 4,
    message: /^malformed chunk row: dt must have 1 entries/,
    hint: /--salvage/,
  },
  'a seq gap': {
    text: committed(eventLine(5, 'x')),
    code: 'E_SEQ',
    line: 4,
    seq: 5,
    message: /^gap: seq 5 where 2 is next, 3 events missing$/,
    hint: /--salvage/,
  },
  'a duplicate': {
    text: committed(eventLine(1, 'x')),
    code: 'E_SEQ',
    line: 4,
    seq: 1,
    message: /^duplicate: seq 1 comes again where 2 is next$/,
    hint: /two writers: the second branch restarts at 1 .* \(2 events\)/,
  },
  'a row that overlaps what is there': {
    text: logText([start, deltaLine(1, 'a'), rowLine(1, ['b', 'c', 'd']), turnEnd(4)]),
    code: 'E_SEQ',
    line: 4,
    seq: 1,
    message: /^duplicate: seq 1/,
    hint: /two writers/,
  },
  'a decreasing seq': {
    text: logText([start, eventLine(1, 'x'), eventLine(2, 'x'), eventLine(0, 'x'), turnEnd(1)]),
    code: 'E_SEQ',
    line: 5,
    seq: 0,
    message: /^duplicate: seq 0 comes again where 3 is next$/,
    hint: /two writers: the second branch restarts at 0/,
  },
  ...Object.fromEntries(
    ['7', '"text"', '[1,2]', 'null', 'true'].map((value): [string, BadInput] => [
      `the non-object line ${value}`,
      {
        text: committed(value),
        code: 'E_EVENT',
        line: 4,
        message: /^the line is no JSON object: /,
        hint: /is a JSON object/,
      },
    ]),
  ),
  'an unknown option': {
    text: sound,
    args: ['log.jsonl', '--nope'],
    code: 'E_USAGE',
    exitCode: 2,
    message: /unknown option '--nope'/,
    hint: /--help/,
  },
  'a contradictory selection': {
    text: sound,
    args: ['log.jsonl', '--from', '1', '--tail'],
    code: 'E_SELECTION',
    exitCode: 2,
    message: /^--from and --tail contradict each other/,
    hint: /--help/,
  },
  '--from behind --to': {
    text: sound,
    args: ['log.jsonl', '--from', '2', '--to', '1'],
    code: 'E_SELECTION',
    exitCode: 2,
    message: /^--from 2 lies behind --to 1$/,
    hint: /--help/,
  },
  '--from past the end': {
    text: sound,
    args: ['log.jsonl', '--from', '4'],
    code: 'E_SELECTION',
    exitCode: 2,
    message: /^--from 4 lies past the end of the log, which holds 3 events$/,
    hint: /use --from 3/,
  },
};

/** The built program for one command; the other in this process, which is quicker. */
const RUNNERS = {
  page: async (args: readonly string[], cwd: string, tmp: string) => {
    const result = await runCli(['page', ...args], { cwd, env: { TMPDIR: tmp } });
    return { ...result, stdout: result.stdout.toString('utf8') };
  },
  measure: (args: readonly string[], cwd: string) =>
    run(['measure', '--brotli-quality', '1', ...args], { cwd }),
};

describe.each(Object.entries(BAD_INPUTS))('%s', (_, bad) => {
  it.each(Object.entries(RUNNERS))(
    'ends %s with a code, a place and a hint',
    async (command, runIt) => {
      const cwd = temporaryDirectory();
      const tmp = temporaryDirectory();
      mkdirSync(join(cwd, 'sub'));
      if (bad.text !== undefined) writeTemporary(bad.text, { directory: cwd, name: 'log.jsonl' });
      const before = namesIn(cwd);
      const args = [...(bad.args ?? ['log.jsonl']), '--json', '--output', 'out.json'];
      const result = await runIt(args, cwd, tmp);

      const { exitCode = 4, line, seq } = bad;
      const { code, message, hint } = command === 'measure' ? (bad.measure ?? bad) : bad;
      expect(result.exitCode).toBe(exitCode);
      const document = JSON.parse(result.stdout); // one document, and nothing else
      expect(document.exitCode).toBe(exitCode);
      expect(document.error.code).toBe(code);
      expect(document.error.message).toMatch(message);
      expect(document.error.hint).toMatch(hint);
      expect(document.error.line).toBe(line);
      const byteOffset = line === undefined ? undefined : offsetOfLine(bad.text ?? '', line);
      expect(document.error.byteOffset).toBe(byteOffset);
      if (seq !== undefined) expect(document.error.seq).toBe(seq);

      expect(result.stderr).toContain(`[${code}]\n  hint: ${document.error.hint}\n`);
      if (line !== undefined) expect(result.stderr).toContain(`log.jsonl, line ${line} (byte`);
      expect(namesIn(cwd)).toEqual(before); // no output, not even a part of one
      expect(namesIn(tmp)).toEqual([]);
    },
  );
});
