import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { configure as configureMeasure } from '../../src/commands/measure.ts';
import { configure as configurePage } from '../../src/commands/page.ts';
import { run } from '../support/context.ts';

const COMMANDS = { measure: configureMeasure, page: configurePage };

const COMMON = [
  ...['--json', '--format', '--output', '--quiet', '--verbose', '--no-color', '--no-progress'],
  ...['--from', '--to', '--before', '--tail', '--max-messages', '--help'],
];
/** What DESIGN and the issue promise. */
const PROMISED: Readonly<Record<string, readonly string[]>> = {
  measure: [
    ...[...COMMON, '--lang', '--forms', '--gzip-level'],
    ...['--brotli-quality', '--brotli-engine', '--projection'],
  ],
  page: [...COMMON, '--as', '--projection'],
};

const helpOf = async (command: string): Promise<string> => {
  const { exitCode, stdout, stderr } = await run([command, '--help']);
  expect([exitCode, stderr]).toEqual([0, '']);
  return stdout;
};

describe.each(Object.entries(COMMANDS))('%s --help', (name, configure) => {
  it('mentions every flag that the command takes, each with a description', async () => {
    const text = await helpOf(name);
    const command = new Command();
    configure(command);
    expect(command.options.length).toBeGreaterThan(10);
    for (const { flags, description } of command.options) {
      expect(text).toContain(flags);
      expect([flags, description]).not.toEqual([flags, '']);
    }
  });

  it('mentions every flag that was promised', async () => {
    const text = await helpOf(name);
    for (const flag of PROMISED[name] ?? []) expect(text).toMatch(new RegExp(`${flag}\\b`));
  });

  it('ends in examples that the command understands', async () => {
    const text = await helpOf(name);
    const examples = [...text.matchAll(/^ {2}\$ histpack (.*)$/gm)].map(([, line]) => line);
    expect(examples.length).toBeGreaterThanOrEqual(2);
    for (const line of examples) {
      const { stderr } = await run((line ?? '').split(' '));
      expect([line, stderr]).toEqual([line, expect.stringContaining('[E_READ]')]); // no such file
    }
  });

  it('is what `help` prints', async () => {
    expect((await run(['help', name])).stdout).toBe(await helpOf(name));
  });
});

describe('hints', () => {
  it('name only flags that there are', async () => {
    const help = (await helpOf('measure')) + (await helpOf('page'));
    const hints = readFileSync('src/errors.ts', 'utf8').match(/hint: '.*'/g) ?? [];
    const flags = new Set(hints.join('\n').match(/--[a-z]+(-[a-z]+)*/g));
    expect(flags.size).toBeGreaterThan(2);
    for (const flag of flags) expect(help).toMatch(new RegExp(`${flag}\\b`));
  });
});
