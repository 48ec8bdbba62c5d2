import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { Console } from './console.ts';

/** Options that every command has. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly output?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color: boolean;
  readonly progress: boolean;
}

/** Adds them. */
export function addCommonOptions(command: Command): Command {
  return command
    .optionsGroup('Output:')
    .option('--json', 'one JSON document on stdout, also on failure')
    .option('-o, --output <file>', 'write the result to a file, whole or not at all')
    .option('-q, --quiet', 'no notes and warnings on stderr')
    .option('-v, --verbose', 'more about what is going on, on stderr')
    .option('--no-color', 'no colours')
    .option('--no-progress', 'no progress bar');
}

export const consoleFor = (context: Context, flags: CommonFlags): Console =>
  new Console(context, {
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    color: flags.color,
  });
