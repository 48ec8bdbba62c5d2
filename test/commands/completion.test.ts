import { describe, expect, it } from 'vitest';
import { completionScript, run, type Shell } from '../../src/commands/completion.ts';
import { programModel } from '../../src/commands/completion-model.ts';
import { COMMANDS, commandTree } from '../../src/commands/registry.ts';
import { makeContext, run as runProgram } from '../support/context.ts';

const SHELLS: readonly Shell[] = ['bash', 'zsh', 'fish'];

describe('the command tree', () => {
  it('has the commands that the program has, with their summaries', async () => {
    const { stdout } = await runProgram(['--help']);
    for (const [name, { summary }] of Object.entries(COMMANDS)) {
      if (name === 'completion' && !stdout.includes('completion')) continue; // not wired yet
      expect(stdout.replace(/\s+/g, ' ')).toMatch(new RegExp(` ${name} .*${summary}`));
    }
    const listed = stdout.split('Commands:')[1]?.match(/^ {2}\w+/gm) ?? [];
    for (const name of listed.map((each) => each.trim()).filter((each) => each !== 'help')) {
      expect(Object.keys(COMMANDS)).toContain(name);
    }
  });

  it('is read into plain data', async () => {
    const model = programModel(await commandTree());
    expect(JSON.parse(JSON.stringify(model)).commands).toHaveLength(model.commands.length);
    const measure = model.commands.find(({ name }) => name === 'measure');
    const option = (long: string) => measure?.options.find(({ names }) => names.includes(long));
    expect(measure?.arguments).toEqual([
      { name: 'file', values: { kind: 'files' }, isVariadic: true },
    ]);
    expect(option('--check')?.value).toBeUndefined();
    expect(option('--from')?.value).toEqual({ name: 'seq', values: { kind: 'text' } });
    expect(option('--output')).toMatchObject({
      names: ['-o', '--output'],
      value: { name: 'file', values: { kind: 'files' } },
    });
    expect(option('--lang')?.value?.values).toEqual({ kind: 'choices', choices: ['en', 'zh'] });
    expect(option('--no-cache')?.value).toBeUndefined();
  });
});

describe.each(SHELLS)('the script for %s', (shell) => {
  it('knows every flag and every choice of every command', async () => {
    const script = await completionScript(shell);
    const { commands } = programModel(await commandTree());
    expect(commands.length).toBeGreaterThan(7);
    for (const { name, options } of commands) {
      expect(script).toContain(name);
      for (const { names, value } of options) {
        const long = names.at(-1) ?? '';
        expect(script).toContain(shell === 'fish' ? ` -l ${long.slice(2)} ` : long);
        if (value?.values.kind === 'choices')
          expect(script).toContain(value.values.choices.join(' '));
      }
    }
  });

  it('is what the command prints', async () => {
    const context = makeContext();
    expect(await run([shell], {}, context)).toBe(0);
    expect([context.stdout.text, context.stderr.text]).toEqual([await completionScript(shell), '']);
    expect(context.stdout.text.endsWith('\n')).toBe(true);
  });
});
