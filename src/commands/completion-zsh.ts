import type {
  ArgumentModel,
  CommandModel,
  OptionModel,
  ProgramModel,
  Values,
} from './completion-model.ts';

/** The action of `_arguments` for a value. */
function actionOf(values: Values): string {
  if (values.kind === 'choices') return `(${values.choices.join(' ')})`;
  return { files: '_files', directories: '_files -/', text: ' ' }[values.kind];
}

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
${program.options.map((option) => `    ${optionSpec(option)} \`).join('\n')}
    '1: :->command' \\
    '*:: :->argument' && ret=0
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

function commandCase(command: CommandModel): string {
  const specs = [...command.options.map(optionSpec), ...command.arguments.map(argumentSpec)];
  const lines = specs.map((spec) => `            ${spec}`).join(' \\\n');
  return `        ${command.name})\n          _arguments -s \\\n${lines} && ret=0\n          ;;`;
}

/** Such as `'(-o --output)'{-o,--output=}'[write the result to a file]:file:_files'`. */
function optionSpec({ names, description, value }: OptionModel): string {
  const isRepeatable = /\brepeatable\b/.test(description);
  const spelled = names.map((name) => (value && name.startsWith('--') ? `${name}=` : name));
  const others = isRepeatable ? "'*'" : names.length > 1 ? `'(${names.join(' ')})'` : '';
  const head = spelled.length > 1 ? `{${spelled.join(',')}}` : (spelled[0] ?? '');
  const tail = value ? `:${escapeText(value.name)}:${actionOf(value.values)}` : '';
  return `${others}${head}${quote(`[${escapeText(description)}]${tail}`)}`;
}

const argumentSpec = ({ name, values, isVariadic }: ArgumentModel): string =>
  quote(`${isVariadic ? '*' : '1'}:${escapeText(name)}:${actionOf(values)}`);

/** Text inside a specification, where brackets and colons have a meaning. */
const escapeText = (text: string): string => text.replace(/[\\[\]:]/g, '\\$&');

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
