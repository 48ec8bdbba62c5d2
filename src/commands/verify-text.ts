import type { ChalkInstance } from 'chalk';
import { type Fault, placeText, type Warning } from '../errors.ts';
import type { Verdict, Verification } from '../log/check/verify.ts';
import { groupedInteger } from '../measure/render/numbers.ts';

/** Faults and warnings printed; the JSON form has them all. */
const MAX_LISTED = 20;

/** What `verify` found, for people: the verdicts, the proof, the faults and the warnings. */
export function renderVerification(verification: Verification, chalk: ChalkInstance): string {
  const { file, readable, loadsInDsh, faults, warnings } = verification;
  const lines = [
    chalk.bold(file),
    `  readable      ${verdictText(readable, chalk)}`,
    `  loads in dsh  ${verdictText(loadsInDsh, chalk)}`,
    ...losslessLines(verification, chalk),
    ...countLines(verification),
    ...section('fault', faults, file, chalk.red),
    ...section('warning', warnings, file, chalk.yellow),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictText({ verdict, reasons }: Verdict, chalk: ChalkInstance): string {
  if (verdict) return chalk.green('yes');
  const [first = '', ...others] = reasons;
  return `${chalk.red('no')}: ${first}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
}

function losslessLines({ lossless, events }: Verification, chalk: ChalkInstance): string[] {
  if (lossless === undefined) return [];
  const { isLossless, sha256, repackedSha256, columnarSha256 } = lossless;
  const verdict = isLossless
    ? `${chalk.green('yes')}: ${groupedInteger(events)} events, SHA-256 ${sha256}`
    : `${chalk.red('no')}: SHA-256 ${sha256} before packing, ${repackedSha256} after expanding rows, ${columnarSha256} after columnar records`;
  return [`  lossless      ${verdict}`];
}

function countLines({ counts, encoding, session }: Verification): string[] {
  if (counts === undefined || session === undefined) return [];
  const { records, rows, packedDeltas, looseDeltas } = counts;
  const facts = [
    `${groupedInteger(records)} records`,
    `${groupedInteger(rows)} chunk rows of ${groupedInteger(packedDeltas)} deltas`,
    `${groupedInteger(looseDeltas)} loose deltas`,
    `${encoding}, format ${session.version}`,
  ];
  return [`  holds         ${facts.join('; ')}`];
}

function section(
  noun: string,
  found: readonly (Fault | Warning)[],
  file: string,
  color: ChalkInstance,
): string[] {
  const lines = found.slice(0, MAX_LISTED).flatMap((problem) => {
    const { file: _, ...place } = problem;
    const where = placeText(problem.file === file ? place : problem);
    const text = `  ${color(noun)} ${where === '' ? '' : `${where}: `}${problem.message} [${problem.code}]`;
    return 'hint' in problem ? [text, `    hint: ${problem.hint}`] : [text];
  });
  const hidden = found.length - MAX_LISTED;
  return hidden > 0 ? [...lines, `  … and ${hidden} more ${noun}s (--json lists them)`] : lines;
}
