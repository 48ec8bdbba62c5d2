import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { EXIT, HistpackError } from '../errors.ts';
import { unreadable, type Verification, verifyLog } from '../log/check/verify.ts';
import type { Source } from '../log/source.ts';
import { orBad } from './bad-logs.ts';
import { chalkFor } from './colors.ts';
import { addCommonOptions, type CommonFlags, consoleFor } from './common.ts';
import { inputsOf } from './expand.ts';
import { openInput } from './input.ts';
import { openOutput, writeWhole } from './output.ts';
import { startProgress } from './progress.ts';
import { addReadingOptions, openOptionsOf, type ReadingFlags } from './reading.ts';
import { verifyPages } from './verify-page.ts';
import { MAX_RESPONSE_BYTES, type PageFile } from './verify-page-read.ts';
import { looksLikeResponse, SNIFF_BYTES } from './verify-page-sniff.ts';
import { renderPages } from './verify-page-text.ts';
import { renderVerification } from './verify-text.ts';

export interface VerifyFlags extends CommonFlags, ReadingFlags {
  readonly format?: 'text' | 'json';
}

/** Raised when a field changes its meaning or goes away. */
const VERIFY_SCHEMA_VERSION = 1;

/** `histpack verify`: everything wrong with logs, and the proof that packing them loses nothing. */
export async function run(
  [files]: readonly [readonly string[]],
  flags: VerifyFlags,
  context: Context,
): Promise<number> {
  const console = consoleFor(context, flags);
  const inputs = await inputsOf(files, context, console);
  const output = await openOutput(flags.output, context, inputs);
  return writeWhole(output, async () => {
    const verifications: Verification[] = [];
    const captured: PageFile[] = [];
    for (const input of inputs) {
      const found = await verifyOrFail(input, flags, context, inputs.length > 1);
      if ('content' in found) captured.push(found);
      else verifications.push(found);
    }
    // Captured responses are looked at together: neighbours must stitch.
    const pages = captured.length === 0 ? undefined : verifyPages(captured);
    const exitCode = Math.max(
      pages?.exitCode ?? EXIT.done,
      ...verifications.map((each) => exitCodeOf(each, flags)),
    );
    const isJson = flags.json === true || flags.format === 'json';
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const document = { schemaVersion: VERIFY_SCHEMA_VERSION, exitCode, verifications, pages };
    const texts = verifications.map((each) => renderVerification(each, chalk));
    if (pages !== undefined) texts.push(renderPages(pages, chalk));
    await output.write(isJson ? `${JSON.stringify(document, undefined, 2)}\n` : texts.join('\n'));
    return exitCode;
  });
}

/** What cannot be opened does not stop the others; alone, it is thrown. */
async function verifyOrFail(
  input: string,
  flags: VerifyFlags,
  context: Context,
  hasOthers: boolean,
): Promise<Verification | PageFile> {
  if (!hasOthers) return verifyInput(input, flags, context);
  const found = await orBad(verifyInput(input, flags, context));
  return found instanceof HistpackError ? unreadable(input, found.fault) : found;
}

async function verifyInput(
  input: string,
  flags: VerifyFlags,
  context: Context,
): Promise<Verification | PageFile> {
  const { source, warnings } = await openInput(input, context);
  const progress = await startProgress(source.name, context, flags);
  try {
    if (looksLikeResponse(await source.read(0, SNIFF_BYTES))) return await readPage(source);
    const verification = await verifyLog(source, {
      ...openOptionsOf(flags),
      onProgress: (decodedBytes) => progress.update(Math.min(1, decodedBytes / source.size)),
    });
    return { ...verification, warnings: [...warnings, ...verification.warnings] };
  } finally {
    progress.stop();
    await source.close();
  }
}

/** The whole of a captured response; one that is too large is reported with the others. */
async function readPage(source: Source): Promise<PageFile> {
  const { name, size } = source;
  return { name, content: await source.read(0, Math.min(size, MAX_RESPONSE_BYTES + 1)) };
}

function exitCodeOf(verification: Verification, { strict }: VerifyFlags): number {
  const { readable, loadsInDsh, lossless, warnings } = verification;
  const isTorn = warnings.some(({ code }) => code.startsWith('W_TORN'));
  if (!readable.verdict || !loadsInDsh.verdict || (strict === true && isTorn)) return EXIT.badInput;
  return lossless?.isLossless === false ? EXIT.notLossless : EXIT.done;
}

/** Declares the arguments and options. */
export function configure(command: Command): void {
  command
    .argument(
      '[file...]',
      'session logs or captured history responses, directories or patterns, or - for stdin',
    )
    .addOption(
      new Option('--format <name>', 'how to print it (default: text)').choices(['text', 'json']),
    );
  addReadingOptions(command);
  addCommonOptions(command);
  command.addHelpText(
    'after',
    `
Exit status: 0 all is well, 3 packing would lose something or pages do not stitch, 4 a log is not readable or dsh would refuse it.

Examples:
  $ histpack verify session.jsonl.zstd
  $ histpack verify --json session.jsonl
  $ histpack verify page-1.json page-2.json`,
  );
}
