import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { main } from '../../src/cli.ts';
import { runCli } from '../support/cli.ts';
import { makeContext, run, type TestContext } from '../support/context.ts';

describe('usage', () => {
  it('--version is the version of the package', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const flag of ['--version', '-V']) {
      const { exitCode, stdout, stderr } = await runCli([flag]);
      expect([exitCode, stdout.toString('utf8'), stderr]).toEqual([0, `${version}\n`, '']);
    }
  });

  it('without a command is the help, on stderr, and a usage error', async () => {
    const { exitCode, stdout, stderr } = await runCli([]);
    expect(exitCode).toBe(2);
    expect(stdout).toHaveLength(0);
    expect(stderr).toMatch(/^Usage: histpack \[options\] \[command\]/);
  });

  it('--help lists the commands and the exit statuses, on stdout', async () => {
    const { exitCode, stdout, stderr } = await runCli(['--help']);
    expect([exitCode, stderr]).toEqual([0, '']);
    const text = stdout.toString('utf8');
    expect(text).toMatch(/^ {2}measure .*print the record counts/m);
    expect(text).toMatch(/^ {2}page .*print one history page/m);
    expect(text).toContain('Exit status: 0 done, 1 a check failed, 2 usage');
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
    ['a misspelt command', ['mesure'], /unknown command 'mesure' \(Did you mean measure\?\)/],
    ['an unknown option', ['page', '--nope'], /unknown option '--nope'/],
    ['a misspelt option', ['page', '--befor', '3'], /'--befor' \(Did you mean --before\?\)/],
    ['an option without its value', ['page', '--from'], /'--from <seq>' argument missing/],
    ['a value that is no seq', ['page', '--from', '-1'], /'-1' is invalid. Expected a seq: an/],
    [
      'a choice that there is not',
      ['page', '--as', 'fold2'],
      /'fold2' is invalid. Allowed choices/,
    ],
    ['a form that there is not', ['measure', '--forms', 'raw,x'], /Expected a list of raw, .*"x"/],
    ['a quality out of bounds', ['measure', '--brotli-quality', '12'], /0 to 11 \(got: "12"\)/],
    ['no messages at all', ['page', '--max-messages', '0'], /an integer >= 1 \(got: "0"\)/],
    ['two files for one page', ['page', 'a', 'b'], /too many arguments/],
  ])('refuses %s', async (_, argv, message) => {
    const { exitCode, stdout, stderr } = await run(argv);
    expect(exitCode).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^histpack: error: .* \[E_USAGE\]\n {2}hint: see histpack --help\n$/);
    expect(stderr).toMatch(message);
  });

  it.each(['frobnicate', 'page --nope', 'measure --forms x'])(
    'says so in one document with --json: %s',
    async (line) => {
      const { exitCode, stdout } = await runCli([...line.split(' '), '--json']);
      expect(exitCode).toBe(2);
      const document = JSON.parse(stdout.toString('utf8'));
      expect(document).toMatchObject({ exitCode: 2, error: { code: 'E_USAGE' } });
      expect(document.error.hint).toBe('see histpack --help');
    },
  );
});

describe('a bug of ours', () => {
  const broken = { ...makeContext({ stdin: '' }) };
  Object.defineProperty(broken, 'stdin', {
    get() {
      throw new Error('boom');
    },
  });

  it('ends with 70, a trace to report and, with --json, one document', async () => {
    const context = broken as typeof broken & TestContext;
    expect(await main(['page', '-', '--json'], context)).toBe(70);
    expect(context.stderr.text).toMatch(/^histpack: a bug, please report it: Error: boom\n +at /);
    expect(JSON.parse(context.stdout.text)).toMatchObject({
      exitCode: 70,
      error: { code: 'E_BUG', message: 'Error: boom' },
    });
  });
});
