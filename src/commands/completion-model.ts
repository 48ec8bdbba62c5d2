import type { Argument, Command, Option } from 'commander';

/** What may stand where a value is expected. */
export type Values =
  | { readonly kind: 'choices'; readonly choices: readonly string[] }
  | { readonly kind: 'files' | 'directories' }
  /** Nothing that a shell could guess. */
  | { readonly kind: 'text' };

export interface OptionModel {
  /** With their dashes. */
  readonly names: readonly string[];
  readonly description: string;
  /** What its value is called; undefined for a switch. */
  readonly value: { readonly name: string; readonly values: Values } | undefined;
}

export interface ArgumentModel {
  readonly name: string;
  readonly values: Values;
  readonly isVariadic: boolean;
}

export interface CommandModel {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionModel[];
  readonly arguments: readonly ArgumentModel[];
}

/** The program as plain data: what the scripts of all shells are made from. */
export interface ProgramModel extends CommandModel {
  readonly commands: readonly CommandModel[];
}

/** Reads the command tree, `help` included. */
export function programModel(program: Command): ProgramModel {
  const commands = program.commands.map(commandModel);
  const values: Values = { kind: 'choices', choices: commands.map(({ name }) => name) };
  const help: CommandModel = {
    name: 'help',
    summary: 'print the help of a command',
    options: [],
    arguments: [{ name: 'command', values, isVariadic: false }],
  };
  return { ...commandModel(program), commands: [...commands, help] };
}

const commandModel = (command: Command): CommandModel => ({
  name: command.name(),
  summary: command.description(),
  options: command.createHelp().visibleOptions(command).map(optionModel),
  arguments: command.registeredArguments.map(argumentModel),
});

function optionModel({ short, long, flags, description, argChoices }: Option): OptionModel {
  const name = /[<[]([^>\]]+)[>\]]/.exec(flags)?.[1];
  return {
    names: [short, long].filter((each) => each !== undefined),
    description,
    value: name === undefined ? undefined : { name, values: valuesOf(name, argChoices) },
  };
}

const argumentModel = (argument: Argument): ArgumentModel => ({
  name: argument.name(),
  values: valuesOf(argument.name(), argument.argChoices),
  isVariadic: argument.variadic,
});

function valuesOf(name: string, choices: readonly string[] | undefined): Values {
  if (choices !== undefined) return { kind: 'choices', choices };
  if (name === 'file') return { kind: 'files' };
  return { kind: name === 'directory' ? 'directories' : 'text' };
}
