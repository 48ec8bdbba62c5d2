import {
  type CompletedSteps,
  type Interval,
  PageWriter,
  REPRESENTATIONS,
  type Representation,
  type Span,
} from '../codec/index.ts';
import { wireFraming } from '../codec/wire/framing.ts';
import type { Context } from '../context.ts';
import type { Log } from '../log/log.ts';
import type { Survey } from '../log/survey.ts';
import { representationOf as representationOfForm } from '../measure/forms.ts';
import { chalkFor } from './colors.ts';
import type { PageFlags } from './page.ts';
import { PrettyPage } from './pretty.ts';

/** Turns spans into the text of a page, piece by piece. */
export interface PageText {
  write(span: Span): Iterable<string>;
  /** What was written and not yet yielded. */
  flush(): string;
  finish(): string;
}

/** The representation that the flags ask for; a wire without rows has the events of rows. */
export function representationOf(flags: PageFlags): Representation {
  if (flags.wire === 'events' && flags.as === 'packed') return REPRESENTATIONS.raw;
  return representationOfForm(flags.as, flags.projection);
}

export type PageFormat = NonNullable<PageFlags['format']>;

/** How the page is printed: people at a terminal get something else than programs. */
export function formatOf(flags: PageFlags, { stdout }: Context): PageFormat {
  if (flags.json === true) return 'json';
  const isTerminal = stdout.isTTY === true && flags.output === undefined;
  const byPlace = isTerminal ? 'pretty' : flags.follow === true ? 'ndjson' : 'json';
  return flags.format ?? byPlace;
}

/** Starts the text of a page. */
export function pageText(log: Log, found: Survey, flags: PageFlags, context: Context): PageText {
  const { interval, completedSteps, endSeq } = found;
  const representation = representationOf(flags);
  const format = formatOf(flags, context);
  if (format === 'pretty') {
    const chalk = chalkFor(context.stdout, context, flags.color && flags.output === undefined);
    const columns = flags.output === undefined ? context.stdout.columns : undefined;
    const page = { ...interval, completedSteps, endSeq };
    return new PrettyPage(representation, log.header, page, { chalk, columns });
  }
  return wireText(flags, format, interval, completedSteps);
}

/** The text of a page as it goes over a wire. The end of `interval` is looked at when the page ends. */
export function wireText(
  flags: PageFlags,
  format: PageFormat,
  interval: Interval,
  completedSteps: CompletedSteps,
): PageText {
  const framing = wireFraming(flags.wire, interval, format === 'ndjson');
  return new PageWriter(representationOf(flags), { completedSteps }, framing);
}
