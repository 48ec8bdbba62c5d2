import type { ChalkInstance } from 'chalk';
import type { Interval } from '../codec/types.ts';
import { WIRES } from '../codec/wire/wires.ts';
import { type Fault, placeText, type Warning } from '../errors.ts';
import { groupedInteger } from '../measure/render/numbers.ts';
import type { PagesVerification, PageVerification } from './verify-page.ts';
import { misfitText, pageName, type Stitch } from './verify-page-stitch.ts';

/** Faults and warnings printed of a page; the JSON form has them all. */
const MAX_LISTED = 20;

/** What `verify` found in captured responses, for people: each page, then how they stitch. */
export function renderPages(verification: PagesVerification, chalk: ChalkInstance): string {
  const { pages, stitches, covers } = verification;
  const blocks = pages.map((page, position) => pageLines(page, pageName(pages, position), chalk));
  if (pages.length > 1) {
    const joints = stitches.map((stitch) => stitchLine(stitch, pages, chalk));
    blocks.push([
      chalk.bold('together'),
      ...joints,
      `  cover         ${coversText(covers, chalk)}`,
    ]);
  }
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function pageLines(page: PageVerification, name: string, chalk: ChalkInstance): string[] {
  const problems = [
    ...problemLines('fault', page.faults, page.file, chalk.red),
    ...problemLines('warning', page.warnings, page.file, chalk.yellow),
  ];
  const { wire, wrapper, interval, counts, areRowsSafe, hasMore } = page;
  if (wire === undefined || counts === undefined) return [chalk.bold(name), ...problems];
  const { records, rows, events, eventsInRows } = counts;
  const held = [
    `${groupedInteger(records)} records`,
    `${groupedInteger(rows)} chunk rows of ${groupedInteger(eventsInRows)} events`,
    `${groupedInteger(events)} events in all`,
  ];
  return [
    chalk.bold(name),
    `  wire          ${wire}: ${WIRES[wire].title}${wrapper === undefined ? '' : `, in ${wrapper}`}`,
    `  covers        ${interval === undefined ? 'unknown' : intervalText(interval)}`,
    `  holds         ${held.join('; ')}`,
    `  rows          ${areRowsSafe === true ? chalk.green('safe') : chalk.red('unsafe')}`,
    `  has more      ${hasMore === undefined ? 'unknown' : hasMore ? 'yes' : 'no'}`,
    ...problems,
  ];
}

function stitchLine(
  { older, newer, expectedSeq, foundSeq, isExact }: Stitch,
  pages: readonly PageVerification[],
  chalk: ChalkInstance,
): string {
  const verdict = isExact
    ? `${chalk.green('yes')}, at seq ${groupedInteger(foundSeq)}`
    : `${chalk.red('no')}: ${misfitText(expectedSeq, foundSeq)}`;
  return `  stitches      ${pageName(pages, older)} -> ${pageName(pages, newer)}: ${verdict}`;
}

const coversText = (covers: Interval | undefined, chalk: ChalkInstance): string =>
  covers === undefined ? chalk.red('no one history') : intervalText(covers);

const intervalText = ({ fromSeq, toSeq }: Interval): string =>
  `[${groupedInteger(fromSeq)}, ${groupedInteger(toSeq)})`;

function problemLines(
  noun: string,
  found: readonly (Fault | Warning)[],
  file: string,
  color: ChalkInstance,
): string[] {
  const lines = found.slice(0, MAX_LISTED).flatMap((problem) => {
    const { file: _, seq: __, ...place } = problem; // the messages name the seq
    const where = placeText(problem.file === file ? place : { ...place, file: problem.file });
    const text = `  ${color(noun)} ${where === '' ? '' : `${where}: `}${problem.message} [${problem.code}]`;
    return 'hint' in problem ? [text, `    hint: ${problem.hint}`] : [text];
  });
  const hidden = found.length - MAX_LISTED;
  return hidden > 0 ? [...lines, `  … and ${hidden} more ${noun}s (--json lists them)`] : lines;
}
