import { spawnSync } from 'node:child_process';
import { beforeEach, expect, it } from 'vitest';
import {
  describeWith,
  directoryToComplete,
  OFFERS,
  type ShellName,
  writeScript,
} from '../measure/check/shells.ts';

const COMMANDS = ['completion', 'export', 'help', 'inspect', 'ls', 'measure', 'page', 'verify'];
const FORMATS = ['table', 'markdown', 'json', 'ndjson', 'csv', 'github', 'comment', 'openmetrics'];

inShell('bash');
inShell('zsh');
inShell('fish');

/** The same behaviour in every shell. */
function inShell(shell: ShellName): void {
  describeWith(shell, `in ${shell}`, () => {
    let script = '';
    let cwd = '';
    const offered = (line: string): string[] => OFFERS[shell](script, line, cwd).sort();

    beforeEach(async () => {
      script = await writeScript(shell);
      cwd = directoryToComplete();
    });

    it('the script has no syntax error, and says nothing when it is read', () => {
      const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
      const { stdout, stderr, status } = spawnSync(shell, [...flags, '-n', script], {
        encoding: 'utf8',
      });
      expect([status, stdout, stderr]).toEqual([0, '', '']);
    });

    it('offers the commands', () => {
      expect(offered('histpack ')).toEqual(expect.arrayContaining(COMMANDS));
      expect(offered('histpack ').some((word) => word.includes('json'))).toBe(false); // no files
      expect(offered('histpack ver')).toEqual(['verify']);
    });

    it('offers the flags of a command, and only those', () => {
      expect(offered('histpack measure --max-g')).toEqual(['--max-growth']);
      expect(offered('histpack page --max-g')).toEqual([]);
      const all = offered('histpack verify --');
      expect(all).toEqual(expect.arrayContaining(['--help', '--json', '--output', '--strict']));
    });

    it('offers the values that a flag takes', () => {
      const values = offered('histpack measure --format ');
      expect(values).toEqual(expect.arrayContaining(FORMATS));
      expect(values).not.toContain('sizes.json');
      expect(offered('histpack measure --brotli-engine w')).toEqual(['wasm']);
    });

    it('offers them after =, too', () => {
      const values = offered('histpack measure --format=c').map((word) => word.split('=').at(-1));
      expect(values).toEqual(['comment', 'csv']);
    });

    it('offers files where there are files', () => {
      for (const line of ['histpack measure s', 'histpack measure --baseline s']) {
        const names = offered(line).map((name) => name.replace(/\/$/, ''));
        expect(names).toEqual(['sessions', 'sizes.json']);
      }
    });

    it('offers a file whose name has a blank as one', () => {
      const [name, ...others] = offered('histpack measure m');
      expect(others).toEqual([]);
      expect(name?.replace('\\', '')).toBe('my log.jsonl');
    });

    it('offers directories where only they make sense', () => {
      expect(offered('histpack ls s').map((name) => name.replace(/\/$/, ''))).toEqual(['sessions']);
    });

    it('offers nothing where nobody can guess', () => {
      expect(offered('histpack measure --from ')).toEqual([]);
    });

    it('offers shells and commands as arguments', () => {
      expect(offered('histpack completion ')).toEqual(['bash', 'fish', 'zsh']);
      expect(offered('histpack help me')).toEqual(expect.arrayContaining(['measure']));
    });
  });
}
