import { z } from 'zod';
import { ENCODINGS } from '../log/encodings/index.ts';
import { SIZE_NAMES } from '../measure/check/metrics.ts';
import { BROTLI_ENGINES } from '../measure/compressors.ts';
import { FORMS, PROJECTIONS } from '../measure/forms.ts';
import { REPORT_FORMATS } from '../measure/render/index.ts';
import { LABELS } from '../measure/render/labels.ts';

/**
 * `histpack.config.*` and `package.json#histpack`, for editors. The program itself reads each value
 * through the parser of its flag, which also checks what no pattern can.
 */

const names = (table: object) => z.enum(Object.keys(table));

/** An integer, or its digits as a flag would have them. */
const integer = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z.union([z.int().min(min).max(max), z.string().regex(/^\d+$/)]);

const SIZE = String.raw`\d+(?:\.\d+)? ?(?:[kMG]B|[KMG]iB)|\d+ ?B?`;
const SHARE = String.raw`\d+(?:\.\d+)? ?%`;

const size = z
  .union([z.int().min(0), z.string().regex(new RegExp(`^(?:${SIZE})$`))])
  .meta({ id: 'Size', description: 'Bytes, or a number with B, kB, MB, GB, KiB, MiB or GiB.' });
const share = z
  .string()
  .regex(new RegExp(`^${SHARE}$`))
  .meta({ id: 'Share', description: 'A percentage such as 10% or 0.5%.' });

const METRIC = `[a-z][a-z0-9-]{0,63}\\.(?:${SIZE_NAMES.join('|')})`;
const metric = z.string().regex(new RegExp(`^(?:total\\.)?${METRIC}$`));
const ratio = z.string().regex(new RegExp(`^(?:total\\.)?${METRIC}/${METRIC}$`));

/** A repeatable option: one assignment, a list of them, or an object. */
const assignments = <Key extends z.ZodType<string, string>, Value extends z.ZodType>(
  key: Key,
  value: Value,
) => {
  const text = z.string().regex(/=/);
  return z.union([z.partialRecord(key, value), z.array(text), text]);
};

const floor = z
  .string()
  .regex(new RegExp(`^\\s*${SHARE}\\s*,\\s*(?:${SIZE})\\s*$`))
  .meta({ description: 'A share and a size, both to be exceeded, such as 1.5%,128B.' });

const settings = {
  format: names(REPORT_FORMATS),
  lang: names(LABELS),
  allowEmpty: z.boolean(),
  cache: z.boolean(),
  jobs: integer(1),
  own: z.boolean(),
  formModule: z.union([z.string(), z.array(z.string())]),
  forms: z.union([z.array(z.enum([...FORMS, 'all'])), z.string()]),
  projection: names(PROJECTIONS),
  gzipLevel: integer(0, 9),
  brotliQuality: integer(0, 11),
  brotliEngine: names(BROTLI_ENGINES),
  why: z.boolean(),
  check: z.boolean(),
  max: assignments(metric, size),
  maxRatio: assignments(ratio, share),
  baseline: z.string().meta({ description: 'Relative to the configuration.' }),
  updateBaseline: z.boolean(),
  maxGrowth: share,
  noise: assignments(z.enum(SIZE_NAMES), floor),
  allowDifferent: z.boolean(),
  from: integer(0),
  to: integer(0),
  before: integer(0),
  tail: z.boolean(),
  maxMessages: integer(1),
  encoding: z.enum(ENCODINGS.map(({ name }) => name)),
  strict: z.boolean(),
  maxLine: size,
  maxDecoded: size,
  salvage: z.boolean(),
  quiet: z.boolean(),
  verbose: z.boolean(),
  color: z.boolean(),
  progress: z.boolean(),
};

export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    files: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .meta({
        description: 'Logs, directories or patterns to measure, relative to the configuration.',
      }),
    ...z.object(settings).partial().shape,
  })
  .meta({ title: 'histpack configuration', description: 'Defaults of `histpack measure`.' });
