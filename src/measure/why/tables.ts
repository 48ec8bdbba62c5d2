import { byForm, type Form } from '../forms.ts';
import { groupedInteger, percent } from '../render/numbers.ts';
import type { WhyLabels } from './labels.ts';
import { type Breakdowns, type FormWhy, RESPONSE_FRAME, type Why } from './why.ts';

/** A table to be shown: the first column is text, the others are numbers. */
export interface WhyTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Names shown in a table; the others are summed into one row, so that it still sums. */
const MAX_NAMES = 10;
const ABSENT = '-';

type Forms = readonly (readonly [Form, FormWhy])[];

/** A table for each breakdown, the forms side by side, and one of what was left out. */
export function whyTables(why: Why, labels: WhyLabels): WhyTable[] {
  const forms = byForm(why.forms);
  if (forms.length === 0) return [];
  const names = Object.keys(labels.breakdowns) as (keyof Breakdowns)[]; // its own keys
  const leftOut = leaveOneOutTable(forms, labels);
  return [
    ...names.map((name) => breakdownTable(forms, name, labels)),
    ...(leftOut.rows.length === 0 ? [] : [leftOut]),
  ];
}

function breakdownTable(forms: Forms, by: keyof Breakdowns, labels: WhyLabels): WhyTable {
  const sums = forms.map(([, why]) => withoutFrame(why, by));
  const names = byLargest(sums);
  const hidden = names.length > MAX_NAMES + 1 ? names.slice(MAX_NAMES) : []; // one more fits
  const shown = names.slice(0, names.length - hidden.length);
  const row = (name: string, bytes: (at: number) => number | undefined): string[] => [
    name,
    ...forms.flatMap(([, { jsonBytes }], at) => cells(bytes(at), jsonBytes)),
  ];
  const sumOf = (at: number): number =>
    hidden.reduce((sum, name) => sum + (sums[at]?.get(name) ?? 0), 0);
  return {
    head: [labels.breakdowns[by], ...forms.flatMap(([form]) => [form, '%'])],
    rows: [
      ...shown.map((name) => row(name, (at) => sums[at]?.get(name))),
      ...(hidden.length === 0 ? [] : [row(labels.more(hidden.length), sumOf)]),
      row(RESPONSE_FRAME, (at) => forms[at]?.[1][by].at(-1)?.jsonBytes),
      row(labels.total, (at) => forms[at]?.[1].jsonBytes),
    ],
  };
}

function leaveOneOutTable(forms: Forms, labels: WhyLabels): WhyTable {
  const rows = forms.flatMap(([form, { families }]) =>
    families.flatMap(({ name, jsonBytes, leaveOneOut }) => {
      if (leaveOneOut === undefined) return [];
      const { gzipBytes, brotliBytes } = leaveOneOut;
      return [[`${form}: ${name}`, ...[jsonBytes, gzipBytes, brotliBytes].map(groupedInteger)]];
    }),
  );
  return { head: [labels.leaveOneOut, ...labels.bytes], rows };
}

/** Bytes by name; the frame is always the last line. */
const withoutFrame = (why: FormWhy, by: keyof Breakdowns): Map<string, number> =>
  new Map(why[by].slice(0, -1).map(({ name, jsonBytes }) => [name, jsonBytes]));

/** All names, those first that are large in some form. */
function byLargest(sums: readonly Map<string, number>[]): string[] {
  const largest = new Map<string, number>();
  for (const [name, bytes] of sums.flatMap((each) => [...each])) {
    largest.set(name, Math.max(bytes, largest.get(name) ?? 0));
  }
  return [...largest]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .map(([name]) => name);
}

const cells = (bytes: number | undefined, total: number): string[] =>
  bytes === undefined ? [ABSENT, ABSENT] : [groupedInteger(bytes), percent(bytes / total)];
