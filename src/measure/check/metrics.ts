import type { Weight } from '../channel.ts';
import { type ByForm, type Form, isForm } from '../forms.ts';

/** What can be limited: a size of a form, such as `packed.brotli`. */
export interface Metric {
  readonly form: Form;
  readonly size: SizeName;
}

/** The columns of the table by the names that budgets use. */
export const SIZES = {
  records: 'records',
  json: 'jsonBytes',
  gzip: 'gzipBytes',
  brotli: 'brotliBytes',
} as const satisfies Record<string, keyof Weight>;
export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as SizeName[]; // its own keys

export const metricName = ({ form, size }: Metric): string => `${form}.${size}`;

/** Reads `packed.brotli`; undefined for anything else. */
export function parseMetric(text: string): Metric | undefined {
  const [form = '', sizeName, ...rest] = text.split('.');
  const size = SIZE_NAMES.find((name) => name === sizeName);
  return !isForm(form) || size === undefined || rest.length > 0 ? undefined : { form, size };
}

/** The weights of a log or of a total. */
export type Weights = ByForm<Weight>;

/** The value of a metric; undefined where its form was not measured. */
export const metricValue = (weights: Weights, { form, size }: Metric): number | undefined =>
  weights[form]?.[SIZES[size]];
