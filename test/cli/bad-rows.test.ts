import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { eventLine, logText, offsetOfLine, rowLine, turnEnd } from '../support/logs.ts';
import { namesIn, temporaryDirectory, writeTemporary } from '../support/logs-on-disk.ts';

/** A text row of three members at seq 1, and a tool-call row, with keys changed; undefined takes one out. */
type Changes = Readonly<Record<string, unknown>>;

const text = (row: Changes, data: Changes = {}): string => {
  const whole = JSON.parse(rowLine(1, ['a', 'b', 'c']));
  return JSON.stringify({ ...whole, data: { ...whole.data, ...data }, ...row });
};

const call = (data: Changes): string => {
  const { texts: args, ...rest } = JSON.parse(rowLine(1, ['a', 'b', 'c'])).data;
  return text({
    type: 'tool-call-chunks',
    data: { ...rest, id: 'call-1', name: 'bash', args, ...data },
  });
};

const MAX = Number.MAX_SAFE_INTEGER;

/** Every refusal of FORMAT section 3: the row, and what is said about it. */
const REFUSALS: readonly (readonly [string, string, RegExp])[] = [
  ['a key too many', text({ ignorable: true }), /exactly the keys type, seq0, time0, data/],
  ['no time0', text({ time0: undefined }), /exactly the keys type, seq0, time0, data/],
  ['another key for time0', text({ time0: undefined, time: 1 }), /^.*time0 must be .* got nothing/],
  ['a negative seq0', text({ seq0: -1 }), /seq0 must be a safe integer >= 0, got -1/],
  ['a fraction as seq0', text({ seq0: 1.5 }), /seq0 must be a safe integer >= 0, got 1.5/],
  ['text as seq0', text({ seq0: '1' }), /seq0 must be a safe integer >= 0, got "1"/],
  ['an unsafe seq0', text({ seq0: 2 ** 53 }), /seq0 must be a safe integer >= 0/],
  ['a fraction as time0', text({ time0: 0.5 }), /time0 must be a safe integer, got 0.5/],
  ['a null time0', text({ time0: null }), /time0 must be a safe integer, got null/],
  ['an unsafe time0', text({ time0: -(2 ** 53) }), /time0 must be a safe integer/],
  ['data that is a list', text({ data: [] }), /data must be an object, got a list/],
  ['data that is null', text({ data: null }), /data must be an object, got null/],
  [
    'a data key too many',
    text({}, { extra: 1 }),
    /data has exactly the keys turn, step, index, dt/,
  ],
  ['no index', text({}, { index: undefined }), /data has exactly the keys/],
  ['an id in a text row', text({}, { id: 'x' }), /data has exactly the keys/],
  ['text as turn', text({}, { turn: '0' }), /turn must be a number, got "0"/],
  ['a null step', text({}, { step: null }), /step must be a number, got null/],
  ['a list as index', text({}, { index: [0] }), /index must be a number, got a list/],
  ['no members', text({}, { texts: [], dt: [] }), /texts must be a list of at least one string/],
  ['members that are text', text({}, { texts: 'abc' }), /texts must be a list/],
  ['a member that is a number', text({}, { texts: ['a', 5, 'c'] }), /texts\[1\] must be a string/],
  ['a dt too short', text({}, { dt: [1] }), /dt must have 2 entries for 3 members, found 1/],
  ['a dt too long', text({}, { dt: [1, 1, 1] }), /dt must have 2 entries for 3 members, found 3/],
  ['a dt that is a number', text({}, { dt: 2 }), /dt must have 2 entries for 3 members, found 2/],
  ['a fraction in dt', text({}, { dt: [1, 0.5] }), /dt\[1\] must be a safe integer, got 0.5/],
  ['text in dt', text({}, { dt: ['1', 1] }), /dt\[0\] must be a safe integer, got "1"/],
  ['no id', call({ id: undefined }), /id must be a string, got nothing/],
  ['an id that is a number', call({ id: 1 }), /id must be a string, got 1/],
  ['a null name', call({ name: null }), /name must be a string or absent, got null/],
  [
    'texts in a call',
    call({ args: undefined, texts: ['a', 'b', 'c'] }),
    /args must be a list|keys/,
  ],
  ['a seq that leaves the safe integers', text({ seq0: MAX - 1 }), /leaves the safe integers/],
  [
    'a time that leaves them',
    text({ time0: MAX - 1 }),
    /time of member 2 leaves the safe integers/,
  ],
  ['a time that leaves and comes back', text({ time0: MAX }, { dt: [1, -1] }), /time of member 1/],
];

describe('a malformed row', () => {
  it.each(REFUSALS)('with %s is refused where it stands', async (_, row, message) => {
    const cwd = temporaryDirectory();
    const log = logText([eventLine(0, 'turn/start'), row, turnEnd(4)]);
    writeTemporary(log, { directory: cwd });
    const argv = ['page', 'session.jsonl', '--json', '--output', 'out.json'];
    const { exitCode, stdout, stderr } = await run(argv, { cwd });
    expect(exitCode).toBe(4);
    const { error } = JSON.parse(stdout);
    expect(error).toMatchObject({ code: 'E_ROW', line: 3, byteOffset: offsetOfLine(log, 3) });
    expect(error.message).toMatch(/^malformed chunk row: /);
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(/--salvage/);
    expect(stderr).toContain('session.jsonl, line 3 (byte');
    expect(namesIn(cwd)).toEqual(['session.jsonl']);
  });

  it('is a torn tail at the end of the log', async () => {
    const path = writeTemporary(logText([eventLine(0, 'turn/start'), text({ seq0: -1 })]));
    const { exitCode, stdout, stderr } = await run(['page', path]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ fromSeq: 0, toSeq: 1 });
    expect(stderr).toContain('W_TORN_TAIL');
  });

  it('is a row, and no event, that other commands would carry', async () => {
    const path = writeTemporary(logText([text({ type: 'other-chunks' })]));
    expect((await run(['page', path])).stderr).toContain('E_ENVELOPE');
  });
});
