import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import { HistpackError } from '../errors.ts';
import { ENCODERS } from '../export/encoders.ts';
import { deltasOf, stepsOf } from '../sample/cardinalities.ts';
import { CardinalityError } from '../sample/conflicts.ts';
import { parseGaps } from '../sample/gaps.ts';
import { lineBatches } from '../sample/line-batches.ts';
import { NOTE_COUNTS, NOTE_SEED, syntheticLines } from '../sample/note-log.ts';
import { planSession } from '../sample/plan.ts';
import { PROFILES, type ProfileName } from '../sample/profiles.ts';
import { sessionLines } from '../sample/session.ts';
import { consoleFor } from './common.ts';
import { type Output, openOutput, writeWhole } from './output.ts';
import { startProgress } from './progress.ts';
import { configureSample, type SampleFlags } from './sample-options.ts';

export const configure = configureSample;

/** Raised when a field of the summary changes its meaning or goes away. */
const SAMPLE_SCHEMA_VERSION = 1;
const DEFAULT_PROFILE: ProfileName = 'chat';
const DEFAULT_SEED = 1;

/** What is written, and how many of what it holds: the summary that `--json` prints. */
interface Sample {
  readonly lines: Iterable<string>;
  readonly summary: Readonly<Record<string, string | number>> & { readonly events: number };
}

/** `histpack sample`: a synthetic session, the log of the note's benchmark by default. */
export async function run(_: readonly [], flags: SampleFlags, context: Context): Promise<number> {
  checkFlags(flags, context);
  let expected = 1;
  const progress = await startProgress('sample', context, flags);
  try {
    const { lines, summary } = sampleOf(flags, (events) => progress.update(events / expected));
    expected = summary.events;
    const output = await openOutput(flags.output, context, [], { overwrite: flags.force === true });
    const written = await writeWhole(output, () => writeLog(lines, flags, output));
    tell({ ...summary, ...written }, flags, context);
  } finally {
    progress.stop();
  }
  return 0;
}

function tell(summary: object, flags: SampleFlags, context: Context): void {
  const document = { schemaVersion: SAMPLE_SCHEMA_VERSION, ...summary };
  if (flags.json === true) context.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  else consoleFor(context, flags).detail(`wrote ${JSON.stringify(document)}`);
}

/** @throws {HistpackError} `E_USAGE` where numbers cannot be met together */
function sampleOf(flags: SampleFlags, onProgress: (events: number) => void): Sample {
  const { layout, encoding } = flags;
  const form = { layout, encoding };
  if (isNoteLog(flags)) {
    const seed = flags.seed ?? NOTE_SEED;
    return {
      lines: syntheticLines({ packed: layout === 'packed', seed }),
      summary: { profile: 'note', seed, ...NOTE_COUNTS, ...form },
    };
  }
  const name = flags.profile ?? DEFAULT_PROFILE;
  const profile = PROFILES[name];
  const counts = planned(flags, name);
  const { seed = DEFAULT_SEED, vocabulary = profile.vocabulary } = flags;
  const gaps = flags.gaps ?? parseGaps(profile.gaps);
  if (gaps === undefined) throw new TypeError(`profile ${name}: ${profile.gaps} are no gaps`);
  return {
    lines: sessionLines({ counts, vocabulary, gaps, seed, layout, onProgress }),
    summary: {
      profile: name,
      seed,
      ...counts,
      steps: stepsOf(counts),
      deltas: deltasOf(counts),
      vocabulary,
      gaps: gaps.text,
      ...form,
    },
  };
}

/** Any cardinality asks for the structure of a real session, which the note's log does not have. */
const isNoteLog = ({ profile = 'note', ...flags }: SampleFlags): boolean =>
  profile === 'note' &&
  [
    ...[flags.events, flags.runs, flags.turns, flags.completed],
    ...[flags.toolCalls, flags.vocabulary, flags.gaps],
  ].every((cardinality) => cardinality === undefined);

function planned(flags: SampleFlags, profile: ProfileName) {
  try {
    return planSession(flags, PROFILES[profile]);
  } catch (error) {
    if (!(error instanceof CardinalityError)) throw error;
    const hint = 'give fewer of these numbers: what is left out follows from the others';
    throw new HistpackError({ code: 'E_USAGE', message: error.message, hint }, { cause: error });
  }
}

/** Writes the log, its header by itself, as dsh does; waits wherever the output does. */
async function writeLog(lines: Iterable<string>, { encoding }: SampleFlags, output: Output) {
  const hash = createHash('sha256');
  let bytes = 0;
  const sink = ENCODERS[encoding](async (piece) => {
    hash.update(piece);
    bytes += piece.length;
    await output.write(piece);
  });
  for (const batch of headerFirst(lines)) await sink.write(Buffer.from(batch, 'utf8'));
  await sink.finish();
  return { bytes, sha256: hash.digest('hex') };
}

function* headerFirst(lines: Iterable<string>): Generator<string> {
  const iterator = lines[Symbol.iterator]();
  const header = iterator.next();
  if (header.done !== true) yield `${header.value}\n`;
  yield* lineBatches({ [Symbol.iterator]: () => iterator });
}

/** @throws {HistpackError} `E_USAGE` */
function checkFlags({ json, output, encoding }: SampleFlags, { stdout }: Context): void {
  if (json === true && output === undefined) {
    throw new HistpackError({
      code: 'E_USAGE',
      message: '--json prints what was written, and without --output stdout is where the log goes',
      hint: 'name a file with --output',
    });
  }
  if (output === undefined && encoding !== 'none' && stdout.isTTY === true) {
    const message = 'binary data is not for a terminal; name a file with --output';
    throw new HistpackError({ code: 'E_USAGE', message });
  }
}
