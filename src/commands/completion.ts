import { Argument, type Command } from 'commander';
import type { Context } from '../context.ts';
import { bashScript } from './completion-bash.ts';
import { fishScript } from './completion-fish.ts';
import { programModel } from './completion-model.ts';
import { zshScript } from './completion-zsh.ts';
import { commandTree } from './registry.ts';

/** A shell is an entry here. */
const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
export type Shell = keyof typeof SHELLS;

/** `histpack completion`: a script made from the command tree, so that it knows every flag. */
export async function run(
  [shell]: readonly [Shell],
  _flags: unknown,
  context: Context,
): Promise<number> {
  context.stdout.write(await completionScript(shell));
  return 0;
}

/** The script for a shell. */
export const completionScript = async (shell: Shell): Promise<string> =>
  SHELLS[shell](programModel(await commandTree()));

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command.addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)));
  command.addHelpText(
    'after',
    `
Examples:
  $ source <(histpack completion bash)
  $ source <(histpack completion zsh)
  $ histpack completion fish | source

The first two belong into ~/.bashrc and, after compinit, ~/.zshrc; the third into config.fish.`,
  );
}
