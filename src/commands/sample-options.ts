import { type Command, InvalidArgumentError, Option } from 'commander';
import { ENCODERS, type EncoderName } from '../export/encoders.ts';
import { GAP_FORMS, type Gaps, parseGaps } from '../sample/gaps.ts';
import { PROFILES, type ProfileName } from '../sample/profiles.ts';
import { SAMPLE_LAYOUTS, type SampleLayout } from '../sample/session-lines.ts';
import { addCommonOptions, type CommonFlags } from './common.ts';
import { integer, percent } from './values.ts';

export interface SampleFlags extends CommonFlags {
  readonly profile?: ProfileName;
  readonly events?: number;
  readonly runs?: number;
  readonly turns?: number;
  readonly completed?: number;
  readonly toolCalls?: number;
  readonly vocabulary?: number;
  readonly gaps?: Gaps;
  readonly seed?: number;
  readonly layout: SampleLayout;
  readonly encoding: EncoderName;
  readonly force?: boolean;
}

/** A seed has 32 bits. */
const SEED_MAX = 2 ** 32 - 1;
/** All of it is held in memory. */
const VOCABULARY_MAX = 1_000_000;

/** Declares the options. */
export function configureSample(command: Command): void {
  command
    .optionsGroup("Cardinalities (without any: the log of the note's benchmark):")
    .option('--events <n>', 'logical events', integer('a number of events', 1))
    .option('--runs <n>', 'runs of deltas, three or more in each', integer('a number of runs', 1))
    .option('--turns <n>', 'turns, each a question', integer('a number of turns', 1))
    .option(
      '--completed <share>',
      'steps that get their assistant message, such as 80%',
      completedShare,
    )
    .option(
      '--tool-calls <n>',
      'tool calls, each in a step of its own',
      integer('a number of tool calls', 0),
    )
    .option(
      '--vocabulary <n>',
      'different fragments of text',
      integer('a number of fragments', 1, VOCABULARY_MAX),
    )
    .option('--gaps <kind>', `time between events, in ms: ${GAP_FORMS}`, gaps)
    .addOption(
      new Option('--profile <name>', 'what is not given follows it (default: chat)').choices(
        Object.keys(PROFILES),
      ),
    )
    .option('--seed <n>', 'another seed gives other bytes', integer('a seed', 0, SEED_MAX))
    .optionsGroup('Form:')
    .addOption(
      new Option('--layout <name>', 'packed: a row a run; unpacked: a line a delta')
        .choices(Object.keys(SAMPLE_LAYOUTS))
        .default('packed'),
    )
    .addOption(
      new Option('--encoding <name>', 'compress the log')
        .choices(Object.keys(ENCODERS))
        .default('none'),
    )
    .option('--force', 'replace --output where it exists');
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack sample --output note.jsonl
  $ histpack sample --events 5000 --runs 40 --turns 6 --tool-calls 8 --completed 90% --output small.jsonl
  $ histpack sample --profile agent --gaps uniform:5-40 --seed 7 --encoding gzip --output agent.jsonl.gz`,
  );
}

function gaps(text: string): Gaps {
  const parsed = parseGaps(text);
  if (parsed !== undefined) return parsed;
  throw new InvalidArgumentError(`Expected ${GAP_FORMS} (got: ${JSON.stringify(text)}).`);
}

function completedShare(text: string): number {
  const share = percent('a share of the steps')(text);
  if (share <= 1) return share;
  throw new InvalidArgumentError(`Expected a share of the steps up to 100% (got: "${text}").`);
}
