import type { Command, Option } from 'commander';
import { readVersion } from '../version.ts';
import { commandTree } from './registry.ts';

/** The sections that the command tree does not tell. */
const EXIT_STATUSES = [
  ['0', 'done'],
  ['1', 'a check failed: a budget or growth against the baseline'],
  ['2', 'usage or configuration'],
  ['3', 'packing would lose something'],
  ['4', 'a log is unreadable or corrupt'],
  ['70', 'a bug of histpack'],
  ['130, 143', 'ended by a signal'],
] as const;

const ENVIRONMENT = [
  ['DSH_HOME', 'where dsh keeps its sessions (default: ~/.dsh)'],
  [
    'NO_COLOR, FORCE_COLOR, TERM',
    'no colours where NO_COLOR is set or TERM is dumb; colours anyway',
  ],
  ['XDG_CACHE_HOME', 'holds the results of measure outside of a project (default: ~/.cache)'],
  ['GITHUB_STEP_SUMMARY', 'a file to which measure appends a report when it checks something'],
  [
    'HISTPACK_...',
    'a default for an option of measure: HISTPACK_BROTLI_QUALITY=5; before the configuration',
  ],
] as const;

const FILES = [
  ['histpack.config.json, .js, .mjs', 'defaults of measure, here or in a directory above'],
  ['package.json', 'the same under the key histpack'],
  ['histpack-baseline.json', 'the default of --update-baseline'],
  ['node_modules/.cache/histpack', 'results of measure by content'],
] as const;

/** The manual page as roff (man macros), made from the command tree. */
export async function manPage(): Promise<string> {
  const program = await commandTree();
  const lines = [
    '.\\" Made from the command tree; see src/commands/man.ts.',
    `.TH HISTPACK 1 "" "histpack ${readVersion()}" "User Commands"`,
    '.SH NAME',
    `histpack \\- ${escapeText(program.description())}`,
    '.SH SYNOPSIS',
    ...program.commands.flatMap((command, at) => [
      ...(at === 0 ? [] : ['.P']),
      ...synopsis(command),
    ]),
    '.SH DESCRIPTION',
    escapeText(
      'Session logs hold one event a streamed token. histpack prints pages of their history in ' +
        'several representations, counts what they weigh, and proves that packing loses nothing. ' +
        'Results go to stdout, everything else to stderr.',
    ),
    '.SH COMMANDS',
    ...program.commands.flatMap(commandSection),
    ...definitions('EXIT STATUS', EXIT_STATUSES),
    ...definitions('ENVIRONMENT', ENVIRONMENT),
    ...definitions('FILES', FILES),
  ];
  return `${lines.join('\n')}\n`;
}

function commandSection(command: Command): string[] {
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const headingOf = (option: Option | undefined): string | undefined =>
    option && (option.helpGroupHeading ?? 'Options:');
  return [
    `.SS ${escapeText(command.name())}`,
    sentence(command.description()),
    ...options.flatMap((option, at) => {
      const heading = headingOf(option) ?? '';
      const isFirst = heading !== headingOf(options[at - 1]);
      return [
        ...(isFirst ? ['.P', `.I ${escapeText(heading)}`] : []),
        ...definition(option.flags, help.optionDescription(option)),
      ];
    }),
    ...afterText(command),
  ];
}

/** What stands under the help: notes and examples, as they are. */
function afterText(command: Command): string[] {
  let shown = '';
  command.configureOutput({ writeOut: (text) => (shown += text) });
  command.outputHelp();
  const lines = shown.slice(command.helpInformation().length).trim().split('\n');
  if (lines.join('') === '') return [];
  return ['.P', '.nf', ...lines.map(escapeLine), '.fi'];
}

const synopsis = (command: Command): string[] => [
  `.B histpack ${escapeText(command.name())}`,
  escapeLine(command.usage().replace('[options]', '[OPTION]...')),
];

const definitions = (title: string, entries: readonly (readonly [string, string])[]): string[] => [
  `.SH ${title}`,
  ...entries.flatMap(([term, text]) => definition(term, text)),
];

const definition = (term: string, text: string): string[] => [
  '.TP',
  `.B ${escapeText(term)}`,
  escapeLine(text),
];

const sentence = (text: string): string => escapeLine(`${text[0]?.toUpperCase()}${text.slice(1)}.`);

/** A hyphen is typed as such, and a backslash is no command. */
const escapeText = (text: string): string =>
  text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq');

/** A line that begins with a dot or an apostrophe would be a command. */
const escapeLine = (text: string): string => escapeText(text).replace(/^(?=[.'])/, '\\&');
