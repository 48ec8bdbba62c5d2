import type {
  ArgumentModel,
  CommandModel,
  OptionModel,
  ProgramModel,
  Values,
} from './completion-model.ts';

/** The script for zsh: sourced, or in a file called `_histpack` on the `fpath`. */
export const zshScript = (program: ProgramModel): string => `\
#compdef histpack
# zsh completion for histpack. In ~/.zshrc, after compinit: source <(histpack completion zsh)

_histpack() {
  local context state state_descr line ret=1
  typeset -A opt_args
  local -a commands=(
${program.commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C \\
    ${continued([...program.options.map(optionSpec), "'1: :->command'", "'*:: :->argument'"], 4)} && ret=0
  case $state in
    command) _describe -t commands command commands && ret=0 ;;
    argument)
      case $words[1] in
${program.commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
  return ret
}

if [[ $funcstack[1] == _histpack ]]; then
  _histpack "$@"
else
  compdef _histpack histpack
fi
`;

/** Words of one command, a line each. */
const continued = (words: readonly string[], indent: number): string =>
  words.join(` \\\n${' '.repeat(indent)}`);

function commandCase({ name, options, arguments: args }: CommandModel): string {
  const specs = [...options.map(optionSpec), ...args.map(argumentSpec)];
  return `\
        ${name})
          _arguments -s \\
            ${continued(specs, 12)} && ret=0
          ;;`;
}

/** A specification, such as `'(-o --output)'{-o,--output=}'[write to a file]:file:_files'`. */
function optionSpec({ names, description, value }: OptionModel): string {
  const spelled = names.map((name) => (value && name.startsWith('--') ? `${name}=` : name));
  const head = spelled.length > 1 ? `{${spelled.join(',')}}` : (spelled[0] ?? '');
  const tail = value ? `:${escapeText(value.name)}:${actionOf(value.values)}` : '';
  return `${exclusion(names, description)}${head}${quote(`[${escapeText(description)}]${tail}`)}`;
}

/** What is not offered a second time. */
function exclusion(names: readonly string[], description: string): string {
  if (/\brepeatable\b/.test(description)) return quote('*');
  return names.length > 1 ? quote(`(${names.join(' ')})`) : '';
}

const argumentSpec = ({ name, values, isVariadic }: ArgumentModel): string =>
  quote(`${isVariadic ? '*' : '1'}:${escapeText(name)}:${actionOf(values)}`);

/** What completes a value. */
function actionOf(values: Values): string {
  if (values.kind === 'choices') return `(${values.choices.join(' ')})`;
  return { files: '_files', directories: '_files -/', text: ' ' }[values.kind];
}

/** Text inside a specification, where brackets and colons have a meaning. */
const escapeText = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
