import type { CommandModel, OptionModel, ProgramModel, Values } from './completion-model.ts';

/** Every call ends the function: what is asked for is then known. */
const REPLIES: { readonly [K in Values['kind']]: (values: Values & { kind: K }) => string } = {
  choices: ({ choices }) => `_histpack_words '${choices.join(' ')}'; return`,
  files: () => '_histpack_paths -f; return',
  directories: () => '_histpack_paths -d; return',
  text: () => 'return',
};

const replyOf = (values: Values): string =>
  (REPLIES[values.kind] as (values: Values) => string)(values); // the entry for its own kind

/** The script for bash 3.2 and later; it needs no bash-completion package. */
export const bashScript = (program: ProgramModel): string => `\
# bash completion for histpack. In ~/.bashrc: source <(histpack completion bash)

_histpack_words() {
  COMPREPLY=($(compgen -W "$1" -- "$cur"))
}

_histpack_paths() {
  local path
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$cur")
  compopt -o filenames 2>/dev/null # bash 3.2 has none
}

_histpack() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} command= i
  COMPREPLY=()
  # bash splits words at =, so --format=csv comes as three.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case \${COMP_WORDS[i]} in
      ${program.commands.map(({ name }) => name).join(' | ')})
        command=\${COMP_WORDS[i]}
        break
        ;;
    esac
  done
  case $command in
    '')
      _histpack_words '${[...program.commands.map(({ name }) => name), ...flagsOf(program)].join(' ')}'
      ;;
${program.commands.map(commandCase).join('\n')}
  esac
}

complete -F _histpack histpack
`;

const flagsOf = ({ options }: CommandModel): string[] => options.flatMap(({ names }) => names);

function commandCase(command: CommandModel): string {
  const valued = command.options.flatMap(valueCase);
  const [argument] = command.arguments;
  const lines = [
    ...(valued.length === 0 ? [] : ['case $prev in', ...valued.map((line) => `  ${line}`), 'esac']),
    `if [[ $cur == -* ]]; then _histpack_words '${flagsOf(command).join(' ')}'; return; fi`,
    ...(argument === undefined ? [] : [replyOf(argument.values)]),
  ];
  return [`    ${command.name})`, ...lines.map((line) => `      ${line}`), '      ;;'].join('\n');
}

const valueCase = ({ names, value }: OptionModel): string[] =>
  value === undefined ? [] : [`${names.join(' | ')}) ${replyOf(value.values)} ;;`];
