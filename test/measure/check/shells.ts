import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { completionScript } from '../../../src/commands/completion.ts';
import { temporaryDirectory, writeTemporary } from '../../support/logs-on-disk.ts';

export type ShellName = 'bash' | 'zsh' | 'fish';

const CAN_RUN = new Map<string, boolean>();

/** Whether a program is installed. */
export function hasProgram(name: string): boolean {
  const known = CAN_RUN.get(name);
  if (known !== undefined) return known;
  const found = spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  CAN_RUN.set(name, found);
  return found;
}

/**
 * Tests that need a program. Where it is absent they are skipped, and say so; under
 * `HISTPACK_REQUIRE_SHELLS=1` that is a failure.
 */
export function describeWith(program: string, name: string, tests: () => void): void {
  if (hasProgram(program)) {
    describe(name, () => {
      afterAll(removeDump);
      tests();
    });
    return;
  }
  const absent = `${program} is not installed`;
  describe(name, () => {
    if (process.env.HISTPACK_REQUIRE_SHELLS !== '1') it.skip(absent, () => {});
    else {
      it(`finds ${program}`, () => {
        throw new Error(absent);
      });
    }
  });
}

/** The script's path, in a directory of its own; it goes away with the test. */
export const writeScript = async (shell: ShellName): Promise<string> =>
  writeTemporary(await completionScript(shell), { name: `histpack.${shell}` });

/** What a shell prints, in lines; what it says on stderr is a failure. */
function linesOf(command: string, args: readonly string[], cwd: string): string[] {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: cwd, TERM: 'dumb', LC_ALL: 'C.UTF-8' },
    timeout: 50_000,
  });
  if (stderr !== '' || status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** bash splits a line at blanks and at `=` before it calls the function. */
const bashWords = (line: string): string[] =>
  line
    .split(' ')
    .flatMap((word) => word.split(/(=)/).filter((part, at) => part !== '' || at === 0));

/** Types at a zsh in a pseudo-terminal, and prints what is offered. */
const ZSH_OUTER = `
zmodload zsh/zpty || exit 3
zpty z zsh -f -i
zpty -w z "PROMPT=; stty -echo; autoload -Uz compinit && compinit -C -d $4; source $1; source $2; print READY"
while zpty -r z line; do [[ $line == READY* ]] && break; done
zpty -n -w z "$3"$'\\t'
integer on=0
while zpty -r z line; do
  line=\${line%$'\\r\\n'}
  if [[ $line == *$'\\1'* ]]; then (( on++ )) && exit 0; continue; fi
  (( on )) && print -r -- $line
done
exit 4
`;

/** Lets that zsh print its matches between two marks instead of showing them. */
const ZSH_INNER = `
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
mark() { print -r - $'\\1' }
compprefuncs=(mark)
comppostfuncs=(mark exit)
compadd() {
  if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return $?; fi
  local -a hits
  builtin compadd -A hits "$@"
  (( $#hits )) && print -rl -- $hits
  builtin compadd "$@"
}
`;

let zshDump = '';

/** Where the functions of zsh's completion are listed: finding them takes it a second, once. */
function zshFunctions(home: string): string {
  if (zshDump !== '') return zshDump;
  zshDump = join(mkdtempSync(join(tmpdir(), 'histpack-zsh-')), 'zcompdump');
  linesOf('zsh', ['-f', '-c', 'autoload -Uz compinit && compinit -u -d $1', 'zsh', zshDump], home);
  return zshDump;
}

function removeDump(): void {
  if (zshDump !== '') rmSync(dirname(zshDump), { recursive: true, force: true });
  zshDump = '';
}

/** What each shell offers when TAB is pressed after a line, in a directory. */
export const OFFERS: Readonly<
  Record<ShellName, (script: string, line: string, cwd: string) => string[]>
> = {
  bash(script, line, cwd) {
    const words = bashWords(line);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: of bash
    const show = '[[ ${#COMPREPLY[@]} = 0 ]] || printf "%s\\n" "${COMPREPLY[@]}"';
    const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _histpack; ${show}`;
    return linesOf('bash', ['--norc', '-c', code, 'bash', script, ...words], cwd);
  },
  zsh(script, line, cwd) {
    const directory = temporaryDirectory();
    const outer = writeTemporary(ZSH_OUTER, { directory, name: 'outer.zsh' });
    const inner = writeTemporary(ZSH_INNER, { directory, name: 'inner.zsh' });
    const args = ['-f', outer, script, inner, line, zshFunctions(cwd)];
    return [...new Set(linesOf('zsh', args, cwd))];
  },
  fish(script, line, cwd) {
    const code = 'source $argv[1]; complete -C $argv[2]';
    const found = linesOf('fish', ['--no-config', '-c', code, script, line], cwd);
    return found.map((each) => each.split('\t')[0] ?? '');
  },
};

/** A directory with a log, a configuration and a directory in it. */
export function directoryToComplete(): string {
  const directory = temporaryDirectory();
  writeTemporary('', { directory, name: 'my log.jsonl' });
  writeTemporary('', { directory, name: 'sizes.json' });
  spawnSync('mkdir', [join(directory, 'sessions')]);
  return directory;
}
