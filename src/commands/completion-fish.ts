import type {
  ArgumentModel,
  CommandModel,
  OptionModel,
  ProgramModel,
  Values,
} from './completion-model.ts';

/** The script for fish: sourced, or in `~/.config/fish/completions/histpack.fish`. */
export function fishScript(program: ProgramModel): string {
  const needsCommand = '__fish_use_subcommand';
  return [
    '# fish completion for histpack. In config.fish: histpack completion fish | source',
    '',
    ...program.options.map((option) => complete(needsCommand, optionWords(option))),
    ...program.commands.map(({ name, summary }) =>
      complete(needsCommand, `-f -a ${name} -d ${quote(summary)}`),
    ),
    ...program.commands.flatMap(commandLines),
    '',
  ].join('\n');
}

function commandLines({ name, options, arguments: args }: CommandModel): string[] {
  const isThis = quote(`__fish_seen_subcommand_from ${name}`);
  return [
    '',
    ...options.map((option) => complete(isThis, optionWords(option))),
    ...args.slice(0, 1).map((argument) => complete(isThis, argumentWords(argument))),
    ...(args.length === 0 ? [complete(isThis, '-f')] : []),
  ];
}

const complete = (condition: string, words: string): string =>
  `complete -c histpack -n ${condition} ${words}`;

function optionWords({ names, description, value }: OptionModel): string {
  const flags = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  );
  const rest = value === undefined ? [] : [valueWords(value.values)];
  return [...flags, ...rest, `-d ${quote(description)}`].join(' ');
}

/** `-r` asks for a value, `-f` keeps files out, `-x` is both. */
function valueWords(values: Values): string {
  if (values.kind === 'choices') return `-x -a ${quote(values.choices.join(' '))}`;
  return { files: '-r -F', directories: '-x -a "(__fish_complete_directories)"', text: '-x' }[
    values.kind
  ];
}

function argumentWords({ values }: ArgumentModel): string {
  if (values.kind === 'choices') return `-f -a ${quote(values.choices.join(' '))}`;
  return { files: '-F', directories: '-f -a "(__fish_complete_directories)"', text: '-f' }[
    values.kind
  ];
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
