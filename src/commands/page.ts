import { type Command, Option } from 'commander';
import {
  NDJSON_FRAMING,
  PageWriter,
  REPRESENTATIONS,
  type RepresentationName,
  responseFraming,
  type Span,
} from '../codec/index.ts';
import type { Context } from '../context.ts';
import { type Log, openLog } from '../log/log.ts';
import { readInterval, type Survey, survey } from '../log/survey.ts';
import { PROJECTIONS, type ProjectionName } from '../measure/measure.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { openInput, resolveInputs } from './input.ts';
import { openOutput } from './output.ts';
import { PrettyPage } from './pretty.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';

export const PAGE_FORMS = ['raw', 'projection', 'packed'] as const;
export const PAGE_FORMATS = ['json', 'ndjson', 'pretty'] as const;

export interface PageFlags extends CommonFlags, SelectionFlags, ReadingFlags {
  readonly as: (typeof PAGE_FORMS)[number];
  readonly format?: (typeof PAGE_FORMATS)[number];
  readonly projection: ProjectionName;
}

/** Turns spans into the text of a page, piece by piece. */
interface PageText {
  write(span: Span): Iterable<string>;
  finish(): string;
}

/** `histpack page`: one history page, as a host would send it. */
export async function run(
  [file]: readonly [string | undefined],
  flags: PageFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const selection = selectionOf(flags);
  const inputs = await resolveInputs(file === undefined ? [] : [file], context, console);
  const [input = ''] = inputs; // there is always one
  const { source, warnings } = await openInput(input, context);
  try {
    const log = await openLog(source, openOptionsOf(flags));
    const found = await survey(log, selection, {
      salvage: flags.salvage === true,
      strict: flags.strict === true,
    });
    for (const warning of [...warnings, ...found.warnings]) console.warn(warning);
    noteClampedEnd(found, flags, console.note.bind(console));
    const output = await openOutput(flags.output, context, inputs);
    try {
      const text = pageText(log, found, flags, context);
      await readInterval(log, found, async (spans) => {
        for (const span of spans) {
          for (const piece of text.write(span)) await output.write(piece);
        }
      });
      await output.write(text.finish());
      await output.commit();
    } catch (error) {
      await output.discard();
      throw error;
    }
  } finally {
    await source.close();
  }
  return 0;
}

function pageText(log: Log, found: Survey, flags: PageFlags, context: Context): PageText {
  const { interval, completedSteps, endSeq } = found;
  const name: RepresentationName =
    flags.as === 'projection' ? PROJECTIONS[flags.projection] : flags.as;
  const representation = REPRESENTATIONS[name];
  const isTerminal = context.stdout.isTTY === true && flags.output === undefined;
  const format = flags.json === true ? 'json' : (flags.format ?? (isTerminal ? 'pretty' : 'json'));
  if (format === 'pretty') {
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const columns = isTerminal ? context.stdout.columns : undefined;
    const page = { ...interval, completedSteps, endSeq };
    return new PrettyPage(representation, log.header, page, { chalk, columns });
  }
  const framing = format === 'json' ? responseFraming(interval) : NDJSON_FRAMING;
  return new PageWriter(representation, { completedSteps }, framing);
}

/** An end beyond the log is not an error, since logs grow, but it is said. */
function noteClampedEnd(
  { interval, endSeq }: Survey,
  { to, before }: SelectionFlags,
  note: (text: string) => void,
): void {
  const asked = to ?? before;
  if (asked === undefined || asked <= endSeq) return;
  note(
    `the log ends before seq ${endSeq}, so the page does too (asked: ${asked}, got: ${interval.toSeq})`,
  );
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument('[file]', 'a session log, or - for stdin')
    .addOption(new Option('--as <form>', 'representation').choices(PAGE_FORMS).default('packed'))
    .addOption(
      new Option(
        '--format <name>',
        'json: the response; ndjson: a record a line; pretty: for people (default: json, pretty on a terminal)',
      ).choices(PAGE_FORMATS),
    )
    .addOption(
      new Option('--projection <name>', 'which completed-step projection')
        .choices(Object.keys(PROJECTIONS))
        .default('literal'),
    );
  addSelectionOptions(command);
  addSalvageOption(addReadingOptions(command));
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Examples:
  $ histpack page --tail session.jsonl
  $ histpack page --as raw --from 100 --to 200 --format ndjson session.jsonl
  $ histpack page --before 5000 --max-messages 20 session.jsonl`,
  );
}
