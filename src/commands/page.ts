import { type Command, Option } from 'commander';
import type { Selection, Span } from '../codec/index.ts';
import type { WireName } from '../codec/wire/types.ts';
import { WIRES } from '../codec/wire/wires.ts';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { fitPage } from '../log/fit.ts';
import { type Log, openLog } from '../log/log.ts';
import { readInterval, type Survey, survey } from '../log/survey.ts';
import { PROJECTIONS, type ProjectionName } from '../measure/forms.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import type { Console } from './console.ts';
import { openInput, resolveInputs } from './input.ts';
import { openOutput, writeWhole } from './output.ts';
import { pageAhead } from './page-ahead.ts';
import { checkFollow, checkGrows, DEFAULT_INTERVAL_MS, follow } from './page-follow.ts';
import { pageText, representationOf } from './page-text.ts';
import {
  addReadingOptions,
  addSalvageOption,
  openOptionsOf,
  type ReadingFlags,
} from './reading.ts';
import { addSelectionOptions, type SelectionFlags, selectionOf } from './selection.ts';
import { byteSize, integer } from './values.ts';

export const PAGE_FORMS = ['raw', 'projection', 'packed', 'fold', 'columnar', 'messages'] as const;
const WIRE_NAMES = Object.keys(WIRES) as WireName[]; // its own keys
export const PAGE_FORMATS = ['json', 'ndjson', 'pretty'] as const;

export interface PageFlags extends CommonFlags, SelectionFlags, ReadingFlags {
  readonly as: (typeof PAGE_FORMS)[number];
  readonly format?: (typeof PAGE_FORMATS)[number];
  readonly projection: ProjectionName;
  readonly wire: WireName;
  readonly maxBytes?: number;
  readonly follow?: boolean;
  readonly interval: number;
}

/** `histpack page`: one history page, as a host would send it. */
export async function run(
  [file]: readonly [string | undefined],
  flags: PageFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const selection = selectionOf(flags);
  checkWire(flags);
  const inputs = await resolveInputs(file === undefined ? [] : [file], context, console);
  const [input = ''] = inputs; // there is always one
  if (flags.follow === true) checkFollow(input, flags, context);
  const { source, warnings } = await openInput(input, context);
  try {
    const log = await openLog(source, openOptionsOf(flags));
    if (flags.follow === true) checkGrows(log);
    const ahead = pageAhead(log, selection, flags, context);
    let found = await survey(log, selection, {
      salvage: flags.salvage === true,
      strict: flags.strict === true,
      steps: representationOf(flags).needsSteps,
      onSpans: ahead?.write,
      onProgress: ahead?.progress,
    });
    for (const warning of [...warnings, ...found.warnings]) console.warn(warning);
    noteClampedEnd(found, flags, console);
    if (flags.maxBytes !== undefined) {
      found = await fitTo(flags.maxBytes, log, found, selection, flags, console);
    }
    const output = await openOutput(flags.output, context, inputs);
    await writeWhole(output, async () => {
      const pieces = found.isSeen ? ahead?.finish(found.endSeq) : undefined;
      if (pieces !== undefined) {
        for (const piece of pieces) await output.write(piece);
        return;
      }
      const text = pageText(log, found, flags, context);
      const print = async (spans: readonly Span[]): Promise<void> => {
        for (const span of spans) {
          for (const piece of text.write(span)) await output.write(piece);
        }
      };
      await readInterval(log, found, print);
      if (flags.follow === true) {
        await output.write(text.flush());
        await follow(log, found.endSeq, flags, context, console, async (spans) => {
          await print(spans);
          await output.write(text.flush());
        });
      }
      await output.write(text.finish());
    });
  } finally {
    await source.close();
  }
  return 0;
}

/** Trims the page, and says how to go on. */
async function fitTo(
  maxBytes: number,
  log: Log,
  page: Survey,
  selection: Selection,
  flags: PageFlags,
  console: Console,
): Promise<Survey> {
  const isBackward = selection.kind === 'backward';
  const giveUp = isBackward ? 'start' : 'end';
  const fitted = await fitPage(log, page, representationOf(flags), maxBytes, giveUp);
  const { fromSeq, toSeq } = fitted.interval;
  if (isBackward && fromSeq > page.interval.fromSeq) {
    console.note(`the page begins at seq ${fromSeq} (--max-bytes); go on with --before ${fromSeq}`);
  }
  if (!isBackward && toSeq < page.interval.toSeq) {
    console.note(`the page ends before seq ${toSeq} (--max-bytes); go on with --from ${toSeq}`);
  }
  return fitted;
}

/** @throws {HistpackError} `E_USAGE` */
function checkWire({ wire, maxBytes, as }: PageFlags): void {
  if (as === 'columnar' && wire !== 'history') {
    throw usage(`--wire ${wire} has no columnar rows`);
  }
  if (maxBytes === undefined) return;
  if (as === 'columnar') {
    throw usage('--max-bytes cuts between records, and columnar rows lean on those before them');
  }
  if (wire !== 'history') {
    throw usage(
      `--max-bytes counts the bytes of the history wire, so --wire ${wire} contradicts it`,
    );
  }
}

const usage = (message: string): HistpackError => new HistpackError({ code: 'E_USAGE', message });

/** An end beyond the log is not an error, since logs grow, but it is said. */
function noteClampedEnd(
  { interval, endSeq }: Survey,
  { to, before }: SelectionFlags,
  console: Console,
): void {
  const asked = to ?? before;
  if (asked === undefined || asked <= endSeq) return;
  console.note(
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
    )
    .addOption(
      new Option('--wire <name>', 'history: the note; page: session.page of 0.1.2; events: 0.1.1')
        .choices(WIRE_NAMES)
        .default('history'),
    )
    .addOption(
      new Option(
        '--max-bytes <size>',
        'end the page between records before its JSON is larger',
      ).argParser(byteSize('a size')),
    )
    .option('--follow', 'go on printing records as the log grows')
    .addOption(
      new Option('--interval <ms>', 'with --follow: time between two looks at the log')
        .argParser(integer('milliseconds', 1))
        .default(DEFAULT_INTERVAL_MS),
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
  $ histpack page --before 5000 --max-messages 20 --max-bytes 2MB session.jsonl
  $ histpack page --tail --follow session.jsonl.zstd`,
  );
}
