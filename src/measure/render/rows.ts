import type { Weight } from '../channel.ts';
import { byForm } from '../forms.ts';
import type { Measurement } from '../measure.ts';
import type { Labels } from './labels.ts';
import { groupedInteger } from './numbers.ts';

/** The cells of the note's table, one list a measured representation, in the note's order. */
export function tableRows({ weights }: Pick<Measurement, 'weights'>, labels: Labels): string[][] {
  return byForm(weights).map(([form, weight]) => [labels.forms[form] ?? form, ...numbers(weight)]);
}

const numbers = ({ records, jsonBytes, gzipBytes, brotliBytes }: Weight): string[] =>
  [records, jsonBytes, gzipBytes, brotliBytes].map(groupedInteger);
