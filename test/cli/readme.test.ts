import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a markdown file, in order. */
const codeBlocks = (markdown: string): CodeBlock[] =>
  [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** The command lines of the shell blocks of a page that run our program. */
const commandLines = (page: string): string[] =>
  codeBlocks(read(page))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line.includes('histpack'));

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

describe('README and docs', () => {
  let shims = '';

  /** `npx histpack` of an installed package, without asking the registry: the built program. */
  beforeAll(() => {
    shims = mkdtempSync(join(tmpdir(), 'histpack-shims-'));
    const npx = join(shims, 'npx');
    const program = join(root, 'dist/bin/histpack.js');
    writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(npx, 0o755);
    putSession();
  });
  afterAll(() => rmSync(shims, { recursive: true, force: true }));

  /** A home with one session of dsh, for examples that look there. */
  const putSession = (): void => {
    const directory = join(shims, '.dsh/sessions/--tmp-project--/session-everyday');
    mkdirSync(directory, { recursive: true });
    copyFileSync(join(root, 'samples/packed.jsonl'), join(directory, 'session.jsonl'));
  };

  const runLine = (line: string) =>
    spawnSync('sh', ['-c', line.replace(/^npm ci && /, '')], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024, // samples are large
      env: {
        ...process.env,
        PATH: `${shims}${delimiter}${process.env.PATH}`,
        HOME: shims,
        NO_COLOR: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it.each(pages.flatMap((page) => commandLines(page).map((line) => [page, line])))(
    '%s: %s',
    (_, line) => {
      // A result that goes into a file goes into a place that is thrown away.
      const [, name] = /--output (\S+)/.exec(line as string) ?? [];
      const file = name === undefined ? undefined : join(shims, name);
      const command = (line as string).replace(`--output ${name}`, `--output ${file}`);
      const { status, stdout, stderr } = runLine(command);
      expect([status, stderr]).toEqual([0, '']);
      expect(file === undefined ? stdout.length : statSync(file).size).toBeGreaterThan(0);
      if (file !== undefined) rmSync(file);
    },
  );

  it('has the main command line first, and shows exactly what it prints', () => {
    const [setUp, output, tests] = codeBlocks(read('README.md'));
    expect(setUp?.text.trim()).toMatch(/^npm ci && npx histpack measure samples\//);
    expect(tests?.text.trim()).toBe('npm ci && npm test');
    expect(runLine(setUp?.text ?? '').stdout).toBe(output?.text);
  });

  it('names the test command that CI runs', () => {
    const [, , tests] = codeBlocks(read('README.md'));
    expect(read('.ci/run')).toContain(`\n${tests?.text.trim()}\n`);
  });

  it('runs the library examples of the README', () => {
    const examples = codeBlocks(read('README.md')).filter(({ language }) => language === 'ts');
    expect(examples).toHaveLength(2);
    const script = examples
      .map(({ text }) => text.replaceAll("'histpack", "'#histpack"))
      .join('\n')
      .replaceAll("'#histpack/codec'", `'${join(root, 'dist/src/codec/index.js')}'`)
      .replaceAll("'#histpack'", `'${join(root, 'dist/src/index.js')}'`)
      .replace(
        'const rows =',
        "const events = [0, 1, 2].map((seq) => ({ type: 'assistant/chunk', seq, time: seq, data: " +
          "{ turn: 1, step: 1, chunk: { type: 'text-delta', index: 0, text: 'x' } } }));\nconst rows =",
      );
    const check = 'if (rows.length !== 1 || same.length !== 3) throw new Error("not packed");';
    const printed = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `${script}\n${check}`],
      { cwd: root, encoding: 'utf8' },
    );
    expect(printed.trim()).toBe('35012');
  });

  it.each([
    ...['measure', 'page', 'verify', 'inspect', 'ls', 'sample', 'bench', 'export', 'merge'],
  ])('documents every flag of %s', (command) => {
    const help = spawnSync(process.execPath, ['dist/bin/histpack.js', command, '--help'], {
      cwd: root,
      encoding: 'utf8',
    }).stdout;
    const documented = pages.map(read).join('\n') + commonFlags.join('\n');
    for (const [flag] of help.matchAll(/--[a-z][a-z-]+/g)) expect(documented).toContain(flag);
  });
});

/** Flags whose help says all there is to say. */
const commonFlags = [
  ...['--json', '--output', '--quiet', '--verbose', '--no-color', '--no-progress', '--help'],
];
