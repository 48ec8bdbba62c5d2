import { Command } from 'commander';
import type { Context } from '../context.ts';
import { readVersion } from '../version.ts';

/** A command's own file: it is loaded only when the command is asked for. */
export interface CommandModule {
  /** Declares arguments, options and examples. */
  readonly configure: (command: Command) => void;
  /** Does the work and gives the exit status. The flags are those that `configure` declared. */
  readonly run: (args: never, flags: never, context: Context, command: Command) => Promise<number>;
}

export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

/** A new command is a file and an entry here. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  measure: {
    summary: 'print the record counts and bytes of raw, projected and packed history',
    load: () => import('./measure.ts'),
  },
  page: {
    summary: 'print one history page, as a host would send it',
    load: () => import('./page.ts'),
  },
  export: {
    summary: 'write a selection of a log to a file, in another form',
    load: () => import('./export.ts'),
  },
  verify: {
    summary: 'find everything wrong with a log, and prove that packing it loses nothing',
    load: () => import('./verify.ts'),
  },
  inspect: {
    summary: 'tell what is in a log: turns, steps, families of events, runs, cadence',
    load: () => import('./inspect.ts'),
  },
  merge: {
    summary: 'put the results of many runs of measure into one report',
    load: () => import('./merge.ts'),
  },
  ls: {
    summary: 'list the sessions of dsh',
    load: () => import('./ls.ts'),
  },
  bench: {
    summary: 'time what a host and a client pay for raw and packed history',
    load: () => import('./bench.ts'),
  },
  sample: {
    summary: 'write a synthetic session of given cardinalities',
    load: () => import('./sample.ts'),
  },
  completion: {
    summary: 'print a completion script for a shell',
    load: () => import('./completion.ts'),
  },
};

/** The program without its commands. */
export const newProgram = (): Command =>
  new Command('histpack')
    .description('measure, page and pack DeepSeek Harness session logs, exact to the byte')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help');

/** The program with every command configured, for what describes them all. Loads all of them. */
export async function commandTree(): Promise<Command> {
  const program = newProgram();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(summary);
    command.copyInheritedSettings(program);
    (await load()).configure(command);
  }
  return program;
}
