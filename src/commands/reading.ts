import { type Command, Option } from 'commander';
import { ENCODINGS } from '../log/encodings/index.ts';
import { DEFAULT_LIMITS, MAX_LINE_LIMIT_BYTES, type OpenOptions } from '../log/log.ts';
import { byteSize } from './values.ts';

/** Options about how a log is read. */
export interface ReadingFlags {
  readonly encoding?: string | undefined;
  readonly salvage?: boolean;
  readonly strict?: boolean;
  readonly maxLine: number;
  readonly maxDecoded: number;
}

/**
 * Adds the options that every reading command has. Where `--encoding` is said of the result, that
 * of the log has another name.
 */
export function addReadingOptions(command: Command, encodingFlag = '--encoding'): Command {
  return command
    .optionsGroup('Reading:')
    .addOption(
      new Option(`${encodingFlag} <name>`, 'encoding of the log (default: by its content)').choices(
        ENCODINGS.map(({ name }) => name),
      ),
    )
    .option('--strict', 'refuse a torn tail, which is otherwise left out with a warning')
    .addOption(
      new Option('--max-line <size>', 'longest line that is read')
        .argParser(byteSize('a line length', MAX_LINE_LIMIT_BYTES))
        .default(DEFAULT_LIMITS.maxLineBytes, '64MiB'),
    )
    .addOption(
      new Option('--max-decoded <size>', 'most that a compressed log may decode to')
        .argParser(byteSize('a size'))
        .default(DEFAULT_LIMITS.maxDecodedBytes, '64GiB'),
    );
}

/** Adds `--salvage`, for commands that refuse a corrupt log without it. */
export const addSalvageOption = (command: Command): Command =>
  command.option('--salvage', 'use the valid prefix of a corrupt log, and say what is left out');

/** The flags as the reader takes them. */
export function openOptionsOf({ encoding, maxLine, maxDecoded }: ReadingFlags): OpenOptions {
  return {
    limits: { maxLineBytes: maxLine, maxDecodedBytes: maxDecoded },
    encoding: ENCODINGS.find(({ name }) => name === encoding),
  };
}
