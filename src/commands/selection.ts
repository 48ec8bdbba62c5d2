import type { Command } from 'commander';
import { DEFAULT_MAX_MESSAGES, type Selection, WHOLE_LOG } from '../codec/page.ts';
import { HistpackError } from '../errors.ts';
import { integer } from './values.ts';

export interface SelectionFlags {
  readonly from?: number;
  readonly to?: number;
  readonly before?: number;
  readonly maxMessages?: number;
  readonly tail?: boolean;
}

/** Adds the options that select a page. */
export function addSelectionOptions(command: Command): Command {
  const seq = integer('a seq', 0);
  return command
    .optionsGroup('Selection (default: the whole log):')
    .option('--from <seq>', 'first event of the page (inclusive)', seq)
    .option('--to <seq>', 'end of the page (exclusive)', seq)
    .option('--before <seq>', 'the message-aligned page that ends here (exclusive)', seq)
    .option('--tail', 'the message-aligned page at the end of the log')
    .option(
      '--max-messages <n>',
      `messages in a page, counted back from its end, or forward with --from (default: ${DEFAULT_MAX_MESSAGES})`,
      integer('a number of messages', 1),
    );
}

/** Pairs of flags that contradict each other, and why. */
const CONTRADICTIONS: readonly (readonly [keyof SelectionFlags, keyof SelectionFlags, string])[] = [
  ['from', 'before', '--before counts messages back from its seq, so the page has its own start'],
  ['from', 'tail', '--tail counts messages back from the end, so the page has its own start'],
  ['to', 'before', 'both say where the page ends'],
  ['to', 'tail', 'both say where the page ends'],
  ['to', 'maxMessages', 'both say where the page ends; use --before to count messages back'],
  ['before', 'tail', 'both say where the page ends'],
];

/**
 * Turns flags into a selection.
 * @throws {HistpackError} `E_SELECTION` where they contradict each other.
 */
export function selectionOf(flags: SelectionFlags): Selection {
  for (const [a, b, reason] of CONTRADICTIONS) {
    if (flags[a] === undefined || flags[b] === undefined) continue;
    throw contradiction(`${flagName(a)} and ${flagName(b)} contradict each other: ${reason}`);
  }
  const { from, to, before, maxMessages, tail } = flags;
  if (from !== undefined && to !== undefined && from > to) {
    throw contradiction(`--from ${from} lies behind --to ${to}`);
  }
  if (from !== undefined && maxMessages !== undefined) {
    return { kind: 'forward', fromSeq: from, maxMessages };
  }
  if (before !== undefined || tail === true || maxMessages !== undefined) {
    const messages = maxMessages ?? DEFAULT_MAX_MESSAGES;
    return before === undefined
      ? { kind: 'backward', maxMessages: messages }
      : { kind: 'backward', beforeSeq: before, maxMessages: messages };
  }
  if (from === undefined && to === undefined) return WHOLE_LOG;
  return {
    kind: 'interval',
    ...(from === undefined ? {} : { fromSeq: from }),
    ...(to === undefined ? {} : { toSeq: to }),
  };
}

const contradiction = (message: string): HistpackError =>
  new HistpackError({ code: 'E_SELECTION', message });

const flagName = (flag: keyof SelectionFlags): string =>
  `--${flag === 'maxMessages' ? 'max-messages' : flag}`;
