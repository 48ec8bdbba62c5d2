import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../support/context.ts';
import { temporaryDirectory } from '../support/logs-on-disk.ts';
import { linesOf, storedFrames } from '../support/zstd.ts';
import { putSession, sessionText } from './sessions-on-disk.ts';

/** The reading commands, made quick, and how to find the file they read in their JSON. */
const COMMANDS: readonly (readonly [string, ...string[]])[] = [
  ['measure', '--brotli-quality', '1'],
  ['page'],
  ['verify'],
  ['inspect'],
];

interface Answer {
  readonly exitCode: number;
  readonly stderr: string;
  // biome-ignore lint/suspicious/noExplicitAny: documents of four commands
  readonly document: any;
}

async function read(
  [command, ...flags]: readonly string[],
  file: string,
  home: string,
  cwd = '/nonexistent',
): Promise<Answer> {
  const argv = [command ?? '', '--json', ...flags, file];
  const { exitCode, stdout, stderr } = await run(argv, { env: { DSH_HOME: home }, cwd });
  return { exitCode, stderr, document: JSON.parse(stdout) };
}

/** The number of events that a document tells of. */
const eventsIn = ({ document }: Answer): number =>
  document.toSeq ??
  (document.measurements ?? document.verifications ?? document.inspections)[0].events;

describe.each(COMMANDS)('%s', (...command) => {
  const home = (): string => {
    const made = temporaryDirectory();
    putSession(made, '--a--', 'session-1234abcd', sessionText('x', { events: 3 }));
    putSession(made, '--a--', 'session-1299ffff', sessionText('x', { events: 4 }));
    putSession(
      made,
      '--b--',
      '77777777-1111',
      storedFrames(linesOf(sessionText('x', { events: 5 }))),
      'session.jsonl.zstd',
    );
    return made;
  };

  it.each([
    ['session-1234abcd', 3],
    ['session-123', 3],
    ['1299', 4],
    ['77777777-1111', 5],
    ['7', 5],
  ])('takes the id %s', async (id, events) => {
    const answer = await read(command, id, home());
    expect([answer.exitCode, eventsIn(answer)]).toEqual([0, events]);
  });

  it.each(['session-12', '12', 'session-'])(
    'refuses %s, which fits several, and names them',
    async (id) => {
      const { exitCode, document } = await read(command, id, home());
      expect(exitCode).toBe(4);
      expect(document.error.code).toBe('E_NOT_FOUND');
      expect(document.error.message).toMatch(
        /of 2 sessions: .*session-1234abcd, .*session-1299ffff$/,
      );
    },
  );

  it('says that there is no such file where nothing fits', async () => {
    const { exitCode, document } = await read(command, 'nothing', home());
    expect([exitCode, document.error.code]).toEqual([4, 'E_READ']);
  });

  it('takes the directory of a session; of many, page refuses and the others take all', async () => {
    const made = home();
    const sessions = join(made, 'sessions');
    const one = await read(command, join(sessions, '--a--', 'session-1234abcd'), made);
    expect([one.exitCode, eventsIn(one)]).toEqual([0, 3]);
    const project = await read(command, join(sessions, '--b--'), made);
    expect([project.exitCode, eventsIn(project)]).toEqual([0, 5]);
    const all = await read(command, sessions, made);
    if (command[0] !== 'page') {
      const { measurements, inspections, verifications } = all.document;
      expect(measurements ?? inspections ?? verifications).toHaveLength(3);
      expect(all.exitCode).toBe(0);
      return;
    }
    expect([all.exitCode, all.document.error.code]).toEqual([4, 'E_NOT_FOUND']);
    expect(all.document.error.message).toContain('is a directory of 3 sessions');
  });

  it('takes a file of that name first', async () => {
    const made = home();
    const cwd = temporaryDirectory();
    putSession(cwd, '.', '.', sessionText('file', { events: 9 }), '7');
    const answer = await read(command, '7', made, join(cwd, 'sessions'));
    expect(eventsIn(answer)).toBe(9);
  });
});

describe('a session of several generations', () => {
  it('is the highest; the others and strays are named and not counted', async () => {
    const home = temporaryDirectory();
    const put = (name: string, version: number, events: number) =>
      putSession(home, '--a--', 's', sessionText('s', { version, events, isSeeded: false }), name);
    put('session.jsonl', 0, 2);
    put('session.v2.jsonl', 2, 3);
    put('session.v3.jsonl', 3, 4);
    put('session.v4.jsonl.tmp', 4, 5);
    const named = COMMANDS.flatMap((command) => [
      { command, file: 's' },
      { command, file: join(home, 'sessions') },
      { command, file: join(home, 'sessions', '--a--', 's') },
    ]);
    for (const { command, file } of named) {
      const answer = await read(command, file, home);
      expect([answer.exitCode, eventsIn(answer)]).toEqual([0, 4]);
      const said = answer.stderr + JSON.stringify(answer.document);
      expect(said).toContain('not counted: session.v2.jsonl, session.jsonl');
      expect(said).toContain('not read: session.v4.jsonl.tmp');
    }
  });

  it('is refused where its name and its header disagree, also when the file is named', async () => {
    const home = temporaryDirectory();
    const path = putSession(
      home,
      '--a--',
      's',
      sessionText('s', { version: 1 }),
      'session.v2.jsonl',
    );
    for (const file of ['s', path]) {
      for (const command of COMMANDS) {
        const { exitCode, document } = await read(command, file, home);
        const fault = document.error ?? document.verifications[0].faults[0];
        expect([exitCode, fault.code, fault.line]).toEqual([4, 'E_GENERATION', 1]);
        expect(fault.detail).toEqual({ nameVersion: 2, headerVersion: 1 });
      }
    }
  });

  it('may have any name that is no canonical one', async () => {
    const home = temporaryDirectory();
    const path = putSession(home, '--a--', 's', sessionText('s', { version: 1 }), 'copy.jsonl');
    expect((await read(['inspect'], path, home)).exitCode).toBe(0);
  });
});
